import { cancelOf, type Domain, fail, KIND, MAX_U64, messageIn, ok } from '@causeway/protocol';
import { and, asc, between, desc, eq, lt, lte, max, notInArray } from 'drizzle-orm';
import { all, first, run, type Steps } from '../core/steps.ts';
import { newestEvent, rowsAbove } from './chain-above.ts';
import { readAgain, recordedMessages, recordedRoots } from './chain-record.ts';
import { rollback } from './chain-rollback.ts';
import { toMessageRow, toPosition } from './chain-rows.ts';
import { ScanContradiction, writeScan } from './chain-scan.ts';
import type { ChainViewRepository, LaneKey, MessageRow, OutcomeRow, RootRow } from './chain-view.ts';
import type { BridgeContext } from './context.ts';
import type { BridgeTables } from './schema.ts';

/** ChainViewRepository over blocks, messages, outcomes and roots. */
export function createChainViewRepository(context: BridgeContext): ChainViewRepository {
  const { read, write, tables } = context;
  const { messages } = tables;

  return {
    cursor: (family, domain) =>
      read(function* () {
        return (yield* recentBlocks(tables, family, domain, 1))[0];
      }),

    recentBlocks: (family, domain, limit) => read(() => recentBlocks(tables, family, domain, limit)),

    async recordScan(scan, fenced) {
      try {
        await write('normal', () => writeScan(context, scan), fenced);
        return ok(undefined);
      } catch (error) {
        if (error instanceof ScanContradiction) return fail('SCAN_CONTRADICTS', error.message, true);
        throw error;
      }
    },

    rollback: (family, domain, block, { evenFinal = false, fence } = {}) =>
      write('full', () => rollback(context, family, domain, block, evenFinal), { fence }),

    above: (family, domain, block) => read(() => rowsAbove(tables, family, domain, block)),

    newestEvent: (family, domain, upTo) => read(() => newestEvent(tables, family, domain, upTo)),

    finalize: (family, domain, block, fenced) => write('normal', () => finalize(tables, family, domain, block), fenced),

    readAgain: (family, domain, block, fenced) =>
      write('normal', () => readAgain(context, family, domain, block), fenced),

    recordedMessages: (lane, from = 0n) => read(() => recordedMessages(tables, lane, from)),

    recordedRoots: (lane, from = 0n) => read(() => recordedRoots(tables, lane, from)),

    message: (messageId) =>
      read(function* () {
        const row = yield* first(context.statements.messageById, { id: messageId });
        return row && toMessageRow(row);
      }),

    async messages(lane, firstNonce, count, onlyFinal) {
      if (count < 1) return [];
      const end = firstNonce + BigInt(count) - 1n;
      const lastNonce = end < MAX_U64 ? end : MAX_U64;
      return read(function* () {
        const rows = yield* all((db) =>
          db
            .select()
            .from(messages)
            .where(
              and(
                eq(messages.family, lane.family),
                eq(messages.source, lane.source),
                eq(messages.destination, lane.destination),
                between(messages.nonce, firstNonce, lastNonce),
                onlyFinal ? eq(messages.final, true) : undefined,
              ),
            )
            .orderBy(asc(messages.nonce)),
        );
        return rows.map(toMessageRow);
      });
    },

    cancelOf: (messageId) => read(() => cancelFor(context, messageId)),

    outcome: (messageId) => read(() => outcomeOf(context, messageId)),

    rootOf: (lane, nonce) => read(() => rootOf(tables, lane, nonce)),

    undelivered: (family, destination, limit, except = []) =>
      read(function* () {
        const rows = yield* all((db) =>
          db
            .select()
            .from(messages)
            .where(
              and(
                eq(messages.family, family),
                eq(messages.destination, destination),
                eq(messages.final, true),
                eq(messages.delivered, false),
                except.length > 0 ? notInArray(messages.sender, [...except]) : undefined,
              ),
            )
            .orderBy(asc(messages.blockTimeMs), asc(messages.source), asc(messages.nonce))
            .limit(limit),
        );
        return rows.map(toMessageRow);
      }),
  };
}

