import { and, asc, desc, eq, gt, lt, type SQL, sql } from 'drizzle-orm';
import type { Dialect } from '../core/dialect.ts';
import { bytesOf } from '../core/page.ts';
import { given, givenAs, isAmong, placeholders, prepared } from '../core/statements.ts';
import type { MessageTables } from './schema.ts';

/** Compiled queries over messages. Lists of ids are passed as a JSON array in `ids`. */
export const messageStatements = (tables: MessageTables, dialect: Pick<Dialect, 'name'>) => {
  const { directMessages: messages, messageCopies: copies, messageTotals: totals, messageBlocks: blocks } = tables;
  const limit = sql.placeholder('limit');
  const skip = sql.placeholder('skip');
  const before = sql.placeholder('before');
  const own = given(copies.avatarId, 'avatarId');
  const listedIds = isAmong(dialect, copies.messageId, 'ids');

  /** The heads of messages of the avatar's copies that meet `condition`, newest first, before the id `before`. */
  const newestFirst = (name: string, condition: SQL) =>
    prepared(name, (db) =>
      db
        .select({ id: copies.messageId, bytes: bytesOf(messages.text, messages.metadata) })
        .from(copies)
        .innerJoin(messages, eq(messages.id, copies.messageId))
        // For both tables: PostgreSQL may merge them in the order of the ids, and would begin at the newest message.
        .where(and(own, condition, lt(copies.messageId, before), lt(messages.id, before)))
        .orderBy(desc(copies.messageId))
        .limit(limit)
        .offset(skip),
    );

  const added = placeholders(totals);
  return {
    insertMessage: prepared('insertMessage', (db) => db.insert(messages).values(placeholders(messages))),
    insertCopy: prepared('insertMessageCopy', (db) => db.insert(copies).values(placeholders(copies))),
    /** Adds to an avatar's totals. */
    addTotals: prepared('addMessageTotals', (db) =>
      db
        .insert(totals)
        .values(added)
        .onConflictDoUpdate({
          target: totals.avatarId,
          set: {
            sent: sql`${totals.sent} + ${added.sent}`,
            received: sql`${totals.received} + ${added.received}`,
            unread: sql`${totals.unread} + ${added.unread}`,
          },
        }),
    ),
    /** Marks the avatar's copies of messages as read. */
    readCopies: prepared('readCopies', (db) => db.update(copies).set({ unread: false }).where(and(own, listedIds))),
    readMessages: prepared('readMessages', (db) =>
      db
        .update(messages)
        .set({ readAtMs: givenAs(messages.readAtMs, 'readAtMs') as never })
        .where(isAmong(dialect, messages.id, 'ids')),
    ),
    removeCopy: prepared('removeMessageCopy', (db) => db.delete(copies).where(and(own, given(copies.messageId, 'id')))),
    removeMessage: prepared('removeMessage', (db) => db.delete(messages).where(given(messages.id, 'id'))),
    totals: prepared('messageTotals', (db) => db.select().from(totals).where(given(totals.avatarId, 'avatarId'))),
    message: prepared('messageOf', (db) =>
      db
        .select({ message: messages, unread: copies.unread })
        .from(copies)
        .innerJoin(messages, eq(messages.id, copies.messageId))
        .where(and(own, given(copies.messageId, 'id'))),
    ),
    inbox: newestFirst('inbox', sql`${copies.incoming}`),
    unread: newestFirst('unreadInbox', sql`${copies.unread}`),
    conversation: newestFirst('conversation', given(copies.peerId, 'peerId')),
    messagesIn: prepared('messagesIn', (db) =>
      db
        .select()
        .from(messages)
        .where(isAmong(dialect, messages.id, 'ids')),
    ),
    unreadIn: prepared('unreadIn', (db) =>
      db
        .select({ messageId: copies.messageId, peerId: copies.peerId })
        .from(copies)
        .where(and(own, sql`${copies.unread}`, listedIds))
        .orderBy(asc(copies.messageId)),
    ),
    copiesOf: prepared('copiesOfMessage', (db) => db.select().from(copies).where(given(copies.messageId, 'id'))),
    block: prepared('messageBlock', (db) =>
      db
        .select()
        .from(blocks)
        .where(and(given(blocks.avatarId, 'avatarId'), given(blocks.blockedId, 'blockedId'))),
    ),
    blocks: prepared('messageBlocks', (db) =>
      db
        .select()
        .from(blocks)
        .where(and(given(blocks.avatarId, 'avatarId'), gt(blocks.blockedId, sql.placeholder('after'))))
        .orderBy(asc(blocks.blockedId))
        .limit(limit)
        .offset(skip),
    ),
  };
};
export type MessageStatements = ReturnType<typeof messageStatements>;
