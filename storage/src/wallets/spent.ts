import { and, asc, eq, gte, isNull, ne, notInArray, or, type SQL } from 'drizzle-orm';
import { type BridgeTables, bridgeTables } from '../bridge/index.ts';
import type { Dialect } from '../core/dialect.ts';
import { given, givenAs, prepared } from '../core/statements.ts';
import { all, type TxScript } from '../core/steps.ts';
import type { Spent } from './limits.ts';
import type { WalletTables } from './schema.ts';

/** The period of every limit, milliseconds. */
export const DAY_MS = 86_400_000;

/** Rows that are read to find when a limit is free again. */
const MOST_ROWS = 1_000;

/**
 * A failed transfer and an order without a lock left nothing in the end, and a refund brings the amount back, but not
 * the fee. A row whose transfer or order was pruned counts.
 */
const counts = ({ walletSpends, walletTransfers }: WalletTables, { orders }: BridgeTables): SQL | undefined =>
  and(
    or(isNull(walletTransfers.id), ne(walletTransfers.state, 'failed')),
    or(isNull(orders.id), ne(orders.state, 'expired')),
    or(isNull(orders.id), eq(walletSpends.kind, 'fee'), notInArray(orders.state, ['refunded'])),
  );

/** Reads of what was spent and still counts. */
export function spentReads(tables: WalletTables, dialect: Dialect) {
  const { walletSpends: spends, walletTransfers: transfers } = tables;
  const bridge = bridgeTables(dialect);
  const { asset, walletId, spender, spenderId, decimals, atMs } = spends;
  const ofDay = (ofAsset: SQL | undefined) =>
    and(given(spends.avatarId, 'avatarId'), ofAsset, gte(atMs, givenAs(atMs, 'sinceMs')), counts(tables, bridge));
  const sums = (name: string, ofAsset: SQL | undefined) =>
    prepared(name, (db) =>
      db
        .select({ asset, walletId, spender, spenderId, decimals, units: dialect.sumOfWire(spends.amount) })
        .from(spends)
        .leftJoin(transfers, eq(transfers.id, spends.reference))
        .leftJoin(bridge.orders, eq(bridge.orders.id, spends.reference))
        .where(ofDay(ofAsset))
        .groupBy(asset, walletId, spender, spenderId, decimals),
    );
  const ofAll = sums('spentOfDay', undefined);
  const ofOne = sums('spentOfAsset', given(asset, 'asset'));
  const single = prepared('spendsOfAsset', (db) =>
    db
      .select({ walletId, atMs, decimals, units: spends.amount })
      .from(spends)
      .leftJoin(transfers, eq(transfers.id, spends.reference))
      .leftJoin(bridge.orders, eq(bridge.orders.id, spends.reference))
      .where(ofDay(given(asset, 'asset')))
      .orderBy(asc(atMs), asc(spends.id))
      .limit(MOST_ROWS),
  );
  return {
    /** What an avatar has spent within the day before `nowMs`, of one asset or of all. */
    of: (avatarId: string, nowMs: number, ofAsset?: string): TxScript<readonly Spent[]> => {
      const values = { avatarId, sinceMs: nowMs - DAY_MS };
      return ofAsset === undefined ? all(ofAll, values) : all(ofOne, { ...values, asset: ofAsset });
    },

    /** The single spends of one asset within the day before `nowMs`, oldest first. */
    each: (avatarId: string, nowMs: number, ofAsset: string) =>
      all(single, { avatarId, sinceMs: nowMs - DAY_MS, asset: ofAsset }),
  };
}
