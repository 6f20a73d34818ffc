import { and, asc, desc, eq, gt, inArray, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import type { AreaContext } from '../core/area.ts';
import { eventTables } from '../core/events.ts';
import type { Holding } from '../core/holding.ts';
import { pageOf } from '../core/page.ts';
import { given, memoize, prepared } from '../core/statements.ts';
import { all, first, run, type TxScript } from '../core/steps.ts';
import type { WalletTables } from './schema.ts';
import type { TransferReading, TransferRow } from './transfers.ts';

type Context = AreaContext<WalletTables>;

/** States in which a transfer has not left the wallet yet. */
export const UNDER_WAY: readonly TransferRow['state'][] = ['requested', 'sent'];

/** The event of a transfer that has left the wallet. */
export const TRANSFER_LEFT = 'transfer.included';

const eventsOf = memoize(eventTables);

export const findTransfer = ({ tables: { walletTransfers } }: Context, id: string): TxScript<TransferRow | undefined> =>
  first((db) => db.select().from(walletTransfers).where(eq(walletTransfers.id, id)));

export function* insertTransfer({ tables }: Context, row: TransferRow): TxScript<void> {
  yield* run((db) => db.insert(tables.walletTransfers).values(row));
}

/** Writes columns of a transfer. */
export function* updateTransfer(
  { tables: { walletTransfers } }: Context,
  id: string,
  set: Partial<TransferRow>,
): TxScript<void> {
  yield* run((db) => db.update(walletTransfers).set(set).where(eq(walletTransfers.id, id)));
}

/** The id of a transfer from the wallet that has not ended; undefined when there is none. */
export function* openTransferOf(
  { tables: { walletTransfers: transfers } }: Context,
  walletId: string,
): TxScript<string | undefined> {
  const open = yield* first((db) =>
    db
      .select({ id: transfers.id })
      .from(transfers)
      .where(and(eq(transfers.walletId, walletId), inArray(transfers.state, ['requested', 'sent', 'included'])))
      .limit(1),
  );
  return open?.id;
}

const transferStatements = memoize(({ tables, engine: { dialect } }: Context) => {
  const { walletTransfers: transfers } = tables;
  const { events } = eventsOf(dialect);
  const owed = (name: string, ofToken: SQL) =>
    prepared(name, (db) => {
      const left = db
        .select({ id: events.subject })
        .from(events)
        .where(and(gt(events.seq, sql.placeholder('seq')), eq(events.type, TRANSFER_LEFT)));
      const owes = or(inArray(transfers.state, [...UNDER_WAY]), inArray(transfers.id, left));
      const ofHolder = and(given(transfers.domain, 'domain'), given(transfers.from, 'holder'));
      return db
        .select({ amount: dialect.sumOfWire(transfers.amount) })
        .from(transfers)
        .where(and(owes, ofHolder, ofToken));
    });
  return {
    coinOwed: owed('coinOwedByTransfers', isNull(transfers.token)),
    tokenOwed: owed('tokenOwedByTransfers', given(transfers.token, 'token')),
  };
});

/** What transfers will still take of a holding, or have taken after the event `asOf`, in local units. */
export function* owedByTransfers(context: Context, { domain, holder, token }: Holding, asOf: number): TxScript<bigint> {
  const { coinOwed, tokenOwed } = transferStatements(context);
  const values = { domain, holder, seq: asOf };
  const row = token === null ? yield* first(coinOwed, values) : yield* first(tokenOwed, { ...values, token });
  return row?.amount ?? 0n;
}

/** TransferReading over its table. */
export function createTransferReading(context: Context): TransferReading {
  const { read } = context;
  const { walletTransfers: transfers } = context.tables;
  return {
    get: (id) => read(() => findTransfer(context, id)),

    list: (walletId, cursor, limit, skip = 0) =>
      read(function* () {
        const rows = yield* all((db) =>
          db
            .select()
            .from(transfers)
            .where(and(eq(transfers.walletId, walletId), cursor === null ? undefined : lt(transfers.id, cursor)))
            .orderBy(desc(transfers.id))
            .limit(limit + 1)
            .offset(skip),
        );
        return pageOf(rows, limit);
      }),

    requested: (limit) =>
      read(() =>
        all((db) =>
          db.select().from(transfers).where(eq(transfers.state, 'requested')).orderBy(asc(transfers.id)).limit(limit),
        ),
      ),

    requestedOf: (avatarId) =>
      read(() =>
        all((db) =>
          db
            .select()
            .from(transfers)
            .where(and(eq(transfers.state, 'requested'), eq(transfers.avatarId, avatarId)))
            .orderBy(asc(transfers.id)),
        ),
      ),
  };
}
