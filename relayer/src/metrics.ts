import { type ChainIdentity, DEPLOYMENT_DIFFERS } from '@causeway/chains';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';

const STAGE_BUCKETS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600, 1_800];
const CALL_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/** The metrics of one relayer or signer, in a separate registry. */
export class Metrics {
  readonly registry = new Registry();
  readonly #of = { registers: [this.registry] };

  readonly clockAhead = new Gauge({
    ...this.#of,
    name: 'causeway_clock_ahead_seconds',
    help: 'How far the clock of the machine is ahead of the database’s time, which decides; negative when it is behind',
  });
  readonly head = new Gauge({
    ...this.#of,
    name: 'causeway_chain_head',
    help: 'Newest block worked through',
    labelNames: ['chain', 'family'],
  });
  readonly finalTo = new Gauge({
    ...this.#of,
    name: 'causeway_chain_final',
    help: 'Newest block taken as final',
    labelNames: ['chain', 'family'],
  });
  readonly lag = new Gauge({
    ...this.#of,
    name: 'causeway_chain_lag_seconds',
    help: 'Age of the newest block worked through',
    labelNames: ['chain', 'family'],
  });
  readonly left = new Gauge({
    ...this.#of,
    name: 'causeway_catching_up_blocks',
    help: 'Blocks that a first scan or a rescan has yet to read; 0 while the head is followed',
    labelNames: ['chain', 'family'],
  });
  readonly missing = new Gauge({
    ...this.#of,
    name: 'causeway_lanes_incomplete',
    help: 'Lanes of which the bridge counts events that no scan shows',
    labelNames: ['chain', 'family'],
  });
  readonly broken = new Gauge({
    ...this.#of,
    name: 'causeway_view_broken',
    help: '1 while the view of a chain contradicts the chain, so that nothing is signed or sent from it or to it',
    labelNames: ['chain', 'family'],
  });
  readonly deploymentDiffers = new Gauge({ ...this.#of, ...DEPLOYMENT_DIFFERS });
  readonly adminEvents = new Counter({
    ...this.#of,
    name: 'causeway_admin_events_total',
    help: 'Changes by admin, guardian, owners of the Safe or upgrade authority; known: the deployment file says the same',
    labelNames: ['chain', 'family', 'known'],
  });
  readonly unrelated = new Gauge({
    ...this.#of,
    name: 'causeway_transactions_unrelated',
    help: 'Transactions since the start that name the bridge and have none of its events, or were passed over',
    labelNames: ['chain', 'family'],
  });
  readonly late = new Counter({
    ...this.#of,
    name: 'causeway_events_late_total',
    help: 'Messages and outcomes that the first scan of their block did not show',
    labelNames: ['chain'],
  });
  readonly contradicted = new Counter({
    ...this.#of,
    name: 'causeway_outcomes_contradicted_total',
    help: 'Cancellations by a bridge of messages that it had executed or cancelled; the first outcome stands',
    labelNames: ['chain'],
  });
  readonly failures = new Counter({
    ...this.#of,
    name: 'causeway_loop_failures_total',
    help: 'Failed turns of a loop',
    labelNames: ['loop', 'code'],
  });
  readonly orders = new Gauge({
    ...this.#of,
    name: 'causeway_orders',
    help: 'Orders under way, by state',
    labelNames: ['state'],
  });
  readonly moves = new Counter({
    ...this.#of,
    name: 'causeway_order_transitions_total',
    help: 'Order transitions, by the state reached',
    labelNames: ['state'],
  });
  readonly stage = new Histogram({
    ...this.#of,
    name: 'causeway_order_stage_seconds',
    help: 'Time orders spend in a state',
    labelNames: ['state'],
    buckets: STAGE_BUCKETS,
  });
  readonly deferred = new Counter({
    ...this.#of,
    name: 'causeway_messages_deferred_total',
    help: 'Messages put aside for a while',
    labelNames: ['chain', 'reason'],
  });
  readonly signatures = new Counter({
    ...this.#of,
    name: 'causeway_signatures_total',
    help: 'Answers of signers, by code (signed, or the refusal)',
    labelNames: ['signer', 'code'],
  });
  readonly signing = new Histogram({
    ...this.#of,
    name: 'causeway_signing_seconds',
    help: 'Time until enough signatures were there',
    labelNames: ['chain'],
    buckets: CALL_BUCKETS,
  });
  readonly submissions = new Counter({
    ...this.#of,
    name: 'causeway_submissions_total',
    help: 'Oracle transactions, by what became of them',
    labelNames: ['chain', 'state'],
  });
  readonly gapsClosed = new Counter({
    ...this.#of,
    name: 'causeway_sequence_gaps_closed_total',
    help: 'Empty transactions of the payer that closed a gap of its sequence numbers',
    labelNames: ['chain'],
  });
  readonly skippedOrders = new Counter({
    ...this.#of,
    name: 'causeway_orders_skipped_total',
    help: 'Orders that an oracle transaction left as they were, by the error that kept them out; they are delivered later',
    labelNames: ['chain', 'code'],
  });
  readonly oldestOrder = new Gauge({
    ...this.#of,
    name: 'causeway_oldest_order_seconds',
    help: 'Age of the oldest order under way, by its state; 0 when there is none',
    labelNames: ['state'],
  });
  readonly oldestSubmission = new Gauge({
    ...this.#of,
    name: 'causeway_oldest_submission_seconds',
    help: 'Age of the oldest oracle transaction that no block is known to include; 0 when there is none',
    labelNames: ['chain'],
  });
  readonly atFeeCap = new Gauge({
    ...this.#of,
    name: 'causeway_fee_at_cap',
    help: 'Destinations of a chain whose transaction needs a higher fee than the configured cap allows',
    labelNames: ['chain'],
  });
  readonly executionUnits = new Counter({
    ...this.#of,
    name: 'causeway_execution_units_total',
    help: "What included oracle transactions used, in the chain's own unit, such as gas",
    labelNames: ['chain'],
  });
  readonly payerBalance = new Gauge({
    ...this.#of,
    name: 'causeway_payer_balance_coins',
    help: "What the payer of a chain's oracle transactions has, native coins",
    labelNames: ['chain'],
  });
  readonly payerMinimum = new Gauge({
    ...this.#of,
    name: 'causeway_payer_minimum_coins',
    help: 'Configured balance below which a payer needs coins (relayer.payerMinimum)',
    labelNames: ['chain'],
  });
  readonly coinPrice = new Gauge({
    ...this.#of,
    name: 'causeway_coin_price',
    help: "Configured price of a chain's native coin (relayer.prices)",
    labelNames: ['chain'],
  });
  readonly deliveryFee = new Gauge({
    ...this.#of,
    name: 'causeway_delivery_fee_coins',
    help: 'Delivery fee of a lane, native coins of its source',
    labelNames: ['family', 'source', 'destination'],
  });
  readonly laneIncome = new Counter({
    ...this.#of,
    name: 'causeway_lane_income_coins_total',
    help: 'Delivery fees of final locks and burns of a lane, native coins of its source, which is the chain',
    labelNames: ['family', 'source', 'destination', 'chain'],
  });
  readonly laneCost = new Counter({
    ...this.#of,
    name: 'causeway_lane_cost_coins_total',
    help: 'What work for a lane cost the payer of a chain, native coins of that chain',
    labelNames: ['family', 'source', 'destination', 'chain', 'work'],
  });
  readonly newAccounts = new Counter({
    ...this.#of,
    name: 'causeway_new_account_deliveries_total',
    help: 'Deliveries for which the payer left rent in an account that did not exist',
    labelNames: ['chain'],
  });
  readonly credits = new Counter({
    ...this.#of,
    name: 'causeway_credits_total',
    help: 'Payments that failed and were credited to their recipient, who can claim them',
    labelNames: ['chain'],
  });
  readonly claims = new Counter({
    ...this.#of,
    name: 'causeway_claims_total',
    help: 'Credits that were claimed',
    labelNames: ['chain'],
  });
  readonly unclaimed = new Gauge({
    ...this.#of,
    name: 'causeway_credits_unclaimed',
    help: 'Recipients with a credit that they have not claimed, as it was read last',
    labelNames: ['chain'],
  });
  readonly invariant = new Gauge({
    ...this.#of,
    name: 'causeway_invariant_broken',
    help: '1 while an invariant does not hold',
    labelNames: ['invariant', 'chain', 'family', 'remote'],
  });
  readonly laneDifferences = new Gauge({
    ...this.#of,
    name: 'causeway_lane_differences',
    help: "Roots and executions on a lane that the source's messages do not account for",
    labelNames: ['family', 'source', 'destination'],
  });
  readonly watchLooked = new Gauge({
    ...this.#of,
    name: 'causeway_watch_looked_seconds',
    help: 'When a watch last compared all that a bridge did, Unix seconds',
    labelNames: ['chain', 'family'],
  });
  readonly watchFindings = new Gauge({
    ...this.#of,
    name: 'causeway_watch_findings',
    help: 'What a second look of a watch has confirmed at a bridge: roots, executions and invariants',
    labelNames: ['chain', 'family'],
  });
  readonly watchPauses = new Counter({
    ...this.#of,
    name: 'causeway_watch_pauses_total',
    help: "A watch's pauses, by what happened to them: begun, included, foundPaused, refused, lost",
    labelNames: ['chain', 'family', 'event'],
  });
  readonly pausesDue = new Gauge({
    ...this.#of,
    name: 'causeway_watch_pauses_due',
    help: 'Pauses that a watch has to make, by the reason why they are not in force yet',
    labelNames: ['chain', 'family', 'reason'],
  });
  readonly armed = new Gauge({
    ...this.#of,
    name: 'causeway_watch_armed',
    help: "1 while it is shown on chain that the watch's key can pause the bridge and nothing that only its admin may do",
    labelNames: ['chain', 'family'],
  });
  readonly guardianCoins = new Gauge({
    ...this.#of,
    name: 'causeway_watch_key_coins',
    help: "Coins of the guardian's key, which pays for pauses",
    labelNames: ['chain'],
  });
  readonly requests = new Counter({
    ...this.#of,
    name: 'causeway_signer_requests_total',
    help: 'Proposals, by code (signed, or the refusal)',
    labelNames: ['code'],
  });
  readonly verification = new Histogram({
    ...this.#of,
    name: 'causeway_signer_seconds',
    help: 'Time to verify and sign a proposal',
    buckets: CALL_BUCKETS,
  });
}

/** Answers of signers that alarms wait for: a signature, and the codes of a forgery or of a wrong deployment. */
const ALARMING_ANSWERS = ['signed', 'ROOT_MISMATCH', 'DEPLOYMENT_MISMATCH', 'CANCEL_NOT_EMITTED', 'CANCEL_REPEATED'];

/**
 * Shows the counters of a relayer that alarms watch, at 0. Prometheus takes the first value of a series for no
 * increase: the first event would raise no alarm, and what never happened could not be compared.
 */
export function beginAtZero(metrics: Metrics, chains: readonly string[], signers: readonly string[]): void {
  for (const chain of chains) {
    for (const reason of ['cancelNotEmitted', 'cancelRepeated']) metrics.deferred.inc({ chain, reason }, 0);
    for (const counter of [metrics.late, metrics.credits, metrics.claims, metrics.newAccounts])
      counter.inc({ chain }, 0);
    metrics.submissions.inc({ chain, state: 'failed' }, 0);
  }
  for (const signer of signers) {
    for (const code of ALARMING_ANSWERS) metrics.signatures.inc({ signer, code }, 0);
  }
}

/** Shows the counter of a signer's answers at 0, as `beginAtZero` does for a relayer. */
export function beginRequestsAtZero(metrics: Metrics): void {
  for (const code of [...ALARMING_ANSWERS, 'KEY_SERVICE']) metrics.requests.inc({ code }, 0);
}

/** Shows the counters of a watch that alarms watch, at 0, as `beginAtZero` does for a relayer. */
export function beginPausesAtZero(metrics: Metrics, bridges: readonly ChainIdentity[]): void {
  for (const { name: chain, family } of bridges) {
    for (const event of ['begun', 'refused']) metrics.watchPauses.inc({ chain, family, event }, 0);
  }
}
