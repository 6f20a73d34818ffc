import { and, asc, count, eq, gte, inArray, isNull } from 'drizzle-orm';
import { avatarTables } from '../avatars/index.ts';
import type { AreaContext } from '../core/area.ts';
import { frozenOf } from '../core/freezes.ts';
import type { Kit } from '../core/kit.ts';
import { isMore, less, partOf, sum } from '../core/quantity.ts';
import type { Bound, Leaving, Ledger, Quantity, Spend, SpendRefused } from '../core/spending.ts';
import { all, first, run, type Steps } from '../core/steps.ts';
import type { LimitRow, Spent } from './limits.ts';
import type { WalletTables } from './schema.ts';
import { DAY_MS, spentReads } from './spent.ts';
import type { LimitSubject } from './values.ts';

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

/** The one ledger of what leaves custodial wallets: sends, orders, and the fees of orders. */
export function createLedger(context: AreaContext<WalletTables>, kit: Kit): Ledger {
  const { clock, newId, tables, freezes } = context;
  const { wallets, walletSpends: spends, walletTransfers: transfers, spendingLimits } = tables;
  const { avatarSessions, avatarApiKeys } = avatarTables(kit);
  const reads = spentReads(tables, kit);

  function* walletStopped({ walletId, avatarId }: Spend): Steps<SpendRefused | undefined> {
    const visible = and(eq(wallets.id, walletId), eq(wallets.avatarId, avatarId), isNull(wallets.hiddenAtMs));
    const wallet = yield* first((db) => db.select({ address: wallets.address }).from(wallets).where(visible));
    if (!wallet) return { code: 'WALLET_GONE' };
    const frozen = yield* frozenOf(freezes, { avatarId, address: wallet.address });
    return frozen && { code: 'FROZEN', frozen };
  }

  function* credentialEnded({ spender: { credential } }: Spend): Steps<SpendRefused | undefined> {
    const table = credential.kind === 'token' ? avatarSessions : avatarApiKeys;
    const { revokedAtMs, expiresAtMs, id } = table;
    const row = yield* first((db) => db.select({ revokedAtMs, expiresAtMs }).from(table).where(eq(id, credential.id)));
    const live = row && row.revokedAtMs === null && (row.expiresAtMs === null || row.expiresAtMs > clock.now());
    return live ? undefined : { code: 'CREDENTIAL_ENDED' };
  }

  function* tooManySends({ avatarId, leaving, sendsPerDay }: Spend): Steps<SpendRefused | undefined> {
    if (!leaving.some(({ kind }) => kind === 'send')) return undefined;
    const ofDay = and(eq(transfers.avatarId, avatarId), gte(transfers.createdAtMs, clock.now() - DAY_MS));
    const made = (yield* first((db) => db.select({ sends: count() }).from(transfers).where(ofDay)))?.sends ?? 0;
    if (made < sendsPerDay) return undefined;
    const last = yield* first((db) =>
      db
        .select({ atMs: transfers.createdAtMs })
        .from(transfers)
        .where(ofDay)
        .orderBy(asc(transfers.createdAtMs))
        .limit(1)
        .offset(made - sendsPerDay),
    );
    return { code: 'TOO_MANY', freeAtMs: (last?.atMs ?? clock.now()) + DAY_MS + 1 };
  }

  /** The rules about a spend as a whole. */
  const wholeRules: readonly ((spend: Spend) => Steps<SpendRefused | undefined>)[] = [
    walletStopped,
    credentialEnded,
    tooManySends,
  ];

  function* draws({ avatarId, walletId, spender, leaving }: Spend): Steps<readonly Draw[]> {
    const assets = [...new Set(leaving.map(({ asset }) => asset))];
    const subjects: LimitSubject[] = ['avatar', 'wallet', 'apiKey', 'agent'];
    const ids = [avatarId, walletId, spender.id];
    const rows = yield* all((db) =>
      db
        .select()
        .from(spendingLimits)
        .where(
          and(
            inArray(spendingLimits.subject, subjects),
            inArray(spendingLimits.subjectId, ids),
            inArray(spendingLimits.asset, assets),
          ),
        ),
    );
    const found: Draw[] = [];
    for (const asset of assets) {
      const own = leaving.filter((each) => each.asset === asset) as [Leaving, ...Leaving[]];
      const set = (subject: LimitSubject, id: string): Quantity | undefined => {
        const row = rows.find((each) => each.asset === asset && each.subject === subject && each.subjectId === id);
        return row && quantityOf(row);
      };
      const amount = sum(own.map((each) => each.amount));
      const limit = set('avatar', avatarId) ?? own[0].limit;
      const spent = yield* reads.of(avatarId, clock.now(), asset);
      const allowance =
        spender.kind === 'apiKey' || spender.kind === 'agent' ? set(spender.kind, spender.id) : undefined;
      found.push({ asset, amount, limit, walletLimit: set('wallet', walletId), allowance, spent });
    }
    return found;
  }

  /** When so much has left the day that `draw` keeps the limit; null when it is more than the limit by itself. */
  function* freeAtMs({ asset, amount }: Draw, { most, used, of }: TooMuch, spend: Spend): Steps<number | null> {
    if (isMore(amount, most)) return null;
    let left = used;
    for (const row of yield* reads.each(spend.avatarId, clock.now(), asset)) {
      if (of === 'wallet' && row.walletId !== spend.walletId) continue;
      left = less(left, row);
      if (!isMore(sum([left, amount]), most)) return row.atMs + DAY_MS + 1;
    }
    return clock.now() + DAY_MS;
  }

  return {
    *refused(spend) {
      for (const rule of wholeRules) {
        const refused = yield* rule(spend);
        if (refused) return refused;
      }
      const drawn = yield* draws(spend);
      for (const rule of RULES) {
        for (const draw of drawn) {
          const verdict = rule(draw, spend);
          if (verdict?.code === 'TOO_MUCH') return { ...verdict, freeAtMs: yield* freeAtMs(draw, verdict, spend) };
          if (verdict) return verdict;
        }
      }
      return undefined;
    },

    *record({ avatarId, walletId, spender, leaving }, reference) {
      for (const { kind, asset, amount } of leaving) {
        if (amount.units === 0n) continue;
        const { units, decimals } = amount;
        const who = { avatarId, walletId, spender: spender.kind, spenderId: spender.id };
        const row = { id: newId(), kind, reference, ...who, asset, amount: units, decimals, atMs: clock.now() };
        yield* run((db) => db.insert(spends).values(row));
      }
    },
  };
}

/** The amount of a limit. */
export const quantityOf = ({ amount, decimals }: Pick<LimitRow, 'amount' | 'decimals'>): Quantity => ({
  units: amount,
  decimals,
});
