import type { Domain, Submission } from '@causeway/protocol';
import { and, asc, count, eq, inArray } from 'drizzle-orm';
import type { Fenced } from '../core/leases.ts';
import { given, placeholders, prepared } from '../core/statements.ts';
import { all, first, run, type Steps } from '../core/steps.ts';
import type { BridgeContext } from './context.ts';
import type { BridgeTables } from './schema.ts';

/** Purpose of a submission: an order's lock or burn, or the oracle's calls. */
export type SubmissionPurpose = 'lock' | 'burn' | 'oracle';

/** A durable outgoing transaction. It is reserved, that is persisted with its signed bytes, before it is broadcast. */
export interface StoredSubmission {
  /** UUID v7. */
  readonly id: string;
  readonly purpose: SubmissionPurpose;
  readonly domain: Domain;
  readonly family: string;
  readonly state: 'reserved' | 'broadcast' | 'included' | 'failed' | 'dropped';
  readonly payer: string;
  readonly sequence: number;
  /** Every signed version, the newest last: a replacement appends. */
  readonly versions: readonly Submission[];
  /** The orders in this submission. */
  readonly orderIds: readonly string[];
  /** Caller's facts (proposal, signers). */
  readonly details: Readonly<Record<string, unknown>>;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}

/** A submission to reserve. */
export type NewSubmission = Omit<StoredSubmission, 'id' | 'state' | 'createdAtMs' | 'updatedAtMs'>;

/** Outgoing transactions with all their signed versions. */
export interface SubmissionRepository {
  /** Persists before broadcast, fully durable. */
  reserve(submission: NewSubmission, fenced?: Fenced): Promise<StoredSubmission>;
  get(id: string): Promise<StoredSubmission | undefined>;
  /** Appends a signed version, fully durable. Throws when the submission does not exist. */
  addVersion(id: string, version: Submission, fenced?: Fenced): Promise<void>;
  /** Throws when the submission does not exist. */
  setState(id: string, state: StoredSubmission['state'], fenced?: Fenced): Promise<void>;
  /** Reserved and broadcast submissions for these purposes, oldest first. */
  open(purposes: readonly SubmissionPurpose[], domain?: Domain): Promise<readonly StoredSubmission[]>;
  /** Submissions for an order, oldest first. */
  forOrder(orderId: string): Promise<readonly StoredSubmission[]>;
}

/** Compiled queries over submissions. */
export const submissionStatements = ({ submissions, submissionVersions, submissionOrders }: BridgeTables) => ({
  submissionById: prepared('submissionById', (db) => db.select().from(submissions).where(given(submissions.id, 'id'))),
  openSubmissions: prepared('openSubmissions', (db) =>
    db
      .select()
      .from(submissions)
      .where(and(given(submissions.purpose, 'purpose'), inArray(submissions.state, ['reserved', 'broadcast'])))
      .orderBy(asc(submissions.id)),
  ),
  submissionsOfOrder: prepared('submissionsOfOrder', (db) =>
    db
      .select({ submission: submissions })
      .from(submissionOrders)
      .innerJoin(submissions, eq(submissions.id, submissionOrders.submissionId))
      .where(given(submissionOrders.orderId, 'orderId'))
      .orderBy(asc(submissions.id)),
  ),
  versionsOf: prepared('versionsOf', (db) =>
    db
      .select({ body: submissionVersions.body })
      .from(submissionVersions)
      .where(given(submissionVersions.submissionId, 'id'))
      .orderBy(asc(submissionVersions.number)),
  ),
  ordersOf: prepared('ordersOf', (db) =>
    db
      .select({ orderId: submissionOrders.orderId })
      .from(submissionOrders)
      .where(given(submissionOrders.submissionId, 'id'))
      .orderBy(asc(submissionOrders.number)),
  ),
  countVersions: prepared('countVersions', (db) =>
    db.select({ versions: count() }).from(submissionVersions).where(given(submissionVersions.submissionId, 'id')),
  ),
  insertSubmission: prepared('insertSubmission', (db) => db.insert(submissions).values(placeholders(submissions))),
  insertVersion: prepared('insertVersion', (db) =>
    db.insert(submissionVersions).values(placeholders(submissionVersions)),
  ),
  insertCarried: prepared('insertCarried', (db) => db.insert(submissionOrders).values(placeholders(submissionOrders))),
});

type SubmissionColumns = BridgeTables['submissions']['$inferSelect'];

/** SubmissionRepository over submissions, their versions and their orders. */
export function createSubmissionRepository(context: BridgeContext): SubmissionRepository {
  const { read, write, clock, newId, statements } = context;
  const { submissions } = context.tables;

  function* load(row: SubmissionColumns): Steps<StoredSubmission> {
    const versions = yield* all(statements.versionsOf, { id: row.id });
    const carried = yield* all(statements.ordersOf, { id: row.id });
    return { ...row, versions: versions.map(({ body }) => body), orderIds: carried.map(({ orderId }) => orderId) };
  }

  function* loadAll(rows: readonly SubmissionColumns[]): Steps<readonly StoredSubmission[]> {
    const loaded: StoredSubmission[] = [];
    for (const row of rows) loaded.push(yield* load(row));
    return loaded;
  }

  function* touch(id: string, fields: Partial<Pick<StoredSubmission, 'state'>>): Steps<void> {
    const change = { ...fields, updatedAtMs: clock() };
    const changed = yield* run((db) => db.update(submissions).set(change).where(eq(submissions.id, id)));
    if (changed !== 1) throw new Error(`no submission ${id}`);
  }

  return {
    reserve: ({ versions, orderIds, ...facts }, fenced) =>
      write(
        'full',
        function* () {
          const nowMs = clock();
          const row = { ...facts, id: newId(), state: 'reserved' as const, createdAtMs: nowMs, updatedAtMs: nowMs };
          const { id: submissionId } = row;
          yield* run(statements.insertSubmission, row);
          for (const [number, body] of versions.entries()) {
            yield* run(statements.insertVersion, { submissionId, number, body });
          }
          for (const [number, orderId] of orderIds.entries()) {
            yield* run(statements.insertCarried, { submissionId, number, orderId });
          }
          return { ...row, versions, orderIds };
        },
        fenced,
      ),

    get: (id) =>
      read(function* () {
        const row = yield* first(statements.submissionById, { id });
        return row && (yield* load(row));
      }),

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

    setState: (id, state, fenced) => write('full', () => touch(id, { state }), fenced),

    open: (purposes, domain) =>
      read(function* () {
        const rows: SubmissionColumns[] = [];
        for (const purpose of purposes) rows.push(...(yield* all(statements.openSubmissions, { purpose })));
        const wanted = rows.filter((row) => domain === undefined || row.domain === domain);
        return yield* loadAll(wanted.sort((one, other) => (one.id < other.id ? -1 : 1)));
      }),

    forOrder: (orderId) =>
      read(function* () {
        const rows = yield* all(statements.submissionsOfOrder, { orderId });
        return yield* loadAll(rows.map(({ submission }) => submission));
      }),
  };
}
