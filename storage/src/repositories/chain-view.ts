import { fail, KIND, MAX_U64, ok } from '@causeway/protocol';
import { and, asc, between, desc, eq, lt, lte, max, sql } from 'drizzle-orm';
import type { Connection, Context } from '../database.ts';
import type { ChainViewRepository, LaneKey, RootRow } from '../repositories.ts';
import { blocks, messages, outcomes, roots } from '../schema.ts';
import { rollback } from './chain-rollback.ts';
import { toMessageRow, toPosition } from './chain-rows.ts';
import { ScanContradiction, writeScan } from './chain-scan.ts';

/** Condition for the messages of a lane. */
function inLane({ family, source, destination }: LaneKey) {
  return and(eq(messages.family, family), eq(messages.source, source), eq(messages.destination, destination));
}

/** ChainViewRepository over blocks, messages, outcomes and roots. */
export function createChainViewRepository(context: Context): ChainViewRepository {
  const { db, statements, write } = context;

  function recentBlocks(family: string, domain: number, limit: number) {
    return db
      .select({ number: blocks.number, hash: blocks.hash, timeMs: blocks.timeMs })
      .from(blocks)
      .where(and(eq(blocks.family, family), eq(blocks.domain, domain)))
      .orderBy(desc(blocks.number))
      .limit(limit)
      .all();
  }

  return {
    cursor: async (family, domain) => recentBlocks(family, domain, 1)[0],

    recentBlocks: async (family, domain, limit) => recentBlocks(family, domain, limit),

    async recordScan(scan) {
      try {
        await write('normal', () => writeScan(context, scan));
        return ok(undefined);
      } catch (error) {
        if (error instanceof ScanContradiction) return fail('SCAN_CONTRADICTS', error.message, true);
        throw error;
      }
    },

    rollback: (family, domain, block, { evenFinal = false } = {}) =>
      write('full', () => rollback(context, family, domain, block, evenFinal)),

    finalize: (family, domain, block) => write('normal', () => finalize(context, family, domain, block)),

    async lanes() {
      const lanes: LaneKey[] = [];
      for (let lane = nextLane(context); lane !== undefined; lane = nextLane(context, lane)) lanes.push(lane);
      return lanes;
    },

    async message(messageId) {
      const row = statements.messageById.get({ id: messageId });
      return row && toMessageRow(row);
    },

    async messageAt(lane, nonce) {
      const row = statements.messageAt.get({ ...lane, nonce });
      return row && toMessageRow(row);
    },

    async messages(lane, firstNonce, count, onlyFinal) {
      if (count < 1) return [];
      const end = firstNonce + BigInt(count) - 1n;
      const lastNonce = end < MAX_U64 ? end : MAX_U64;
      const final = onlyFinal ? eq(messages.final, true) : undefined;
      return db
        .select()
        .from(messages)
        .where(and(inLane(lane), between(messages.nonce, firstNonce, lastNonce), final))
        .orderBy(asc(messages.nonce))
        .all()
        .map(toMessageRow);
    },

    async cancelOf(messageId) {
      const row = db
        .select()
        .from(messages)
        .where(and(eq(messages.reference, messageId), eq(messages.kind, KIND.cancel)))
        .get();
      return row && toMessageRow(row);
    },

    async outcome(messageId) {
      const row = statements.outcomeById.get({ id: messageId });
      if (row === undefined) return undefined;
      const { status, domain, credited, final } = row;
      return { messageId, status, domain, credited, at: toPosition(row), final };
    },

    rootOf: async (lane, nonce) => rootOf(context, lane, nonce),

    undelivered: async (family, destination, limit) =>
      db
        .select()
        .from(messages)
        .where(
          and(
            eq(messages.family, family),
            eq(messages.destination, destination),
            eq(messages.final, true),
            eq(messages.delivered, false),
          ),
        )
        .orderBy(asc(messages.blockTimeMs), asc(messages.source), asc(messages.nonce))
        .limit(limit)
        .all()
        .map(toMessageRow),
  };
}

/** The first lane behind `after`: one step in an index, however many messages a lane has. */
function nextLane({ db }: Context, after?: LaneKey): LaneKey | undefined {
  const { family, source, destination } = messages;
  const behind =
    after &&
    sql`(${family}, ${source}, ${destination}) >
    (${after.family}, ${after.source}, ${after.destination})`;
  return db
    .select({ family, source, destination })
    .from(messages)
    .where(behind)
    .orderBy(asc(family), asc(source), asc(destination))
    .limit(1)
    .get();
}

/** The newest interval that starts at or before `nonce`, if it reaches it; its newest root, if it was replaced. */
function rootOf({ db }: Context, lane: LaneKey, nonce: bigint): RootRow | undefined {
  const row = db
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
    .limit(1)
    .get();
  if (row === undefined || nonce >= row.firstNonce + BigInt(row.count)) return undefined;
  const { firstNonce, count, root } = row;
  return { lane, firstNonce, count, root, at: toPosition(row) };
}

/** ChainViewRepository.finalize, within the caller's job. */
function finalize({ db }: Context, family: string, domain: number, block: number) {
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
  const finalMessages = db
    .update(messages)
    .set({ final: true })
    .where(sent)
    .returning({ messageId: messages.messageId })
    .all();
  const finalOutcomes = db
    .update(outcomes)
    .set({ final: true })
    .where(done)
    .returning({ messageId: outcomes.messageId })
    .all();
  pruneBlocks(db, family, domain, block);
  return {
    messages: finalMessages.map(({ messageId }) => messageId),
    outcomes: finalOutcomes.map(({ messageId }) => messageId),
  };
}

/** Deletes recorded blocks below the newest one at or below `block`, from which a deep reorganisation still shows. */
function pruneBlocks(db: Connection, family: string, domain: number, block: number): void {
  const recorded = and(eq(blocks.family, family), eq(blocks.domain, domain));
  const newestFinal = db
    .select({ number: max(blocks.number) })
    .from(blocks)
    .where(and(recorded, lte(blocks.number, block)));
  db.delete(blocks)
    .where(and(recorded, lt(blocks.number, newestFinal)))
    .run();
}
