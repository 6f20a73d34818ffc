import type { Clock } from '@causeway/runtime';
import { sharedReading } from '../../bridge/shared-readings.ts';
import { iso } from '../../http/requests/times.ts';
import type { CreditService } from './credits.ts';
import type { OperatorDeps } from './deps.ts';
import { nameOf } from './names.ts';
import type { PayerService } from './payers.ts';
import { ATTENTION_KINDS, type AttentionKind, type AttentionView, type SignerStandingView } from './schemas.ts';
import type { TroubleService } from './trouble.ts';

/** How long an answer is reused, milliseconds. */
const LIFETIME_MS = 2_000;
/** Most elements of one kind. */
const MOST_OF_KIND = 20;
/** Orders that are looked at, of failed and of stuck ones. */
const MOST_ORDERS = 100;
/** Credits that are looked at, the newest. */
const MOST_CREDITS = 50;

// The spans of the alerting rules.
const BEHIND_MS = 10 * 60_000;
const UNSENT_MS = 5 * 60_000;
const SILENT_MS = 60 * 60_000;
const UNCLAIMED_MS = 7 * 24 * 60 * 60_000;

/** Refusals that stand for a forgery or a wrong deployment. */
const GRAVE: readonly string[] = ['ROOT_MISMATCH', 'DEPLOYMENT_MISMATCH', 'CANCEL_NOT_EMITTED', 'CANCEL_REPEATED'];

/** What a kind has always: how bad it is, and where to read on. */
export const KINDS: Readonly<Record<AttentionKind, Pick<AttentionView, 'severity' | 'runbook'>>> = {
  assetBroken: { severity: 'critical', runbook: 'CausewayInvariantBroken' },
  laneDiffers: { severity: 'critical', runbook: 'CausewayLaneDiffers' },
  viewBroken: { severity: 'critical', runbook: 'CausewayViewBroken' },
  signerDisagrees: { severity: 'critical', runbook: 'CausewaySignersDisagree' },
  orderStuck: { severity: 'critical', runbook: 'CausewayOrderStuck' },
  transactionStuck: { severity: 'critical', runbook: 'CausewayTransactionStuck' },
  networkDown: { severity: 'critical', runbook: 'CausewayChainBehind' },
  chainBehind: { severity: 'critical', runbook: 'CausewayChainBehind' },
  finalityStandsStill: { severity: 'critical', runbook: 'CausewayFinalityStandsStill' },
  payerLow: { severity: 'critical', runbook: 'CausewayPayerLow' },
  orderFailed: { severity: 'warning', runbook: 'CausewayOrdersFailed' },
  signerRefuses: { severity: 'warning', runbook: 'CausewaySignerSilent' },
  creditUnclaimed: { severity: 'warning', runbook: 'CausewayCreditsUnclaimed' },
};

/** The part of an element that differs within its kind. */
type Found = Pick<AttentionView, 'kind' | 'reason' | 'since'> &
  Partial<Pick<AttentionView, 'chain' | 'orderId' | 'commands'>>;

/** What needs a person. */
export interface AttentionService {
  /** The most urgent first; of each kind the oldest, and how many more there are. */
  list(): Promise<readonly AttentionView[]>;
}

interface Parts {
  readonly trouble: TroubleService;
  readonly credits: CreditService;
  readonly payers: PayerService;
  readonly signers: () => Promise<readonly SignerStandingView[]>;
}

/** Reads everything at most every two seconds, for any number of callers. A dead chain delays it by four seconds. */
export function createAttentionService(deps: OperatorDeps, parts: Parts): AttentionService {
  const read = async () => {
    const found = await Promise.all([
      fromMarket(deps),
      fromRecord(deps),
      fromOrders(parts),
      fromSigners(parts, deps.clock),
      fromPayers(parts),
      fromCredits(parts, deps.clock),
    ]);
    return ranked(found.flat());
  };
  return { list: sharedReading(deps.clock, LIFETIME_MS, read) };
}

/** The elements by the urgency of their kinds, the oldest first, at most MOST_OF_KIND of each. */
function ranked(found: readonly Found[]): readonly AttentionView[] {
  const sinceOf = ({ since }: Found) => since ?? '';
  return ATTENTION_KINDS.flatMap((kind) => {
    const ofKind = found.filter((one) => one.kind === kind).sort((a, b) => (sinceOf(a) < sinceOf(b) ? -1 : 1));
    const left = Math.max(0, ofKind.length - MOST_OF_KIND);
    const kept = ofKind.slice(0, MOST_OF_KIND);
    return kept.map((one, at) => ({
      ...KINDS[kind],
      ...{ chain: null, orderId: null, commands: [], ...one },
      more: at === kept.length - 1 ? left : 0,
    }));
  });
}

/** Assets that are not backed, chains that do not answer, and chains that finalize nothing. */
async function fromMarket({ market }: OperatorDeps): Promise<readonly Found[]> {
  const [assets, networks] = await Promise.all([market.assets.list(), market.networks.list()]);
  const broken = assets.flatMap(({ verdict, symbol, homeChain, reason }): Found[] =>
    verdict === 'broken'
      ? [{ kind: 'assetBroken', chain: homeChain, reason: `${symbol} is not backed: ${reason}`, since: null }]
      : [],
  );
  const ill = networks.flatMap(({ name, status, downSince, finality }): Found[] => {
    if (status === 'down')
      return [{ kind: 'networkDown', chain: name, reason: `no endpoint of ${name} answers`, since: downSince }];
    if (!finality.standsStill) return [];
    const reason = `${name} makes blocks and finalizes none: orders from there wait`;
    return [{ kind: 'finalityStandsStill', chain: name, reason, since: null }];
  });
  return [...broken, ...ill];
}

