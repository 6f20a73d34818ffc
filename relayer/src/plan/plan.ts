import type { CancelAfter, KeyIdentity, LaneState, OracleCall, OracleRoom } from '@causeway/chains';
import type { Domain } from '@causeway/protocol';
import type { Clock } from '@causeway/runtime';
import type { ChainViewRepository, CommittedRoot, ComparisonRepository, MessageRow, OrderRow } from '@causeway/storage';
import type { Logger } from 'pino';
import type { Delays } from '../account/delays.ts';
import type { Bridges, PlannedBridge, ReadBridge } from '../bridges.ts';
import type { Metrics } from '../metrics.ts';
import type { OrderTracker } from '../orders/order-tracker.ts';
import type { Action, Proposal } from './proposal.ts';
import { cancelCall, commitCall, executeCall, type ProvenInterval } from './prover.ts';

/** One message's delivery or cancellation within a plan. */
export interface PlannedItem {
  readonly kind: 'execute' | 'cancel';
  readonly row: MessageRow;
  readonly order: OrderRow | undefined;
  readonly interval: ProvenInterval;
}

/**
 * A round's choice: commitments for later rounds, and items. New intervals of items are committed together with them.
 */
export interface Choice {
  readonly commits: readonly ProvenInterval[];
  readonly items: readonly PlannedItem[];
}

/** The destination's oracle at the time of the plan: its members, and the number of them that must sign. */
export interface Oracle {
  readonly members: readonly string[];
  readonly threshold: number;
}

/** Calls that succeeded in a simulation on the destination, and the proposal for them. */
export interface Plan {
  readonly proposal: Proposal;
  readonly calls: readonly OracleCall[];
  /** The item of each action; undefined for a commitment. */
  readonly items: readonly (PlannedItem | undefined)[];
  readonly oracle: Oracle;
  /** Number of the oracle's transactions under way that are included before it. */
  readonly behind: number;
}

/** Settings of the planner, see the relayer section of the configuration. */
export interface PlannerRules {
  /** Most messages executed or cancelled in one transaction; as many as fit when absent. */
  readonly maxBatchOrders?: number | undefined;
  readonly maxCommitMessages: number;
  readonly cancelAfter: CancelAfter;
  /** How long a message that is too late when it turns final is delivered rather than cancelled, milliseconds. */
  readonly deliverAfterFinalMs: number;
}

export interface PlannerDeps {
  readonly bridge: PlannedBridge;
  readonly bridges: Bridges<ReadBridge>;
  readonly view: ChainViewRepository;
  readonly comparisons: Pick<ComparisonRepository, 'differs'>;
  readonly delays: Delays;
  readonly tracker: OrderTracker;
  readonly rules: PlannerRules;
  /** Payer of this destination's oracle transactions. */
  readonly payer: KeyIdentity;
  readonly clock: Clock;
  readonly metrics: Metrics;
  readonly log: Logger;
}

/** The facts of the destination and its sources for one round, read at once, as they are once `ahead` is included. */
export interface Reading {
  readonly oracle: Oracle;
  readonly anchor: string;
  readonly ahead: Ahead;
  /** What one transaction may use of a block; undefined where the rules of the oracle say all. */
  readonly room: OracleRoom | undefined;
  readonly inboundPaused: boolean;
  readonly finalizedTimeMs: number;
  readonly lanes: ReadonlyMap<Domain, LaneState>;
  /** Sources of lanes that differ, in either direction. Nothing but refunds is executed there. */
  readonly differing: ReadonlySet<Domain>;
  /** Sources that cannot be read. Their messages wait, and keep no other waiting. */
  readonly lost: ReadonlySet<Domain>;
}

/** The transactions under way on which a plan builds. */
export interface Ahead {
  /** Number of them that the chain has not included; 0 where transactions have no order. */
  readonly count: number;
  /** Roots that they commit. */
  readonly roots: readonly CommittedRoot[];
  /** The roots among them that the chain does not have yet, in order. */
  readonly coming: readonly CommittedRoot[];
  /** Sources whose next root has to wait for one that is under way. */
  readonly waiting: ReadonlySet<Domain>;
  /** What they draw from each bucket, wire units. */
  readonly draws: ReadonlyMap<string, bigint>;
}

/** Nothing is under way. */
export const NOTHING_AHEAD: Ahead = {
  ...{ count: 0, roots: [], coming: [], waiting: new Set<Domain>(), draws: new Map<string, bigint>() },
};

/** The first nonce from `source` without a root on the destination. */
export const nextInbound = ({ lanes }: Reading, source: Domain): bigint =>
  (lanes.get(source) as LaneState).nextInboundNonce;

/** True when the destination has no root for the interval yet. */
export const isFresh = (interval: ProvenInterval, reading: Reading): boolean =>
  interval.firstNonce >= nextInbound(reading, interval.lane.source);

/** The plan for `choice` at `bridge`, with the commitments first. */
export function composePlan({ provider }: PlannedBridge, { commits, items }: Choice, reading: Reading): Plan {
  const { family, domain } = provider;
  const used = items.map(({ interval }) => interval).filter((interval) => isFresh(interval, reading));
  const fresh = [...new Set([...commits, ...used])];
  const actions: Action[] = [
    ...fresh.map(({ lane, firstNonce, count }) => ({ commit: lane.source, firstNonce, count })),
    ...items.map(actionOf),
  ];
  const calls = [
    ...fresh.map(commitCall),
    ...items.map(({ kind, interval, row }) => (kind === 'execute' ? executeCall : cancelCall)(interval, row)),
  ];
  return {
    proposal: { destination: domain, family, anchor: reading.anchor, actions },
    calls,
    items: [...fresh.map(() => undefined), ...items],
    oracle: reading.oracle,
    behind: reading.ahead.count,
  };
}

function actionOf({ kind, row: { message }, interval: { firstNonce, count } }: PlannedItem): Action {
  const where = { nonce: message.nonce, firstNonce, count };
  return kind === 'execute' ? { execute: message.source, ...where } : { cancel: message.source, ...where };
}
