import { sql } from 'drizzle-orm';
import type { Dialect } from '../core/dialect.ts';

/** Tables of messages between avatars. */
export const messageTables = ({ table, index, primaryKey, text, integer, boolean, publicJson }: Dialect) => ({
  directMessages: table('direct_messages', {
    /** UUID v7. */
    id: text().primaryKey(),
    fromAvatarId: text().notNull(),
    toAvatarId: text().notNull(),
    text: text().notNull(),
    metadata: publicJson().notNull(),
    sentAtMs: integer().notNull(),
    /** When the recipient marked it as read. */
    readAtMs: integer(),
  }),

  /** Who still has a message, and as what. */
  messageCopies: table(
    'message_copies',
    {
      avatarId: text().notNull(),
      messageId: text().notNull(),
      /** The other avatar. */
      peerId: text().notNull(),
      incoming: boolean().notNull(),
      /** False for the sender's copy. */
      unread: boolean().notNull(),
    },
    (row) => [
      primaryKey({ columns: [row.avatarId, row.messageId] }),
      index('message_copies_inbox').on(row.avatarId, row.messageId).where(sql`${row.incoming}`),
      index('message_copies_unread').on(row.avatarId, row.messageId).where(sql`${row.unread}`),
      index('message_copies_peer').on(row.avatarId, row.peerId, row.messageId),
      index('message_copies_message').on(row.messageId),
    ],
  ),

  /** Counts that would otherwise take longer with every message. */
  messageTotals: table('message_totals', {
    avatarId: text().primaryKey(),
    sent: integer().notNull(),
    received: integer().notNull(),
    unread: integer().notNull(),
  }),

  messageBlocks: table(
    'message_blocks',
    { avatarId: text().notNull(), blockedId: text().notNull(), createdAtMs: integer().notNull() },
    (row) => [primaryKey({ columns: [row.avatarId, row.blockedId] })],
  ),
});
export type MessageTables = ReturnType<typeof messageTables>;
