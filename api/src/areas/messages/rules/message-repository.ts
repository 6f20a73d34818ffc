import { ok, type Result } from '@causeway/protocol';
import type { DirectMessageRow, MessageReading, MessageTotals } from '@causeway/storage';
import { all, first, memoize, run, type TxScript, usageSteps } from '@causeway/storage/jobs';
import {
  insertBlock,
  type MessageStore,
  NO_MESSAGES,
  removeBlock,
  removeCopy,
  removeMessage,
  storeRead,
  totalsOf,
} from '@causeway/storage/messages';
import type { Marked, MessageRepository, NewDirectMessage, SendRefused } from './messages.ts';

/** The topic of an avatar's stream that has its messages. */
const TOPIC = 'messages';

/** The stored bytes of a message. */
const sizeOf = ({ text, metadata }: Pick<DirectMessageRow, 'text' | 'metadata'>): number =>
  Buffer.byteLength(text) + Buffer.byteLength(JSON.stringify(metadata));

/** The jobs of a MessageRepository. */
function createMessageJobs({ context, statements }: MessageStore): Omit<MessageRepository, keyof MessageReading> {
  const { write, clock, newId, tables, appendEvent } = context;
  const usage = usageSteps(context);

  const addTotals = (avatarId: string, more: Partial<MessageTotals>): TxScript<number> =>
    run(statements.addTotals, { ...NO_MESSAGES, ...more, avatarId });

  /** Tells `avatarId` of a message. The event has no text: whoever deletes the message leaves none behind. */
  function* tell(
    avatarId: string,
    subject: string,
    type: string,
    data: Readonly<Record<string, unknown>>,
  ): TxScript<void> {
    yield* appendEvent({ subject, type, data, createdAtMs: clock.now(), audience: { avatarId, topic: TOPIC } });
  }

  function* send(message: NewDirectMessage): TxScript<Result<DirectMessageRow, SendRefused>> {
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

  function* markRead(avatarId: string, ids: readonly string[]): TxScript<Marked> {
    const found = yield* all(statements.unreadIn, { avatarId, ids: JSON.stringify(ids) });
    const messageIds = found.map(({ messageId }) => messageId);
    if (messageIds.length === 0) return { messageIds, unread: (yield* totalsOf(statements, avatarId)).unread };
    yield* storeRead(tables, avatarId, messageIds, clock.now());
    yield* addTotals(avatarId, { unread: -messageIds.length });
    const { unread } = yield* totalsOf(statements, avatarId);
    const subject = `messages:${avatarId}`;
    yield* tell(avatarId, subject, 'message.read', { messageIds, readBy: avatarId, unread });
    for (const [peerId, theirs] of Map.groupBy(found, (copy) => copy.peerId)) {
      const told = theirs.map(({ messageId }) => messageId);
      yield* tell(peerId, subject, 'message.read', { messageIds: told, readBy: avatarId });
    }
    return { messageIds, unread };
  }

  function* remove(avatarId: string, id: string): TxScript<boolean> {
    const copy = yield* first(statements.message, { avatarId, id });
    if (copy === undefined) return false;
    yield* removeCopy(tables, avatarId, id);
    if (copy.unread) yield* addTotals(avatarId, { unread: -1 });
    const other = yield* first(statements.copiesOf, { id });
    if (other === undefined) {
      const { message } = copy;
      yield* usage.give(message.fromAvatarId, 'messages', { items: 1, bytes: sizeOf(message) });
      yield* removeMessage(tables, id);
    }
    yield* tell(avatarId, `message:${id}`, 'message.deleted', { messageId: id });
    return true;
  }

  return {
    send: (message) => write('full', () => send(message)),

    markRead: (avatarId, ids) => write('full', () => markRead(avatarId, ids)),

    remove: (avatarId, id) => write('full', () => remove(avatarId, id)),

    removeForBoth: (id) =>
      write('full', function* () {
        const left = yield* all(statements.copiesOf, { id });
        for (const { avatarId } of left) yield* remove(avatarId, id);
        return left.length > 0;
      }),

    block: (avatarId, blockedId) =>
      write('full', function* () {
        const known = yield* first(statements.block, { avatarId, blockedId });
        if (known) return known;
        const row = { avatarId, blockedId, createdAtMs: clock.now() };
        yield* insertBlock(tables, row);
        return row;
      }),

    unblock: (avatarId, blockedId) => write('full', () => removeBlock(tables, { avatarId, blockedId })),
  };
}

/** The jobs over the tables of messages in an open database. */
export const messageStorage = memoize(
  (store: MessageStore): MessageRepository => ({ ...store.messages, ...createMessageJobs(store) }),
);
