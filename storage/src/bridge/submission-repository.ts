import { eq } from 'drizzle-orm';
import { all, first, run, type Steps } from '../core/steps.ts';
import type { BridgeContext } from './context.ts';
import type { BridgeTables } from './schema.ts';
import type { Grounds, StoredSubmission, SubmissionRepository } from './submissions.ts';

type SubmissionColumns = BridgeTables['submissions']['$inferSelect'];

/** Purposes of which an order has one submission: a second one would take its amount again. */
const LOCKS: readonly StoredSubmission['purpose'][] = ['lock', 'burn'];
/** States of submissions that took nothing and will not. */
const WITHOUT_EFFECT: readonly StoredSubmission['state'][] = ['failed', 'dropped'];

const NO_GROUNDS: Grounds = { messages: [], roots: [] };

/** SubmissionRepository over submissions, their versions and their orders. */
export function createSubmissionRepository(context: BridgeContext): SubmissionRepository {
  const { read, write, clock, newId, statements } = context;
  const { submissions } = context.tables;

  function* load(row: SubmissionColumns): Steps<StoredSubmission> {
    const versions = yield* all(statements.versionsOf, { id: row.id });
    const carried = yield* all(statements.ordersOf, { id: row.id });
    const grounds = row.purpose === 'oracle' ? yield* groundsOf(row.id) : NO_GROUNDS;
    const orderIds = carried.map(({ orderId }) => orderId);
    return { ...row, versions: versions.map(({ body }) => body), orderIds, grounds };
  }

  function* groundsOf(id: string): Steps<Grounds> {
    const messages = yield* all(statements.messagesActedOn, { id });
    const roots = yield* all(statements.rootsToCommit, { id });
    return { messages, roots };
  }

  function* writeGrounds(submissionId: string, { messages, roots }: Grounds): Steps<void> {
    for (const [number, { messageId, blockNumber, blockHash }] of messages.entries()) {
      yield* run(statements.insertActedOn, { submissionId, number, messageId, blockNumber, blockHash });
    }
    for (const [number, { source, firstNonce, count, root }] of roots.entries()) {
      yield* run(statements.insertRootToCommit, { submissionId, number, source, firstNonce, count, root });
    }
  }

  function* loadAll(rows: readonly SubmissionColumns[]): Steps<readonly StoredSubmission[]> {
    const loaded: StoredSubmission[] = [];
    for (const row of rows) loaded.push(yield* load(row));
    return loaded;
  }

  function* touch(id: string, fields: Partial<Pick<StoredSubmission, 'state' | 'costs'>>): Steps<void> {
    const change = { ...fields, updatedAtMs: clock() };
    const changed = yield* run((db) => db.update(submissions).set(change).where(eq(submissions.id, id)));
    if (changed !== 1) throw new Error(`no submission ${id}`);
  }

  /** Throws when an order of a lock or burn has another one that was or may be included. */
  function* requireUnlocked({ purpose, orderIds }: Pick<StoredSubmission, 'purpose' | 'orderIds'>): Steps<void> {
    if (!LOCKS.includes(purpose)) return;
    for (const orderId of orderIds) {
      const earlier = (yield* all(statements.submissionsOfOrder, { orderId })).map(({ submission }) => submission);
      const other = earlier.find((each) => LOCKS.includes(each.purpose) && !WITHOUT_EFFECT.includes(each.state));
      if (other) throw new Error(`order ${orderId} is locked by submission ${other.id}`);
    }
  }

  return {
    reserve: ({ versions, orderIds, grounds = NO_GROUNDS, ...facts }, fenced) =>
      write(
        'full',
        function* () {
          yield* requireUnlocked({ ...facts, orderIds });
          const nowMs = clock();
          const row = {
            ...facts,
            id: newId(),
            state: 'reserved' as const,
            costs: null,
            createdAtMs: nowMs,
            updatedAtMs: nowMs,
          };
          const { id: submissionId } = row;
          yield* run(statements.insertSubmission, row);
          for (const [number, body] of versions.entries()) {
            yield* run(statements.insertVersion, { submissionId, number, body });
          }
          for (const [number, orderId] of orderIds.entries()) {
            yield* run(statements.insertCarried, { submissionId, number, orderId });
          }
          yield* writeGrounds(submissionId, grounds);
          return { ...row, versions, orderIds, grounds };
        },
        fenced,
      ),

    addVersion: (id, body, fenced) =>
      write(
        'full',
        function* () {
          yield* touch(id, {});
          const number = (yield* first(statements.countVersions, { id }))?.versions ?? 0;
          yield* run(statements.insertVersion, { submissionId: id, number, body });
        },
        fenced,
      ),

    setState: (id, state, { costs, ...fenced } = {}) =>
      write('full', () => touch(id, { state, ...(costs && { costs }) }), fenced),

    costed: (purpose, sinceMs) =>
      read(function* () {
        const rows = yield* all(statements.costedSubmissions, { purpose, sinceMs });
        return rows.flatMap(({ costs, ...row }) => (costs === null ? [] : [{ ...row, costs }]));
      }),

    open: (purposes, domain) =>
      read(function* () {
        const rows: SubmissionColumns[] = [];
        for (const purpose of purposes) rows.push(...(yield* all(statements.openSubmissions, { purpose })));
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
