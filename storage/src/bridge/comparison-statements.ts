import { and, asc, eq, gte, isNull, or, type SQL, sql } from 'drizzle-orm';
import { given, givenAs, prepared } from '../core/statements.ts';
import type { BridgeTables } from './schema.ts';

/** Compiled queries over roots, executions and differences, which run in every turn of a bridge. */
export const comparisonStatements = ({ roots, outcomes, laneDifferences }: BridgeTables) => {
  const counting = isNull(laneDifferences.acknowledgedAtMs);
  const differencesWhere = (where?: SQL) =>
    prepared(where ? 'differencesOf' : 'differences', (db) =>
      db
        .select()
        .from(laneDifferences)
        .where(and(where, counting))
        .orderBy(asc(laneDifferences.sinceMs), asc(laneDifferences.subject)),
    );
  const between = (source: string, destination: string) =>
    and(
      eq(laneDifferences.source, givenAs(laneDifferences.source, source)),
      eq(laneDifferences.destination, givenAs(laneDifferences.destination, destination)),
    );
  return {
    /** Roots of a lane from the nonce `from` on that were not found to agree. */
    uncomparedRoots: prepared('uncomparedRoots', (db) =>
      db
        .select()
        .from(roots)
        .where(
          and(
            given(roots.family, 'family'),
            given(roots.source, 'source'),
            given(roots.destination, 'destination'),
            eq(roots.compared, false),
            gte(roots.firstNonce, givenAs(roots.firstNonce, 'from')),
          ),
        )
        .orderBy(asc(roots.firstNonce), asc(roots.blockNumber), asc(roots.positionIndex))
        .limit(sql.placeholder('limit')),
    ),
    /** Executions at a bridge that were not found to agree, the oldest first. */
    uncomparedExecutions: prepared('uncomparedExecutions', (db) =>
      db
        .select()
        .from(outcomes)
        .where(
          and(
            given(outcomes.family, 'family'),
            given(outcomes.domain, 'domain'),
            eq(outcomes.compared, false),
            eq(outcomes.status, 'executed'),
          ),
        )
        .orderBy(asc(outcomes.blockNumber), asc(outcomes.positionIndex))
        .limit(sql.placeholder('limit')),
    ),
    setRootCompared: prepared('setRootCompared', (db) =>
      db
        .update(roots)
        .set({ compared: true })
        .where(
          and(
            given(roots.family, 'family'),
            given(roots.source, 'source'),
            given(roots.destination, 'destination'),
            given(roots.firstNonce, 'firstNonce'),
            given(roots.blockNumber, 'blockNumber'),
            given(roots.positionIndex, 'positionIndex'),
          ),
        ),
    ),
    setExecutionCompared: prepared('setExecutionCompared', (db) =>
      db
        .update(outcomes)
        .set({ compared: true })
        .where(
          and(
            given(outcomes.messageId, 'messageId'),
            given(outcomes.family, 'family'),
            given(outcomes.domain, 'domain'),
          ),
        ),
    ),
    /** Ends the difference about the root of an interval. */
    endRootDifference: prepared('endRootDifference', (db) =>
      db
        .delete(laneDifferences)
        .where(
          and(
            given(laneDifferences.family, 'family'),
            given(laneDifferences.source, 'source'),
            given(laneDifferences.destination, 'destination'),
            eq(laneDifferences.kind, 'root'),
            given(laneDifferences.subject, 'subject'),
          ),
        ),
    ),
    /** Ends the differences about an execution, of whichever lanes to the bridge. */
    endExecutionDifferences: prepared('endExecutionDifferences', (db) =>
      db
        .delete(laneDifferences)
        .where(
          and(
            given(laneDifferences.family, 'family'),
            given(laneDifferences.destination, 'destination'),
            eq(laneDifferences.kind, 'execution'),
            given(laneDifferences.subject, 'subject'),
          ),
        ),
    ),
    /** Differences that count, of all bridges, the oldest first. */
    differences: differencesWhere(),
    /** The same, of the lanes to one bridge. */
    differencesOf: differencesWhere(
      and(given(laneDifferences.family, 'family'), given(laneDifferences.destination, 'destination')),
    ),
    /** A difference that counts between two chains, in either direction. */
    differenceBetween: prepared('differenceBetween', (db) =>
      db
        .select({ kind: laneDifferences.kind })
        .from(laneDifferences)
        .where(
          and(
            given(laneDifferences.family, 'family'),
            or(between('source', 'destination'), between('destination', 'source')),
            counting,
          ),
        )
        .limit(1),
    ),
  };
};
