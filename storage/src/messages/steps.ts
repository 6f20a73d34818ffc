import { and, eq } from 'drizzle-orm';
import type { AreaContext } from '../core/area.ts';
import { inOrderOf, pageBy, pageWithin } from '../core/page.ts';
import { all, first, run, type TxScript } from '../core/steps.ts';
import type { BlockRow, MessageReading, MessageTotals } from './messages.ts';
import type { MessageTables } from './schema.ts';
import type { MessageStatements } from './statements.ts';

/** The figures of an avatar without messages. */
export const NO_MESSAGES: MessageTotals = { sent: 0, received: 0, unread: 0 };

/** Greater than every id, which is of hexadecimal digits and dashes. */
const AFTER_ALL = 'g';

/** The figures of an avatar. */
export function* totalsOf(statements: MessageStatements, avatarId: string): TxScript<MessageTotals> {
  const { sent, received, unread } = (yield* first(statements.totals, { avatarId })) ?? NO_MESSAGES;
  return { sent, received, unread };
}

export function* insertBlock({ messageBlocks: blocks }: MessageTables, row: BlockRow): TxScript<void> {
  yield* run((db) => db.insert(blocks).values(row));
}

/** Ends a block; false when there is none. */
export function* removeBlock(
  { messageBlocks: blocks }: MessageTables,
  { avatarId, blockedId }: Pick<BlockRow, 'avatarId' | 'blockedId'>,
): TxScript<boolean> {
  const row = and(eq(blocks.avatarId, avatarId), eq(blocks.blockedId, blockedId));
  return (yield* run((db) => db.delete(blocks).where(row))) === 1;
}

/** MessageReading over its tables. */
export function createMessageReading(
  { read, tables: { directMessages: messages } }: AreaContext<MessageTables>,
  statements: MessageStatements,
): MessageReading {
  const page = (
    statement: MessageStatements['inbox'],
    values: Readonly<Record<string, unknown>>,
    cursor: string | null,
    limit: number,
    skip: number,
  ) =>
    read(function* () {
      const heads = yield* all(statement, { ...values, before: cursor ?? AFTER_ALL, limit: limit + 1, skip });
      return yield* pageWithin(
        heads,
        limit,
        ({ id }) => id,
        function* (page) {
          const ids = page.map(({ id }) => id);
          return inOrderOf(ids, yield* all(statements.messagesIn, { ids: JSON.stringify(ids) }), ({ id }) => id);
        },
      );
    });

  return {
    get: (avatarId, id) =>
      read(function* () {
        return (yield* first(statements.message, { avatarId, id }))?.message;
      }),

    find: (id) => read(() => first((db) => db.select().from(messages).where(eq(messages.id, id)))),

    inbox: (avatarId, unreadOnly, cursor, limit, skip = 0) =>
      page(unreadOnly ? statements.unread : statements.inbox, { avatarId }, cursor, limit, skip),

    conversation: (avatarId, peerId, cursor, limit, skip = 0) =>
      page(statements.conversation, { avatarId, peerId }, cursor, limit, skip),

    totals: (avatarId) => read(() => totalsOf(statements, avatarId)),

    blocks: (avatarId, cursor, limit, skip = 0) =>
      read(function* () {
        const rows = yield* all(statements.blocks, { avatarId, after: cursor ?? '', limit: limit + 1, skip });
        return pageBy(rows, limit, ({ blockedId }) => blockedId);
      }),
  };
}
