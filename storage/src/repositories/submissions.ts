import { and, asc, count, eq, inArray } from 'drizzle-orm';
import type { Context } from '../database.ts';
import type { SubmissionRepository, SubmissionRow } from '../repositories.ts';
import { submissionOrders, submissions, submissionVersions } from '../schema.ts';

/** SubmissionRepository over submissions, their versions and the orders they carry. */
export function createSubmissionRepository({ db, write, clock, newId }: Context): SubmissionRepository {
  function load(row: typeof submissions.$inferSelect): SubmissionRow {
    const versions = db
      .select({ body: submissionVersions.body })
      .from(submissionVersions)
      .where(eq(submissionVersions.submissionId, row.id))
      .orderBy(asc(submissionVersions.number))
      .all();
    const carried = db
      .select({ orderId: submissionOrders.orderId })
      .from(submissionOrders)
      .where(eq(submissionOrders.submissionId, row.id))
      .orderBy(asc(submissionOrders.number))
      .all();
    return { ...row, versions: versions.map(({ body }) => body), orderIds: carried.map(({ orderId }) => orderId) };
  }

  function touch(id: string, fields: Partial<Pick<SubmissionRow, 'state'>>): void {
    const { changes } = db
      .update(submissions)
      .set({ ...fields, updatedAtMs: clock() })
      .where(eq(submissions.id, id))
      .run();
    if (changes !== 1) throw new Error(`no submission ${id}`);
  }

  return {
    reserve: ({ versions, orderIds, ...facts }) =>
      write('full', () => {
        const nowMs = clock();
        const row = { ...facts, id: newId(), state: 'reserved' as const, createdAtMs: nowMs, updatedAtMs: nowMs };
        const { id: submissionId } = row;
        db.insert(submissions).values(row).run();
        for (const [number, body] of versions.entries()) {
          db.insert(submissionVersions).values({ submissionId, number, body }).run();
        }
        for (const [number, orderId] of orderIds.entries()) {
          db.insert(submissionOrders).values({ submissionId, number, orderId }).run();
        }
        return { ...row, versions, orderIds };
      }),

    async get(id) {
      const row = db.select().from(submissions).where(eq(submissions.id, id)).get();
      return row && load(row);
    },

    addVersion: (id, body) =>
      write('full', () => {
        touch(id, {});
        const stored = eq(submissionVersions.submissionId, id);
        const number = db.select({ number: count() }).from(submissionVersions).where(stored).get()?.number ?? 0;
        db.insert(submissionVersions).values({ submissionId: id, number, body }).run();
      }),

    setState: (id, state) => write('full', () => touch(id, { state })),

    open: async (purpose, domain) =>
      db
        .select()
        .from(submissions)
        .where(
          and(
            eq(submissions.purpose, purpose),
            inArray(submissions.state, ['reserved', 'broadcast']),
            domain === undefined ? undefined : eq(submissions.domain, domain),
          ),
        )
        .orderBy(asc(submissions.id))
        .all()
        .map(load),

    forOrder: async (orderId) =>
      db
        .select()
        .from(submissions)
        .where(
          inArray(
            submissions.id,
            db
              .select({ id: submissionOrders.submissionId })
              .from(submissionOrders)
              .where(eq(submissionOrders.orderId, orderId)),
          ),
        )
        .orderBy(asc(submissions.id))
        .all()
        .map(load),
  };
}