const recentBlocks = ({ blocks }: BridgeTables, family: string, domain: Domain, limit: number) =>
  all((db) =>
    db
      .select({ number: blocks.number, hash: blocks.hash, timeMs: blocks.timeMs })
      .from(blocks)
      .where(and(eq(blocks.family, family), eq(blocks.domain, domain)))
      .orderBy(desc(blocks.number))
      .limit(limit),
  );

/**
 * The first message that equals, field by field, the Cancel that the destination of `messageId` emits for it. Any other
 * message that refers to it is ignored.
 */
function* cancelFor({ statements }: BridgeContext, messageId: string): Steps<MessageRow | undefined> {
  const original = yield* first(statements.messageById, { id: messageId });
  if (original === undefined || original.kind === KIND.cancel) return undefined;
  const { family } = original;
  const row = yield* first(statements.firstLike, { ...cancelOf(messageIn(original), 0n), family });
  return row && toMessageRow(row);
}

function* outcomeOf({ statements }: BridgeContext, id: string): Steps<OutcomeRow | undefined> {
  const row = (yield* first(statements.outcomeOf, { id }))?.outcome;
  if (row === undefined) return undefined;
  const { messageId, status, domain, credited, final } = row;
  return { messageId, status, domain, credited, at: toPosition(row), final };
}

/**
 * The newest interval that starts at or before `nonce` and contains it, with its newest root if the root was replaced.
 */
function* rootOf({ roots }: BridgeTables, lane: LaneKey, nonce: bigint): Steps<RootRow | undefined> {
  const row = yield* first((db) =>
    db
      .select()
      .from(roots)
      .where(
        and(
          eq(roots.family, lane.family),
          eq(roots.source, lane.source),
          eq(roots.destination, lane.destination),
          lte(roots.firstNonce, nonce),
        ),
      )
      .orderBy(desc(roots.firstNonce), desc(roots.blockNumber), desc(roots.positionIndex))
      .limit(1),
  );
  if (row === undefined || nonce >= row.firstNonce + BigInt(row.count)) return undefined;
  const { firstNonce, count, root } = row;
  return { lane, firstNonce, count, root, at: toPosition(row) };
}

/** ChainViewRepository.finalize, within the caller's job. */
function* finalize(tables: BridgeTables, family: string, domain: Domain, block: number) {
  const { messages, outcomes } = tables;
  const sent = and(
    eq(messages.family, family),
    eq(messages.source, domain),
    eq(messages.final, false),
    lte(messages.blockNumber, block),
  );
  const done = and(
    eq(outcomes.family, family),
    eq(outcomes.domain, domain),
    eq(outcomes.final, false),
    lte(outcomes.blockNumber, block),
  );
  const finalMessages = yield* all((db) =>
    db.update(messages).set({ final: true }).where(sent).returning({ messageId: messages.messageId }),
  );
  const finalOutcomes = yield* all((db) =>
    db.update(outcomes).set({ final: true }).where(done).returning({ messageId: outcomes.messageId }),
  );
  yield* pruneBlocks(tables, family, domain, block);
  return {
    messages: finalMessages.map(({ messageId }) => messageId),
    outcomes: finalOutcomes.map(({ messageId }) => messageId),
  };
}

/**
 * Deletes recorded blocks below the newest one at or below `block`, which stays so that a deep reorganisation is
 * noticed.
 */
function* pruneBlocks({ blocks }: BridgeTables, family: string, domain: Domain, block: number): Steps<void> {
  const recorded = and(eq(blocks.family, family), eq(blocks.domain, domain));
  const newestFinal = yield* first((db) =>
    db
      .select({ number: max(blocks.number) })
      .from(blocks)
      .where(and(recorded, lte(blocks.number, block))),
  );
  const number = newestFinal?.number;
  if (typeof number === 'number') yield* run((db) => db.delete(blocks).where(and(recorded, lt(blocks.number, number))));
}
