import type { Domain } from '@causeway/protocol';
import { and, desc, eq, gte, isNotNull, lt, sql } from 'drizzle-orm';
import { firstIdOf } from '../core/ids.ts';
import type { Fenced } from '../core/leases.ts';
import { mapPage, pageOf } from '../core/page.ts';
import { all, allOfEach, first, run, send, type TxScript } from '../core/steps.ts';
import type { BridgeContext } from './context.ts';
import { orderLock, payerLock, submissionLock } from './locks.ts';
import type { BridgeTables } from './schema.ts';
import { parseDetails, type SubmissionPurpose } from './submission-details.ts';
import type { Grounds, NewSubmission, StoredSubmission, SubmissionRepository } from './submissions.ts';

type SubmissionColumns = BridgeTables['submissions']['$inferSelect'];

/**
 * Purposes of which an order has one submission: a second one would take its amount again. The order of a fill is its
 * swap.
 */
const LOCKS: readonly SubmissionPurpose[] = ['lock', 'burn', 'fill'];
/** States of submissions that took nothing and will not. */
const WITHOUT_EFFECT: readonly StoredSubmission['state'][] = ['failed', 'dropped'];

const NO_GROUNDS: Grounds = { messages: [], roots: [] };

/** SubmissionRepository over submissions, their versions and their orders. */
export function createSubmissionRepository(context: BridgeContext): SubmissionRepository {
  const { read, write, clock, newId, statements } = context;
  const { submissions } = context.tables;

  function* load<P extends SubmissionPurpose>(row: SubmissionColumns & { purpose: P }): TxScript<StoredSubmission<P>> {
    const versions = yield* all(statements.versionsOf, { id: row.id });
    const carried = yield* all(statements.ordersOf, { id: row.id });
    const grounds = row.purpose === 'oracle' ? yield* groundsOf(row.id) : NO_GROUNDS;
    const orderIds = carried.map(({ orderId }) => orderId);
    const details = parseDetails(row.purpose, row.details);
    return { ...row, details, versions: versions.map(({ body }) => body), orderIds, grounds } as StoredSubmission<P>;
  }

  function* groundsOf(id: string): TxScript<Grounds> {
    const messages = yield* all(statements.messagesActedOn, { id });
    const roots = yield* all(statements.rootsToCommit, { id });
    return { messages, roots };
  }

  function* writeGrounds(submissionId: string, { messages, roots }: Grounds): TxScript<void> {
    for (const [number, { messageId, blockNumber, blockHash }] of messages.entries()) {
      yield* send(statements.insertActedOn, { submissionId, number, messageId, blockNumber, blockHash });
    }
    for (const [number, { source, firstNonce, count, root }] of roots.entries()) {
      yield* send(statements.insertRootToCommit, { submissionId, number, source, firstNonce, count, root });
    }
  }

  function* loadAll<P extends SubmissionPurpose>(
    rows: readonly (SubmissionColumns & { purpose: P })[],
  ): TxScript<readonly StoredSubmission<P>[]> {
    const loaded: StoredSubmission<P>[] = [];
    for (const row of rows) loaded.push(yield* load(row));
    return loaded;
  }

  function* touch(id: string, fields: Partial<Pick<StoredSubmission, 'state' | 'costs'>>): TxScript<void> {
    const change = { ...fields, updatedAtMs: clock.now() };
    const changed = yield* run((db) => db.update(submissions).set(change).where(eq(submissions.id, id)));
    if (changed !== 1) throw new Error(`no submission ${id}`);
  }

  /** Throws when an order of a lock, burn or fill has another one that was or may be included. */
  function* requireUnlocked({ purpose, orderIds }: Pick<StoredSubmission, 'purpose' | 'orderIds'>): TxScript<void> {
    if (!LOCKS.includes(purpose)) return;
    const [found] = yield* allOfEach([statements.submissionsOfOrder, orderIds.map((orderId) => ({ orderId }))]);
    for (const [index, orderId] of orderIds.entries()) {
      const earlier = (found[index] ?? []).map(({ submission }) => submission);
      const other = earlier.find((each) => LOCKS.includes(each.purpose) && !WITHOUT_EFFECT.includes(each.state));
      if (other) throw new Error(`order ${orderId} has the ${other.purpose} ${other.id}`);
    }
  }

  return {
    reserve: <P extends SubmissionPurpose>(
      { versions, orderIds, grounds = NO_GROUNDS, ...facts }: NewSubmission<P>,
      fenced?: Fenced,
    ) =>
      write(
        'full',
        function* () {
          yield* requireUnlocked({ ...facts, orderIds });
          const nowMs = clock.now();
          const row = {
            ...facts,
            id: newId(),
            state: 'reserved' as const,
            costs: null,
            createdAtMs: nowMs,
            updatedAtMs: nowMs,
          };
          const { id: submissionId } = row;
          yield* send(statements.insertSubmission, row);
          for (const [number, body] of versions.entries()) {
            yield* send(statements.insertVersion, { submissionId, number, body });
          }
          for (const [number, orderId] of orderIds.entries()) {
            yield* send(statements.insertCarried, { submissionId, number, orderId });
          }
          yield* writeGrounds(submissionId, grounds);
          return { ...row, versions, orderIds, grounds } as unknown as StoredSubmission<P>;
        },
        {
          ...fenced,
          locks: [
            payerLock(facts.domain, facts.payer),
            ...(LOCKS.includes(facts.purpose) ? orderIds.map(orderLock) : []),
          ],
        },
      ),

    addVersion: (id, body, fenced) =>
      write(
        'full',
        function* () {
          yield* touch(id, {});
          const number = (yield* first(statements.countVersions, { id }))?.versions ?? 0;
          yield* send(statements.insertVersion, { submissionId: id, number, body });
        },
        { ...fenced, locks: [submissionLock(id)] },
      ),

    setState: (id, state, { costs, ...fenced } = {}) =>
      write('full', () => touch(id, { state, ...(costs && { costs }) }), { ...fenced, locks: [submissionLock(id)] }),

    costed: (sinceMs) =>
      read(function* () {
        const rows = yield* all(statements.costedSubmissions, { purpose: 'oracle', sinceMs });
        return rows.flatMap(({ costs, details, ...row }) =>
          costs === null ? [] : [{ ...row, details: parseDetails('oracle', details), costs }],
        );
      }),

    costedPage: (sinceMs, after, limit) =>
      read(function* () {
        const { id, purpose, domain, family, details, costs, createdAtMs, updatedAtMs } = submissions;
        const rows = yield* all((db) =>
          db
            .select({ id, domain, family, details, costs, createdAtMs, updatedAtMs })
            .from(submissions)
            .where(
              and(
                // No column alone, so that the primary key is read in its order, and not the index of purposes sorted.
                sql`${purpose} || '' = 'oracle'`,
                isNotNull(costs),
                gte(id, firstIdOf(sinceMs)),
                after === null ? undefined : lt(id, after),
              ),
            )
            .orderBy(desc(id))
            .limit(limit + 1),
        );
        return mapPage(pageOf(rows, limit), ({ details, costs, ...row }) => ({
          ...row,
          details: parseDetails('oracle', details),
          costs: costs ?? [],
        }));
      }),

    open: <P extends SubmissionPurpose>(purposes: readonly P[], domain?: Domain) =>
      read(function* () {
        const rows: (SubmissionColumns & { purpose: P })[] = [];
        for (const purpose of purposes) {
          const open = yield* all(statements.openSubmissions, { purpose });
          rows.push(...open.map((row) => ({ ...row, purpose })));
        }
        const wanted = rows.filter((row) => domain === undefined || row.domain === domain);
        return yield* loadAll(wanted.sort((one, other) => (one.id < other.id ? -1 : 1)));
      }),

    openOf: (domain, payer) =>
      read(function* () {
        return yield* loadAll(yield* all(statements.openSubmissionsOf, { domain, payer }));
      }),

    forOrder: (orderId) =>
      read(function* () {
        const rows = yield* all(statements.submissionsOfOrder, { orderId });
        return yield* loadAll(rows.map(({ submission }) => submission));
      }),
  };
}