/** What relayers recorded: contradictions, differences, old heads, and transactions that no block has. */
async function fromRecord({ storage, bridge: { catalogue }, clock }: OperatorDeps): Promise<readonly Found[]> {
  const nowMs = clock.now();
  const bridges = catalogue.networks.flatMap((network) =>
    Object.values(network.providers).map(({ family, domain }) => ({ family, domain, chain: network.name })),
  );
  const [broken, differences, open, heads] = await Promise.all([
    storage.chainView.broken(),
    storage.comparisons.differences(),
    storage.submissions.open(['oracle']),
    Promise.all(bridges.map(({ family, domain }) => storage.chainView.cursor(family, domain))),
  ]);
  const status = { commands: ['causeway status'] };
  const behind = bridges.flatMap(({ chain, family }, at): Found[] => {
    const headMs = heads[at]?.timeMs;
    if (headMs !== undefined && nowMs - headMs < BEHIND_MS) return [];
    const what = family === 'main' ? chain : `${chain} (${family})`;
    const reason =
      headMs === undefined
        ? `no relayer has recorded a block of ${what}`
        : `the newest recorded block of ${what} is ${Math.floor((nowMs - headMs) / 60_000)} min old: is the relayer up?`;
    return [{ kind: 'chainBehind', chain, reason, since: headMs === undefined ? null : iso(headMs), ...status }];
  });
  return [
    ...broken.map(({ domain, code, reason, sinceMs }): Found => {
      const chain = nameOf(catalogue, domain);
      const words = `the record of ${chain} contradicts the chain (${code}: ${reason}); nothing is signed from it or to it`;
      return { kind: 'viewBroken', chain, reason: words, since: iso(sinceMs), ...status };
    }),
    ...differences.map(({ lane, detail, sinceMs }): Found => {
      const [source, chain] = [nameOf(catalogue, lane.source), nameOf(catalogue, lane.destination)];
      const reason = `${source} → ${chain}: ${detail}`;
      return { kind: 'laneDiffers', chain, reason, since: iso(sinceMs), commands: ['causeway relayer acknowledge'] };
    }),
    ...open.flatMap(({ domain, createdAtMs, state }): Found[] => {
      if (nowMs - createdAtMs < UNSENT_MS) return [];
      const chain = nameOf(catalogue, domain);
      const reason = `a transaction of the oracle on ${chain} waits for a block (${state}), and every order behind it`;
      return [{ kind: 'transactionStuck', chain, reason, since: iso(createdAtMs), ...status }];
    }),
    ...behind,
  ];
}

async function fromOrders({ trouble }: Parts): Promise<readonly Found[]> {
  // Apart, so that many old failures hide no order that is stuck.
  const [stuck, failed] = await Promise.all([
    trouble.oldest('stuck', MOST_ORDERS),
    trouble.oldest('failed', MOST_ORDERS),
  ]);
  return [...stuck, ...failed].map(({ trouble, reason, since, commands, order }) => ({
    kind: trouble === 'failed' ? 'orderFailed' : 'orderStuck',
    ...{ reason, since, commands, chain: order.toChain, orderId: order.orderId },
  }));
}

/** Signers whose last answer is a grave refusal, or that have refused for an hour. */
async function fromSigners({ signers }: Parts, clock: Clock): Promise<readonly Found[]> {
  const all = await signers();
  return all.flatMap(({ signer, chain, state, signedAt, refusedAt, refusalCode, refusalMessage }): Found[] => {
    if (state !== 'refuses' || refusedAt === null || refusalCode === null) return [];
    const reason = `${signer} refuses for ${chain} with ${refusalCode}: ${refusalMessage}`;
    const shared = { chain, reason, since: signedAt ?? refusedAt };
    if (GRAVE.includes(refusalCode)) return [{ kind: 'signerDisagrees', ...shared }];
    const isLong = signedAt === null || clock.now() - Date.parse(signedAt) >= SILENT_MS;
    return isLong ? [{ kind: 'signerRefuses', ...shared }] : [];
  });
}

async function fromPayers({ payers }: Parts): Promise<readonly Found[]> {
  const all = await payers.list();
  return all.flatMap(({ chain, address, balance, minimum, token, state }): Found[] => {
    if (state !== 'low') return [];
    const least = minimum === null ? '' : `, less than ${minimum}`;
    const reason = `the payer on ${chain} has ${balance} ${token ?? 'coins'}${least}: send coins to ${address}`;
    return [{ kind: 'payerLow', chain, reason, since: null }];
  });
}

async function fromCredits({ credits }: Parts, clock: Clock): Promise<readonly Found[]> {
  const { items } = await credits.list(null, MOST_CREDITS);
  return items.flatMap(({ chain, orderId, holder, amount, token, state, creditedAt }): Found[] => {
    if (state !== 'unclaimed' || creditedAt === null) return [];
    if (clock.now() - Date.parse(creditedAt) < UNCLAIMED_MS) return [];
    const reason = `${holder} has not claimed ${amount} ${token} on ${chain}; tell the holder, if you can`;
    return [{ kind: 'creditUnclaimed', chain, orderId, reason, since: creditedAt }];
  });
}
