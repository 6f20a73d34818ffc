import { MESSAGE_FIELDS } from '@causeway/protocol';
import { and, asc, eq, sql } from 'drizzle-orm';
import { given, placeholders, prepared } from '../core/statements.ts';
import type { BridgeTables } from './schema.ts';

/** The fields of a message except its nonce. */
const OTHER_FIELDS = MESSAGE_FIELDS.map(({ name }) => name).filter((name) => name !== 'nonce');

/** Compiled queries over blocks, messages and outcomes. */
export const chainStatements = ({ blocks, messages, outcomes }: BridgeTables) => ({
  blockAt: prepared('blockAt', (db) =>
    db
      .select({ hash: blocks.hash })
      .from(blocks)
      .where(and(given(blocks.family, 'family'), given(blocks.domain, 'domain'), given(blocks.number, 'number'))),
  ),
  insertBlock: prepared('insertBlock', (db) => db.insert(blocks).values(placeholders(blocks))),
  messageById: prepared('messageById', (db) => db.select().from(messages).where(given(messages.messageId, 'id'))),
  messageAt: prepared('messageAt', (db) =>
    db
      .select()
      .from(messages)
      .where(
        and(
          given(messages.family, 'family'),
          given(messages.source, 'source'),
          given(messages.destination, 'destination'),
          given(messages.nonce, 'nonce'),
        ),
      ),
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
  insertOutcome: prepared('insertOutcome', (db) => db.insert(outcomes).values(placeholders(outcomes))),
  setDelivered: prepared('setDelivered', (db) =>
    db
      .update(messages)
      .set({ delivered: sql`${sql.param(sql.placeholder('delivered'), messages.delivered)}` })
      .where(given(messages.messageId, 'id')),
  ),
});
