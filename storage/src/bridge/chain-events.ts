import { type Domain, ZERO_32 } from '@causeway/protocol';
import { and, asc, count, eq, gt, inArray, isNull, lte } from 'drizzle-orm';
import { all, first, type TxScript } from '../core/steps.ts';
import { toMessageRow, toPosition, toRootRow } from './chain-rows.ts';
import type { RecordedEvents, RootRow } from './chain-view.ts';
import type { BridgeTables } from './schema.ts';

/** Naming both values of `final` lets SQLite use the index by height. */
const ANY_FINALITY = [false, true];

/** ChainViewRepository.events, within the caller's job. */
export function* eventsAfter(
  { messages, outcomes, roots }: BridgeTables,
  family: string,
  domain: Domain,
  after: number,
  upTo: number,
  most: number,
): TxScript<RecordedEvents> {
  const within = (end: number) => ({
    messages: and(
      eq(messages.family, family),
      eq(messages.source, domain),
      inArray(messages.final, ANY_FINALITY),
      gt(messages.blockNumber, after),
      lte(messages.blockNumber, end),
    ),
    outcomes: and(
      eq(outcomes.family, family),
      eq(outcomes.domain, domain),
      inArray(outcomes.final, ANY_FINALITY),
      gt(outcomes.blockNumber, after),
      lte(outcomes.blockNumber, end),
    ),
    roots: and(
      eq(roots.family, family),
      eq(roots.destination, domain),
      gt(roots.blockNumber, after),
      lte(roots.blockNumber, end),
    ),
  });
  const whole = within(upTo);
  const heights = [
    yield* all((db) =>
      db
        .selectDistinct({ height: messages.blockNumber })
        .from(messages)
        .where(whole.messages)
        .orderBy(asc(messages.blockNumber))
        .limit(most),
    ),
    yield* all((db) =>
      db
        .selectDistinct({ height: outcomes.blockNumber })
        .from(outcomes)
        .where(whole.outcomes)
        .orderBy(asc(outcomes.blockNumber))
        .limit(most),
    ),
    yield* all((db) =>
      db
        .selectDistinct({ height: roots.blockNumber })
        .from(roots)
        .where(whole.roots)
        .orderBy(asc(roots.blockNumber))
        .limit(most),
    ),
  ];
  const lowest = [...new Set(heights.flat().map(({ height }) => height))].sort((a, b) => a - b).slice(0, most);
  const end = lowest.at(-1);
  if (end === undefined) return { messages: [], outcomes: [], roots: [] };
  const found = within(end);
  const sent = yield* all((db) => db.select().from(messages).where(found.messages));
  const done = yield* all((db) => db.select().from(outcomes).where(found.outcomes));
  const committed = yield* all((db) => db.select().from(roots).where(found.roots));
  return {
    messages: sent.map(toMessageRow),
    outcomes: done.map((row) => ({ ...row, at: toPosition(row) })),
    roots: committed.map(toRootRow),
  };
}

/** ChainViewRepository.rootsInForce, within the caller's job. */
export function* rootsInForce(
  { roots }: BridgeTables,
  family: string,
  destination: Domain,
): TxScript<readonly RootRow[]> {
  const rows = yield* all((db) =>
    db
      .select()
      .from(roots)
      .where(and(eq(roots.family, family), eq(roots.destination, destination)))
      .orderBy(asc(roots.source), asc(roots.firstNonce), asc(roots.blockNumber), asc(roots.positionIndex)),
  );
  const newest = new Map(rows.map((row) => [`${row.source} ${row.firstNonce}`, row]));
  return [...newest.values()].filter(({ root }) => root !== ZERO_32).map(toRootRow);
}

/** ChainViewRepository.countUnknownOutcomes, within the caller's job. */
export function* countUnknownOutcomes(
  { messages, outcomes }: BridgeTables,
  family: string,
  domain: Domain,
): TxScript<number> {
  const unknown = and(eq(outcomes.family, family), eq(outcomes.domain, domain), isNull(messages.messageId));
  const found = yield* first((db) =>
    db
      .select({ rows: count() })
      .from(outcomes)
      .leftJoin(messages, eq(messages.messageId, outcomes.messageId))
      .where(unknown),
  );
  return found?.rows ?? 0;
}
