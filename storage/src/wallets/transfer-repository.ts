import { ok } from '@causeway/protocol';
import { and, asc, desc, eq, gt, inArray, isNull, lt, or } from 'drizzle-orm';
import { appendAudit, avatarTables } from '../avatars/index.ts';
import type { AreaContext } from '../core/area.ts';
import { owed } from '../core/debts.ts';
import { eventTables } from '../core/events.ts';
import { failureOf, frozenOf } from '../core/freezes.ts';
import { finishKey } from '../core/idempotency.ts';
import type { Kit } from '../core/kit.ts';
import { only } from '../core/only.ts';
import { pageOf } from '../core/page.ts';
import type { Ledger } from '../core/spending.ts';
import { all, first, run, type Steps } from '../core/steps.ts';
import type { WalletTables } from './schema.ts';
import type {
  NewTransfer,
  TransferLimits,
  TransferPatch,
  TransferRefused,
  TransferRepository,
  TransferRow,
} from './transfers.ts';

/** States in which a transfer has not left the wallet yet. */
const UNDER_WAY: readonly TransferRow['state'][] = ['requested', 'sent'];
/** The event of a transfer that has left the wallet. */
const LEFT = 'transfer.included';

type Failed = Pick<TransferRow, 'failureCode' | 'failureMessage'>;

const patchOf = only<TransferPatch>({ state: true, transaction: true, failureCode: true, failureMessage: true });

/** TransferRepository over its table. */
export function createTransferRepository(
  context: AreaContext<WalletTables>,
  kit: Kit,
  ledger: Ledger,
): TransferRepository {
  const { read, write, clock, newId, debts, freezes, appendEvent } = context;
  const audits = { newId, clock, tables: avatarTables(kit) };
  const { walletTransfers: transfers } = context.tables;
  const { events } = eventTables(kit);
  const find = (id: string): Steps<TransferRow | undefined> =>
    first((db) => db.select().from(transfers).where(eq(transfers.id, id)));

  debts.push(function* ({ domain, holder, token }, asOf) {
    const rows = yield* first((db) => {
      const left = db
        .select({ id: events.subject })
        .from(events)
        .where(and(gt(events.seq, asOf), eq(events.type, LEFT)));
      return db
        .select({ amount: kit.sumOfWire(transfers.amount) })
        .from(transfers)
        .where(
          and(
            or(inArray(transfers.state, [...UNDER_WAY]), inArray(transfers.id, left)),
            eq(transfers.domain, domain),
            eq(transfers.from, holder),
            token === null ? isNull(transfers.token) : eq(transfers.token, token),
          ),
        );
    });
    return rows?.amount ?? 0n;
  });

  function* refused({ amount }: NewTransfer, { spend, funds }: TransferLimits): Steps<TransferRefused | undefined> {
    const error = yield* ledger.refused(spend);
    if (error !== undefined || funds === undefined) return error;
    const promised = yield* owed(debts, funds);
    return promised + amount > funds.free ? { code: 'OWES_TOO_MUCH', owed: promised } : undefined;
  }

  function* end({ id, version }: TransferRow, failure: Failed): Steps<void> {
    const change = { ...failure, state: 'failed', updatedAtMs: clock.now(), version: version + 1 } as const;
    yield* run((db) => db.update(transfers).set(change).where(eq(transfers.id, id)));
  }

  return {
    request: (transfer, limits, idempotent, audit) =>
      write('full', function* () {
        const error = yield* refused(transfer, limits);
        if (error) return { ok: false, error } as const;
        const nowMs = clock.now();
        const row: TransferRow = {
          ...transfer,
          id: newId(),
          state: 'requested',
          transaction: null,
          failureCode: null,
          failureMessage: null,
          createdAtMs: nowMs,
          updatedAtMs: nowMs,
          version: 1,
        };
        yield* run((db) => db.insert(transfers).values(row));
        yield* ledger.record(limits.spend, row.id);
        if (audit) yield* appendAudit(audits, { ...audit, facts: { ...audit.facts, transferId: row.id } });
        if (idempotent) yield* finishKey({ engine: { kit } }, idempotent, idempotent.answer(row));
        return ok(row);
      }),

    get: (id) => read(() => find(id)),

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

    endRequested: (id, failure) =>
      write('full', function* () {
        const row = yield* find(id);
        if (row?.state !== 'requested') return false;
        yield* end(row, failure);
        return true;
      }),

    endFrozen: (id, fenced) =>
      write(
        'full',
        function* () {
          const row = yield* find(id);
          if (!row || !UNDER_WAY.includes(row.state)) return false;
          const frozen = yield* frozenOf(freezes, { avatarId: row.avatarId, address: row.from });
          if (frozen) yield* end(row, failureOf(frozen));
          return frozen !== undefined;
        },
        fenced,
      ),

    update: (id, patch, fenced) =>
      write(
        'full',
        function* () {
          const row = yield* find(id);
          if (!row) return undefined;
          if (row.state === 'failed' && patch.state === 'sent') return row;
          // A transfer whose transaction expired is signed again; that begins anew, too.
          const begins = patch.state === 'sent' && patch.transaction !== row.transaction;
          const frozen = begins ? yield* frozenOf(freezes, { avatarId: row.avatarId, address: row.from }) : undefined;
          const facts: typeof patch = frozen ? { state: 'failed', ...failureOf(frozen) } : patch;
          const { state = row.state } = facts;
          if (UNDER_WAY.includes(row.state) && (state === 'included' || state === 'completed')) {
            yield* appendEvent({ subject: id, type: LEFT, data: {}, createdAtMs: clock.now() });
          }
          const change = { ...patchOf(facts), updatedAtMs: clock.now(), version: row.version + 1 };
          yield* run((db) => db.update(transfers).set(change).where(eq(transfers.id, id)));
          return { ...row, ...change };
        },
        fenced,
      ),
  };
}
