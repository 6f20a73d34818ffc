import { and, asc, eq, gte, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { Dialect } from '../core/dialect.ts';
import { given, givenAs, prepared } from '../core/statements.ts';
import type { BridgeTables } from './schema.ts';

/** Compiled queries over roots, executions and differences, which run in every turn of a bridge. */
export const comparisonStatements = (
  { messages, roots, outcomes, laneDifferences }: BridgeTables,
  { sumOfWire }: Pick<Dialect, 'sumOfWire'>,
) => {
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
    /** Names both values of `final`, so that both engines use the index. */
    inFlight: prepared('inFlight', (db) =>
      db
        .select({
          source: messages.source,
          assetHome: messages.assetHome,
          wireAmount: sumOfWire(messages.wireAmount),
        })
        .from(messages)
        .where(
          and(
            given(messages.family, 'family'),
            given(messages.destination, 'destination'),
            inArray(messages.final, [false, true]),
            eq(messages.delivered, false),
          ),
        )
        .groupBy(messages.source, messages.assetHome),
    ),
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
