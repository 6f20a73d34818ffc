import { and, asc, count, eq, gte, inArray, isNotNull, sql } from 'drizzle-orm';
import { given, placeholders, prepared } from '../core/statements.ts';
import type { BridgeTables } from './schema.ts';

/** Compiled queries over submissions. */
export const submissionStatements = ({
  submissions,
  submissionVersions,
  submissionOrders,
  submissionMessages,
  submissionRoots,
}: BridgeTables) => ({
  openSubmissions: prepared('openSubmissions', (db) =>
    db
      .select()
      .from(submissions)
      .where(and(given(submissions.purpose, 'purpose'), inArray(submissions.state, ['reserved', 'broadcast'])))
      .orderBy(asc(submissions.id)),
  ),
  openSubmissionsOf: prepared('openSubmissionsOf', (db) =>
    db
      .select()
      .from(submissions)
      .where(
        and(
          inArray(submissions.purpose, ['lock', 'burn', 'oracle', 'transfer']),
          inArray(submissions.state, ['reserved', 'broadcast']),
          given(submissions.domain, 'domain'),
          given(submissions.payer, 'payer'),
        ),
      )
      .orderBy(asc(submissions.id)),
  ),
  costedSubmissions: prepared('costedSubmissions', (db) =>
    db
      .select({
        domain: submissions.domain,
        family: submissions.family,
        details: submissions.details,
        costs: submissions.costs,
        updatedAtMs: submissions.updatedAtMs,
      })
      .from(submissions)
      .where(
        and(
          given(submissions.purpose, 'purpose'),
          isNotNull(submissions.costs),
          gte(submissions.updatedAtMs, sql.placeholder('sinceMs')),
        ),
      )
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
  messagesActedOn: prepared('messagesActedOn', (db) =>
    db
      .select({
        messageId: submissionMessages.messageId,
        blockNumber: submissionMessages.blockNumber,
        blockHash: submissionMessages.blockHash,
      })
      .from(submissionMessages)
      .where(given(submissionMessages.submissionId, 'id'))
      .orderBy(asc(submissionMessages.number)),
  ),
  rootsToCommit: prepared('rootsToCommit', (db) =>
    db
      .select({
        source: submissionRoots.source,
        firstNonce: submissionRoots.firstNonce,
        count: submissionRoots.count,
        root: submissionRoots.root,
      })
      .from(submissionRoots)
      .where(given(submissionRoots.submissionId, 'id'))
      .orderBy(asc(submissionRoots.number)),
  ),
  insertActedOn: prepared('insertActedOn', (db) =>
    db.insert(submissionMessages).values(placeholders(submissionMessages)),
  ),
  insertRootToCommit: prepared('insertRootToCommit', (db) =>
    db.insert(submissionRoots).values(placeholders(submissionRoots)),
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
