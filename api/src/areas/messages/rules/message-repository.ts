import { ok, type Result } from '@causeway/protocol';
import type { BlockRow, DirectMessageRow, MessageReading, MessageTotals, QuotaKind } from '@causeway/storage';
import {
  all,
  allOfEach,
  first,
  type Lock,
  send as later,
  lock,
  lockOf,
  memoize,
  type TxScript,
  type Used,
  usageLock,
  usageSteps,
} from '@causeway/storage/jobs';
import { insertBlock, type MessageStore, NO_MESSAGES, removeBlock, totalsOf } from '@causeway/storage/messages';
import type { Marked, MessageRepository, NewDirectMessage, SendRefused } from './messages.ts';

/** The topic of an avatar's stream that has its messages. */
const TOPIC = 'messages';

/** What messages count as among what their sender's owner stores. */
const KIND: QuotaKind = 'messages';

/** The copies of an avatar, its totals, and whom it blocks. */
const mailbox = (avatarId: string): Lock => lockOf('mailbox', avatarId);

/** Who still has the message, by which the last one removes it. */
const holders = (messageId: string): Lock => lockOf('message', messageId);

/** The stored bytes of a message. */
const sizeOf = ({ text, metadata }: Pick<DirectMessageRow, 'text' | 'metadata'>): number =>
  Buffer.byteLength(text) + Buffer.byteLength(JSON.stringify(metadata));

/** The jobs of a MessageRepository. */
function createMessageJobs({ context, statements }: MessageStore): Omit<MessageRepository, keyof MessageReading> {
  const { write, clock, newId, tables, appendEvent } = context;
  const usage = usageSteps(context);

  const addTotals = (avatarId: string, more: Partial<MessageTotals>): TxScript<void> =>
    later(statements.addTotals, { ...NO_MESSAGES, ...more, avatarId });

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
    const { accountId: ownerId, ...content } = message;
    const { fromAvatarId, toAvatarId } = content;
    const owners = [{ ownerId, kind: KIND }];
    const [[blocked], ...stores] = yield* allOfEach(
      [statements.block, [{ avatarId: toAvatarId, blockedId: fromAvatarId }]],
      ...usage.asking(owners),
    );
    const [used] = yield* usage.usedBy(owners, ...stores);
    if (blocked?.length) return { ok: false, error: { code: 'BLOCKED' } };
    const within = yield* usage.takeFrom(used as Used, { items: 1, bytes: sizeOf(content) });
    if (!within.ok) return within;
    const row: DirectMessageRow = { ...content, id: newId(), sentAtMs: clock.now(), readAtMs: null };
    const messageId = row.id;
    yield* later(statements.insertMessage, { ...row });
    const sent = { avatarId: fromAvatarId, messageId, peerId: toAvatarId, incoming: false, unread: false };
    const received = { avatarId: toAvatarId, messageId, peerId: fromAvatarId, incoming: true, unread: true };
    for (const copy of [sent, received]) yield* later(statements.insertCopy, copy);
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
    const read = { avatarId, ids: JSON.stringify(messageIds) };
    yield* later(statements.readCopies, read);
    yield* later(statements.readMessages, { ...read, readAtMs: clock.now() });
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
    yield* later(statements.removeCopy, { avatarId, id });
    if (copy.unread) yield* addTotals(avatarId, { unread: -1 });
    const other = yield* first(statements.copiesOf, { id });
    if (other === undefined) {
      const { message } = copy;
      yield* usage.give(message.fromAvatarId, KIND, { items: 1, bytes: sizeOf(message) });
      yield* later(statements.removeMessage, { id });
    }
    yield* tell(avatarId, `message:${id}`, 'message.deleted', { messageId: id });
    return true;
  }

  function* removeForBoth(id: string): TxScript<boolean> {
    const left = yield* all(statements.copiesOf, { id });
    yield* lock(...left.map(({ avatarId }) => mailbox(avatarId)));
    for (const { avatarId } of left) yield* remove(avatarId, id);
    return left.length > 0;
  }

  function* block(avatarId: string, blockedId: string): TxScript<BlockRow> {
    const known = yield* first(statements.block, { avatarId, blockedId });
    if (known) return known;
    const row = { avatarId, blockedId, createdAtMs: clock.now() };
    yield* insertBlock(tables, row);
    return row;
  }

  return {
    send: (message) => {
      const { accountId, fromAvatarId, toAvatarId } = message;
      const locks = [usageLock(accountId, KIND), mailbox(fromAvatarId), mailbox(toAvatarId)];
      return write('full', () => send(message), { locks });
    },

    markRead: (avatarId, ids) => write('full', () => markRead(avatarId, ids), { locks: [mailbox(avatarId)] }),

    remove: (avatarId, id) => write('full', () => remove(avatarId, id), { locks: [mailbox(avatarId), holders(id)] }),

    removeForBoth: (id) => write('full', () => removeForBoth(id), { locks: [holders(id)] }),

    block: (avatarId, blockedId) => write('full', () => block(avatarId, blockedId), { locks: [mailbox(avatarId)] }),

    unblock: (avatarId, blockedId) =>
      write('full', () => removeBlock(tables, { avatarId, blockedId }), { locks: [mailbox(avatarId)] }),
  };
}

/** The jobs over the tables of messages in an open database. */
export const messageStorage = memoize(
  (store: MessageStore): MessageRepository => ({ ...store.messages, ...createMessageJobs(store) }),
);
