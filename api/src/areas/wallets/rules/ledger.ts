import type { LimitRow, LimitSubject, Quantity, Spent } from '@causeway/storage';
import { freezeSteps } from '@causeway/storage/avatars';
import { type TxScript, together } from '@causeway/storage/jobs';
import {
  countSends,
  credentialEnds,
  DAY_MS,
  insertSpend,
  limitsOf,
  quantityOf,
  sendTime,
  spendableAddress,
} from '@causeway/storage/wallets';
import { frozenOf } from './freezes.ts';
import { isMore, less, partOf, sum } from './quantity.ts';
import type { Bound, Leaving, Spend, SpendRefused } from './spends.ts';
import type { PayingStores } from './stores.ts';

const NOTHING: Quantity = { units: 0n, decimals: 0 };

/** One asset of a spend, with what decides about it. */
interface Draw {
  readonly asset: string;
  readonly amount: Quantity;
  /** The avatar's limit of a day; null: any amount. */
  readonly limit: Quantity | null;
  readonly walletLimit: Quantity | undefined;
  readonly allowance: Quantity | undefined;
  /** What the avatar spent of it within the day. */
  readonly spent: readonly Spent[];
}

/** The bound that `amount` would exceed beside what is `used` of `most`. */
const exceeding = ({ asset, amount }: Draw, most: Quantity, used: Quantity): Bound | undefined =>
  isMore(sum([used, amount]), most) ? { asset, most, used } : undefined;

const spentBy = (spent: readonly Spent[], counts: (row: Spent) => boolean): Quantity => sum(spent.filter(counts));

/** The limits of the day for one asset: the avatar's, then the wallet's. */
function boundsOf({ limit, walletLimit, spent }: Draw, { walletId }: Spend) {
  const ofWallet = spent.filter((row) => row.walletId === walletId);
  return [
    { of: 'avatar' as const, most: limit, spent },
    { of: 'wallet' as const, most: walletLimit ?? null, spent: ofWallet },
  ];
}

/** What a rule about one asset says: the refusal without the time at which a limit is free again. */
type Verdict = (SpendRefused & { readonly code: 'NEEDS_PASSWORD' | 'NEEDS_APPROVAL' }) | TooMuch;
type TooMuch = { readonly code: 'TOO_MUCH'; readonly of: 'avatar' | 'wallet' } & Bound;

/** The rules about each asset that leaves, in the order of their answers. */
const RULES: readonly ((draw: Draw, spend: Spend) => Verdict | undefined)[] = [
  function limits(draw, spend) {
    for (const { of, most, spent } of boundsOf(draw, spend)) {
      const bound = most && exceeding(draw, most, sum(spent));
      if (bound) return { code: 'TOO_MUCH', of, ...bound };
    }
    return undefined;
  },

  function allowance(draw, { spender: { kind, id } }) {
    if (kind !== 'apiKey' && kind !== 'agent') return undefined;
    const used = spentBy(draw.spent, (row) => row.spender === kind && row.spenderId === id);
    const bound = exceeding(draw, draw.allowance ?? NOTHING, used);
    return bound && { code: 'NEEDS_APPROVAL', ...bound };
  },

  /**
   * Counts what all sessions spent so, because a session is quickly made anew. An asset without a limit has no part.
   */
  function password(draw, spend) {
    if (spend.spender.kind !== 'session') return undefined;
    for (const { of, most, spent } of boundsOf(draw, spend)) {
      if (of === 'wallet' && most === null) continue;
      const part = most ? partOf(most, spend.partWithoutPassword) : NOTHING;
      const bound = exceeding(
        draw,
        part,
        spentBy(spent, ({ spender }) => spender === 'session'),
      );
      if (bound) return { code: 'NEEDS_PASSWORD', ...bound };
    }
    return undefined;
  },
];

function* walletStopped(stores: PayingStores, { walletId, avatarId }: Spend): TxScript<SpendRefused | undefined> {
  const address = yield* spendableAddress(stores.wallets.context, walletId, avatarId);
  if (address === undefined) return { code: 'WALLET_GONE' };
  const frozen = yield* frozenOf(stores, { avatarId, address });
  return frozen && { code: 'FROZEN', frozen };
}

function* credentialEnded({ avatars, wallets: { context } }: PayingStores, { avatarId, spender }: Spend) {
  const { credential } = spender;
  // The takeover of an owner ends it, too, so it is read once the owners are kept.
  yield* freezeSteps(avatars.context.tables).kept(avatarId);
  const row = yield* credentialEnds(context, credential);
  const live = row && row.revokedAtMs === null && (row.expiresAtMs === null || row.expiresAtMs > context.clock.now());
  return live ? undefined : ({ code: 'CREDENTIAL_ENDED' } as const);
}

