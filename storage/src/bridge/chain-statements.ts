import { KIND, MESSAGE_FIELDS } from '@causeway/protocol';
import { and, asc, between, count, desc, eq, gt, gte, inArray, lt, lte, max, ne, or, type SQL, sql } from 'drizzle-orm';
import type { Dialect } from '../core/dialect.ts';
import { given, givenAs, givenTexts, placeholders, prepared } from '../core/statements.ts';
import type { BridgeTables } from './schema.ts';

/** The fields of a message except its nonce. */
const OTHER_FIELDS = MESSAGE_FIELDS.map(({ name }) => name).filter((name) => name !== 'nonce');

/** The lane that is passed as `family`, `source` and `destination`. */
const ofLane = (
  table: Pick<BridgeTables['messages' | 'roots' | 'prunedNonces'], 'family' | 'source' | 'destination'>,
) => and(given(table.family, 'family'), given(table.source, 'source'), given(table.destination, 'destination'));

const ofBridge = ({ blocks }: Pick<BridgeTables, 'blocks'>, ...more: readonly SQL[]) =>
  and(given(blocks.family, 'family'), given(blocks.domain, 'domain'), ...more);

/** Compiled queries over blocks, messages, outcomes and roots. */
export const chainStatements = (
  { blocks, brokenViews, messages, outcomes, roots, prunedNonces }: BridgeTables,
  dialect: Pick<Dialect, 'name'>,
) => ({
  recentBlocks: prepared('recentBlocks', (db) =>
    db
      .select({ number: blocks.number, hash: blocks.hash, timeMs: blocks.timeMs })
      .from(blocks)
      .where(ofBridge({ blocks }))
      .orderBy(desc(blocks.number))
      .limit(sql.placeholder('limit')),
  ),
  newestUpTo: prepared('newestUpTo', (db) =>
    db
      .select({ number: max(blocks.number) })
      .from(blocks)
      .where(ofBridge({ blocks }, lte(blocks.number, givenAs(blocks.number, 'number')))),
  ),
  deleteBlocksBelow: prepared('deleteBlocksBelow', (db) =>
    db.delete(blocks).where(ofBridge({ blocks }, lt(blocks.number, givenAs(blocks.number, 'number')))),
  ),
  blockAt: prepared('blockAt', (db) =>
    db
      .select({ hash: blocks.hash })
      .from(blocks)
      .where(ofBridge({ blocks }, given(blocks.number, 'number'))),
  ),
  insertBlock: prepared('insertBlock', (db) => db.insert(blocks).values(placeholders(blocks))),
  brokenViews: prepared('brokenViews', (db) =>
    db
      .select({
        family: brokenViews.family,
        domain: brokenViews.domain,
        code: brokenViews.code,
        reason: brokenViews.reason,
        sinceMs: brokenViews.sinceMs,
      })
      .from(brokenViews)
      .orderBy(asc(brokenViews.domain), asc(brokenViews.family)),
  ),
  messageById: prepared('messageById', (db) => db.select().from(messages).where(given(messages.messageId, 'id'))),
  messageAt: prepared('messageAt', (db) =>
    db
      .select()
      .from(messages)
      .where(and(ofLane(messages), given(messages.nonce, 'nonce'))),
  ),
  /** Messages of a lane with nonces `first` … `last`, in order. */
  messagesBetween: prepared('messagesBetween', (db) =>
    db
      .select()
      .from(messages)
      .where(
        and(
          ofLane(messages),
          between(messages.nonce, givenAs(messages.nonce, 'first'), givenAs(messages.nonce, 'last')),
        ),
      )
      .orderBy(asc(messages.nonce)),
  ),
  /** The message of a lane with the highest nonce up to `last`. */
  lastMessage: prepared('lastMessage', (db) =>
    db
      .select()
      .from(messages)
      .where(and(ofLane(messages), lte(messages.nonce, givenAs(messages.nonce, 'last'))))
      .orderBy(desc(messages.nonce))
      .limit(1),
  ),
  /** How many messages of a lane have nonces from `first` up to before `end`. */
  countMessages: prepared('countMessages', (db) =>
    db
      .select({ rows: count() })
      .from(messages)
      .where(
        and(
          ofLane(messages),
          gte(messages.nonce, givenAs(messages.nonce, 'first')),
          lt(messages.nonce, givenAs(messages.nonce, 'end')),
        ),
      ),
  ),
  /** Locks and burns of one sender on a lane, in blocks of a time. */
  sentWithin: prepared('sentWithin', (db) =>
    db
      .select({ messageId: messages.messageId, wireAmount: messages.wireAmount, timeMs: messages.blockTimeMs })
      .from(messages)
      .where(
        and(
          given(messages.sender, 'sender'),
          ofLane(messages),
          between(messages.blockTimeMs, givenAs(messages.blockTimeMs, 'fromMs'), givenAs(messages.blockTimeMs, 'toMs')),
          given(messages.assetHome, 'assetHome'),
          ne(messages.kind, KIND.cancel),
        ),
      )
      .limit(sql.placeholder('limit')),
  ),
  undelivered: prepared('undelivered', (db) =>
    db
      .select()
      .from(messages)
      .where(
        and(
          given(messages.family, 'family'),
          given(messages.destination, 'destination'),
          eq(messages.final, true),
          eq(messages.delivered, false),
          sql`${messages.sender} not in (${givenTexts(dialect, 'except')})`,
        ),
      )
      .orderBy(asc(messages.blockTimeMs), asc(messages.source), asc(messages.nonce))
      .limit(sql.placeholder('limit')),
  ),
  /**
   * Messages without an outcome. The query names both values of `final` and has no ORDER BY, so that both engines use
   * the index.
   */
  waiting: prepared('waiting', (db) =>
    db
      .select()
      .from(messages)
      .where(
        and(
          given(messages.family, 'family'),
          given(messages.destination, 'destination'),
          inArray(messages.final, [false, true]),
          eq(messages.delivered, false),
        ),
      )
      .limit(sql.placeholder('limit')),
  ),
  finalizeMessages: prepared('finalizeMessages', (db) =>
    db
      .update(messages)
      .set({ final: true })
      .where(
        and(
          given(messages.family, 'family'),
          given(messages.source, 'domain'),
          eq(messages.final, false),
          lte(messages.blockNumber, givenAs(messages.blockNumber, 'number')),
        ),
      )
      .returning({ messageId: messages.messageId }),
  ),
  finalizeOutcomes: prepared('finalizeOutcomes', (db) =>
    db
      .update(outcomes)
      .set({ final: true })
      .where(
        and(
          given(outcomes.family, 'family'),
          given(outcomes.domain, 'domain'),
          eq(outcomes.final, false),
          lte(outcomes.blockNumber, givenAs(outcomes.blockNumber, 'number')),
        ),
      )
      .returning({ messageId: outcomes.messageId }),
  ),
  /** The message with the lowest nonce among those that have all other fields of a message. */
  firstLike: prepared('firstLike', (db) =>
    db
      .select()
      .from(messages)
      .where(and(given(messages.family, 'family'), ...OTHER_FIELDS.map((name) => given(messages[name], name))))
      .orderBy(asc(messages.nonce))
      .limit(1),
  ),
  insertMessage: prepared('insertMessage', (db) => db.insert(messages).values(placeholders(messages))),
  /** The outcome of a message at one bridge, whether it counts or not. */
  outcomeAt: prepared('outcomeAt', (db) =>
    db
      .select()
      .from(outcomes)
      .where(and(given(outcomes.messageId, 'id'), given(outcomes.family, 'family'), given(outcomes.domain, 'domain'))),
  ),
  /** The outcome at the message's destination, which is the one that counts. */
  outcomeOf: prepared('outcomeOf', (db) =>
    db
      .select({ outcome: outcomes })
      .from(outcomes)
      .innerJoin(
        messages,
        and(
          eq(messages.messageId, outcomes.messageId),
          eq(messages.family, outcomes.family),
          eq(messages.destination, outcomes.domain),
        ),
      )
      .where(given(outcomes.messageId, 'id')),
  ),
  /** Deletes the outcomes of a message at other bridges than `domain` of `family`. */
  deleteForeignOutcomes: prepared('deleteForeignOutcomes', (db) =>
    db
      .delete(outcomes)
      .where(
        and(
          given(outcomes.messageId, 'id'),
          or(
            ne(outcomes.family, givenAs(outcomes.family, 'family')),
            ne(outcomes.domain, givenAs(outcomes.domain, 'domain')),
          ),
        ),
      ),
  ),
  insertOutcome: prepared('insertOutcome', (db) => db.insert(outcomes).values(placeholders(outcomes))),
  setDelivered: prepared('setDelivered', (db) =>
    db
      .update(messages)
      .set({ delivered: sql`${sql.param(sql.placeholder('delivered'), messages.delivered)}` })
      .where(given(messages.messageId, 'id')),
  ),
  rootAt: prepared('rootAt', (db) =>
    db
      .select()
      .from(roots)
      .where(
        and(
          ofLane(roots),
          given(roots.firstNonce, 'firstNonce'),
          given(roots.blockNumber, 'blockNumber'),
          given(roots.positionIndex, 'positionIndex'),
        ),
      ),
  ),
  insertRoot: prepared('insertRoot', (db) => db.insert(roots).values(placeholders(roots))),
  /** The newest root of the interval that starts last, of those that start at `nonce` or before. */
  lastRoot: prepared('lastRoot', (db) =>
    db
      .select()
      .from(roots)
      .where(and(ofLane(roots), lte(roots.firstNonce, givenAs(roots.firstNonce, 'nonce'))))
      .orderBy(desc(roots.firstNonce), desc(roots.blockNumber), desc(roots.positionIndex))
      .limit(1),
  ),
  /** Roots of a lane that start at `first` … `last`, the oldest first. */
  rootsBetween: prepared('rootsBetween', (db) =>
    db
      .select()
      .from(roots)
      .where(
        and(
          ofLane(roots),
          between(roots.firstNonce, givenAs(roots.firstNonce, 'first'), givenAs(roots.firstNonce, 'last')),
        ),
      )
      .orderBy(asc(roots.blockNumber), asc(roots.positionIndex)),
  ),
  /** Roots of a lane that start at `nonce` or later, by interval and then by age. */
  rootsFrom: prepared('rootsFrom', (db) =>
    db
      .select()
      .from(roots)
      .where(and(ofLane(roots), gte(roots.firstNonce, givenAs(roots.firstNonce, 'nonce'))))
      .orderBy(asc(roots.firstNonce), asc(roots.blockNumber), asc(roots.positionIndex)),
  ),
  /** Pruned nonces of a lane that end above `nonce`, in order. */
  prunedFrom: prepared('prunedFrom', (db) =>
    db
      .select({ first: prunedNonces.firstNonce, end: prunedNonces.endNonce })
      .from(prunedNonces)
      .where(and(ofLane(prunedNonces), gt(prunedNonces.endNonce, givenAs(prunedNonces.endNonce, 'nonce'))))
      .orderBy(asc(prunedNonces.firstNonce)),
  ),
});
