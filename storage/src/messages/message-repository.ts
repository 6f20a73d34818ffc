import { ok, type Result } from '@causeway/protocol';
import { and, eq, inArray } from 'drizzle-orm';
import type { AreaContext } from '../core/area.ts';
import { inOrderOf, pageBy, pageWithin } from '../core/page.ts';
import { all, first, run, type Steps } from '../core/steps.ts';
import { usageSteps } from '../usage/index.ts';
import type {
  DirectMessageRow,
  Marked,
  MessageRepository,
  MessageTotals,
  NewDirectMessage,
  SendRefused,
} from './messages.ts';
import type { MessageTables } from './schema.ts';
import { messageStatements } from './statements.ts';

/** The topic of an avatar's stream that has its messages. */
const TOPIC = 'messages';

/** Greater than every id, which is of hexadecimal digits and dashes. */
const AFTER_ALL = 'g';

const NOTHING: MessageTotals = { sent: 0, received: 0, unread: 0 };

/** The stored bytes of a message. */
const sizeOf = ({ text, metadata }: Pick<DirectMessageRow, 'text' | 'metadata'>): number =>
  Buffer.byteLength(text) + Buffer.byteLength(JSON.stringify(metadata));

/** MessageRepository over its tables. */
export function createMessageRepository(context: AreaContext<MessageTables>): MessageRepository {
  const { read, write, clock, newId, tables, engine, appendEvent } = context;
  const { directMessages: messages, messageCopies: copies, messageBlocks: blocks } = tables;
  const statements = messageStatements(tables, engine.kit);
  const usage = usageSteps(context);

  const addTotals = (avatarId: string, more: Partial<MessageTotals>): Steps<number> =>
    run(statements.addTotals, { ...NOTHING, ...more, avatarId });

  function* totals(avatarId: string): Steps<MessageTotals> {
    const { sent, received, unread } = (yield* first(statements.totals, { avatarId })) ?? NOTHING;
    return { sent, received, unread };
  }

  /** Tells `avatarId` of a message. The event has no text: whoever deletes the message leaves none behind. */
  function* tell(
    avatarId: string,
    subject: string,
    type: string,
    data: Readonly<Record<string, unknown>>,
  ): Steps<void> {
    yield* appendEvent({ subject, type, data, createdAtMs: clock.now(), audience: { avatarId, topic: TOPIC } });
  }

  function* send(message: NewDirectMessage): Steps<Result<DirectMessageRow, SendRefused>> {
    const { fromAvatarId, toAvatarId } = message;
    const blocked = yield* first(statements.block, { avatarId: toAvatarId, blockedId: fromAvatarId });
    if (blocked) return { ok: false, error: { code: 'BLOCKED' } };
    const within = yield* usage.take(fromAvatarId, 'messages', { items: 1, bytes: sizeOf(message) });
    if (!within.ok) return within;
    const row: DirectMessageRow = { ...message, id: newId(), sentAtMs: clock.now(), readAtMs: null };
    const messageId = row.id;
    yield* run(statements.insertMessage, { ...row });
    const sent = { avatarId: fromAvatarId, messageId, peerId: toAvatarId, incoming: false, unread: false };
    const received = { avatarId: toAvatarId, messageId, peerId: fromAvatarId, incoming: true, unread: true };
    for (const copy of [sent, received]) yield* run(statements.insertCopy, copy);
    yield* addTotals(fromAvatarId, { sent: 1 });
    yield* addTotals(toAvatarId, { received: 1, unread: 1 });
    const { taskId, priority } = message.metadata;
    const hints = { ...(taskId !== undefined && { taskId }), ...(priority !== undefined && { priority }) };
    yield* tell(toAvatarId, `message:${messageId}`, 'message.received', { messageId, fromAvatarId, ...hints });
    return ok(row);
  }

  function* markRead(avatarId: string, ids: readonly string[]): Steps<Marked> {
    const found = yield* all(statements.unreadIn, { avatarId, ids: JSON.stringify(ids) });
    const messageIds = found.map(({ messageId }) => messageId);
    if (messageIds.length === 0) return { messageIds, unread: (yield* totals(avatarId)).unread };
    const own = and(eq(copies.avatarId, avatarId), inArray(copies.messageId, messageIds));
    const readAtMs = clock.now();
    yield* run((db) => db.update(copies).set({ unread: false }).where(own));
    yield* run((db) => db.update(messages).set({ readAtMs }).where(inArray(messages.id, messageIds)));
    yield* addTotals(avatarId, { unread: -messageIds.length });
    const { unread } = yield* totals(avatarId);
    const subject = `messages:${avatarId}`;
    yield* tell(avatarId, subject, 'message.read', { messageIds, readBy: avatarId, unread });
    for (const [peerId, theirs] of Map.groupBy(found, (copy) => copy.peerId)) {
      const told = theirs.map(({ messageId }) => messageId);
      yield* tell(peerId, subject, 'message.read', { messageIds: told, readBy: avatarId });
    }
    return { messageIds, unread };
  }

  function* remove(avatarId: string, id: string): Steps<boolean> {
    const copy = yield* first(statements.message, { avatarId, id });
    if (copy === undefined) return false;
    yield* run((db) => db.delete(copies).where(and(eq(copies.avatarId, avatarId), eq(copies.messageId, id))));
    if (copy.unread) yield* addTotals(avatarId, { unread: -1 });
    const other = yield* first(statements.copiesOf, { id });
    if (other === undefined) {
      const { message } = copy;
      yield* usage.give(message.fromAvatarId, 'messages', { items: 1, bytes: sizeOf(message) });
      yield* run((db) => db.delete(messages).where(eq(messages.id, id)));
    }
    yield* tell(avatarId, `message:${id}`, 'message.deleted', { messageId: id });
    return true;
  }

  const page = (
    statement: typeof statements.inbox,
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
    send: (message) => write('full', () => send(message)),

    get: (avatarId, id) =>
      read(function* () {
        return (yield* first(statements.message, { avatarId, id }))?.message;
      }),

    find: (id) => read(() => first((db) => db.select().from(messages).where(eq(messages.id, id)))),

    inbox: (avatarId, unreadOnly, cursor, limit, skip = 0) =>
      page(unreadOnly ? statements.unread : statements.inbox, { avatarId }, cursor, limit, skip),

    conversation: (avatarId, peerId, cursor, limit, skip = 0) =>
      page(statements.conversation, { avatarId, peerId }, cursor, limit, skip),

    markRead: (avatarId, ids) => write('full', () => markRead(avatarId, ids)),

    remove: (avatarId, id) => write('full', () => remove(avatarId, id)),

    removeForBoth: (id) =>
      write('full', function* () {
        const left = yield* all(statements.copiesOf, { id });
        for (const { avatarId } of left) yield* remove(avatarId, id);
        return left.length > 0;
      }),

    totals: (avatarId) => read(() => totals(avatarId)),

    block: (avatarId, blockedId) =>
      write('full', function* () {
        const known = yield* first(statements.block, { avatarId, blockedId });
        if (known) return known;
        const row = { avatarId, blockedId, createdAtMs: clock.now() };
        yield* run((db) => db.insert(blocks).values(row));
        return row;
      }),

    unblock: (avatarId, blockedId) =>
      write('full', function* () {
        const row = and(eq(blocks.avatarId, avatarId), eq(blocks.blockedId, blockedId));
        return (yield* run((db) => db.delete(blocks).where(row))) === 1;
      }),

    blocks: (avatarId, cursor, limit, skip = 0) =>
      read(function* () {
        const rows = yield* all(statements.blocks, { avatarId, after: cursor ?? '', limit: limit + 1, skip });
        return pageBy(rows, limit, ({ blockedId }) => blockedId);
      }),
  };
}