function* tooManySends(
  { wallets: { context } }: PayingStores,
  { avatarId, leaving, sendsPerDay }: Spend,
): TxScript<SpendRefused | undefined> {
  if (!leaving.some(({ kind }) => kind === 'send')) return undefined;
  const nowMs = context.clock.now();
  const made = yield* countSends(context, avatarId, nowMs);
  if (made < sendsPerDay) return undefined;
  const lastMs = yield* sendTime(context, avatarId, nowMs, made - sendsPerDay);
  return { code: 'TOO_MANY', freeAtMs: (lastMs ?? nowMs) + DAY_MS + 1 };
}

/** The rules about a spend as a whole. */
const WHOLE_RULES: readonly ((stores: PayingStores, spend: Spend) => TxScript<SpendRefused | undefined>)[] = [
  walletStopped,
  credentialEnded,
  tooManySends,
];

function* draws(
  { wallets: { context, spent: reads } }: PayingStores,
  { avatarId, walletId, spender, leaving }: Spend,
): TxScript<readonly Draw[]> {
  const assets = [...new Set(leaving.map(({ asset }) => asset))];
  const ids = [avatarId, walletId, spender.id];
  const nowMs = context.clock.now();
  const [rows, ...spentOf] = yield* together<[LimitRow[], ...(readonly Spent[])[]]>(
    limitsOf(context, ['avatar', 'wallet', 'apiKey', 'agent'], ids, assets),
    ...assets.map((asset) => reads.of(avatarId, nowMs, asset)),
  );
  const found: Draw[] = [];
  for (const [index, asset] of assets.entries()) {
    const own = leaving.filter((each) => each.asset === asset) as [Leaving, ...Leaving[]];
    const set = (subject: LimitSubject, id: string): Quantity | undefined => {
      const row = rows.find((each) => each.asset === asset && each.subject === subject && each.subjectId === id);
      return row && quantityOf(row);
    };
    const amount = sum(own.map((each) => each.amount));
    const limit = set('avatar', avatarId) ?? own[0].limit;
    const spent = spentOf[index] ?? [];
    const allowance = spender.kind === 'apiKey' || spender.kind === 'agent' ? set(spender.kind, spender.id) : undefined;
    found.push({ asset, amount, limit, walletLimit: set('wallet', walletId), allowance, spent });
  }
  return found;
}

/** When so much has left the day that `draw` keeps the limit; null when it is more than the limit by itself. */
function* freeAtMs(
  { wallets: { context, spent: reads } }: PayingStores,
  { asset, amount }: Draw,
  { most, used, of }: TooMuch,
  spend: Spend,
): TxScript<number | null> {
  if (isMore(amount, most)) return null;
  const nowMs = context.clock.now();
  let left = used;
  for (const row of yield* reads.each(spend.avatarId, nowMs, asset)) {
    if (of === 'wallet' && row.walletId !== spend.walletId) continue;
    left = less(left, row);
    if (!isMore(sum([left, amount]), most)) return row.atMs + DAY_MS + 1;
  }
  return nowMs + DAY_MS;
}

/**
 * The first rule that a spend would break: a send, or an order with its fee. It belongs to the transaction that
 * reserves the funds.
 */
export function* refusedSpend(stores: PayingStores, spend: Spend): TxScript<SpendRefused | undefined> {
  const [drawn, ...whole] = yield* together<[readonly Draw[], ...(SpendRefused | undefined)[]]>(
    draws(stores, spend),
    ...WHOLE_RULES.map((rule) => rule(stores, spend)),
  );
  const refused = whole.find((one) => one !== undefined);
  if (refused) return refused;
  for (const rule of RULES) {
    for (const draw of drawn) {
      const verdict = rule(draw, spend);
      if (verdict?.code === 'TOO_MUCH') {
        return { ...verdict, freeAtMs: yield* freeAtMs(stores, draw, verdict, spend) };
      }
      if (verdict) return verdict;
    }
  }
  return undefined;
}

/**
 * Writes a spend down, in the same transaction. `reference` is its transfer or order, whose state decides whether it
 * still counts.
 */
export function* recordSpend(
  { wallets: { context } }: PayingStores,
  { avatarId, walletId, spender, leaving }: Spend,
  reference: string,
): TxScript<void> {
  const { newId, clock } = context;
  for (const { kind, asset, amount } of leaving) {
    if (amount.units === 0n) continue;
    const { units, decimals } = amount;
    const who = { avatarId, walletId, spender: spender.kind, spenderId: spender.id };
    yield* insertSpend(context, {
      ...{ id: newId(), kind, reference, ...who, asset, amount: units, decimals, atMs: clock.now() },
    });
  }
}
