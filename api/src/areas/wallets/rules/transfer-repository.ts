import { ok } from '@causeway/protocol';
import type { TransferReading, TransferRow } from '@causeway/storage';
import { appendAudit } from '@causeway/storage/avatars';
import { finishKey, idempotencyLock, nothing, only, type TxScript, together } from '@causeway/storage/jobs';
import {
  findTransfer,
  insertTransfer,
  TRANSFER_LEFT,
  transferLock,
  UNDER_WAY,
  updateTransfer,
} from '@causeway/storage/wallets';
import { failureOf, frozenOf } from './freezes.ts';
import { reservedFunds } from './funds.ts';
import { recordSpend, refusedSpend } from './ledger.ts';
import { spendLocks } from './locks.ts';
import type { PayingStores } from './stores.ts';
import type { NewTransfer, TransferLimits, TransferPatch, TransferRefused, TransferRepository } from './transfers.ts';

type Failed = Pick<TransferRow, 'failureCode' | 'failureMessage'>;

const patchOf = only<TransferPatch>({ state: true, transaction: true, failureCode: true, failureMessage: true });

/** The jobs of a TransferRepository. */
export function createTransferJobs(stores: PayingStores): Omit<TransferRepository, keyof TransferReading> {
  const { context } = stores.wallets;
  const { write, clock, newId, appendEvent } = context;
  function* refused({ amount }: NewTransfer, { spend, funds }: TransferLimits): TxScript<TransferRefused | undefined> {
    const [error, promised] = yield* together(
      refusedSpend(stores, spend),
      funds ? reservedFunds(stores, funds) : nothing(),
    );
    if (error !== undefined || funds === undefined || promised === undefined) return error;
    return promised + amount > funds.free ? { code: 'FUNDS_RESERVED', reserved: promised } : undefined;
  }

  function* end({ id, version }: TransferRow, failure: Failed): TxScript<void> {
    const change = { ...failure, state: 'failed', updatedAtMs: clock.now(), version: version + 1 } as const;
    yield* updateTransfer(context, id, change);
  }

  return {
    request: (transfer, limits, idempotent, audit) =>
      write(
        'full',
        function* () {
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
          yield* insertTransfer(context, row);
          yield* recordSpend(stores, limits.spend, row.id);
          if (audit)
            yield* appendAudit(stores.avatars.context, { ...audit, facts: { ...audit.facts, transferId: row.id } });
          if (idempotent) yield* finishKey(context, idempotent, idempotent.answer(row));
          return ok(row);
        },
        { locks: [...spendLocks(limits.spend, limits.funds), ...(idempotent ? [idempotencyLock(idempotent)] : [])] },
      ),

    endRequested: (id, failure) =>
      write(
        'full',
        function* () {
          const row = yield* findTransfer(context, id);
          if (row?.state !== 'requested') return false;
          yield* end(row, failure);
          return true;
        },
        { locks: [transferLock(id)] },
      ),

    endFrozen: (id, fenced) =>
      write(
        'full',
        function* () {
          const row = yield* findTransfer(context, id);
          if (!row || !UNDER_WAY.includes(row.state)) return false;
          const frozen = yield* frozenOf(stores, { avatarId: row.avatarId, address: row.from });
          if (frozen) yield* end(row, failureOf(frozen));
          return frozen !== undefined;
        },
        { ...fenced, locks: [transferLock(id)] },
      ),

    update: (id, patch, fenced) =>
      write(
        'full',
        function* () {
          const row = yield* findTransfer(context, id);
          if (!row) return undefined;
          if (row.state === 'failed' && patch.state === 'sent') return row;
          // A transfer whose transaction expired is signed again; that begins anew, too.
          const begins = patch.state === 'sent' && patch.transaction !== row.transaction;
          const frozen = begins ? yield* frozenOf(stores, { avatarId: row.avatarId, address: row.from }) : undefined;
          const facts: typeof patch = frozen ? { state: 'failed', ...failureOf(frozen) } : patch;
          const { state = row.state } = facts;
          if (UNDER_WAY.includes(row.state) && (state === 'included' || state === 'completed')) {
            yield* appendEvent({ subject: id, type: TRANSFER_LEFT, data: {}, createdAtMs: clock.now() });
          }
          const change = { ...patchOf(facts), updatedAtMs: clock.now(), version: row.version + 1 };
          yield* updateTransfer(context, id, change);
          return { ...row, ...change };
        },
        { ...fenced, locks: [transferLock(id)] },
      ),
  };
}
