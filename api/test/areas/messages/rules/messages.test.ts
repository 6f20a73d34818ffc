import assert from 'node:assert/strict';
import type { DirectMessageRow } from '@causeway/storage';
import { openPlatformStorage } from '@causeway/storage';
import { runText } from '@causeway/storage/jobs';
import { messages as area, messageStatements } from '@causeway/storage/messages';
import { columns } from '@causeway/storage/test-support/columns';
import { onStorages } from '@causeway/storage/test-support/engines';
import { messageStorage } from '../../../../src/areas/messages/rules/message-repository.ts';

onStorages('MessageRepository', (temporary, engine) => {
  const messages = () => messageStorage(temporary.storage.messages);
  const sent = async (text: string, from = 'ann', to = 'bob', metadata = {}): Promise<DirectMessageRow> => {
    const row = await messages().send({ accountId: from, fromAvatarId: from, toAvatarId: to, text, metadata });
    return row.ok ? row.value : assert.fail(row.error.code);
  };
  const texts = (rows: readonly DirectMessageRow[]) => rows.map(({ text }) => text);
  const inbox = async (avatarId: string, unreadOnly = false) =>
    texts((await messages().inbox(avatarId, unreadOnly, null, 100)).items);
  const talk = async (avatarId: string, peerId: string) =>
    texts((await messages().conversation(avatarId, peerId, null, 100)).items);
  const told = async (avatarId: string) =>
    (await temporary.storage.events.afterFor({ avatarId, topics: ['messages'] }, 0, 100)).map(({ type, data }) => ({
      type,
      ...data,
    }));

  it('keeps what was sent, over a restart', async () => {
    const metadata = { taskId: 't', priority: 'high', nested: { $bigint: 'none', list: [1, null] } };
    const row = await sent('hello', 'ann', 'bob', metadata);
    await temporary.reopen();
    assert.deepEqual(await messages().get('bob', row.id), row);
    assert.deepEqual([row.metadata, row.readAtMs], [metadata, null]);
    assert.equal(await messages().get('carl', row.id), undefined, 'it is of these two only');
  });

  it('lists the inbox and a conversation, newest first, page by page', async () => {
    await sent('1');
    await sent('2', 'bob', 'ann');
    await sent('3', 'carl', 'bob');
    await sent('4');
    assert.deepEqual([await inbox('bob'), await inbox('ann')], [['4', '3', '1'], ['2']]);
    assert.deepEqual(
      [await talk('ann', 'bob'), await talk('bob', 'ann')],
      [
        ['4', '2', '1'],
        ['4', '2', '1'],
      ],
    );
    assert.deepEqual(await talk('carl', 'ann'), []);
    const first = await messages().inbox('bob', false, null, 2);
    await sent('5');
    const rest = await messages().inbox('bob', false, first.nextCursor, 2);
    assert.deepEqual([texts(first.items), texts(rest.items), rest.nextCursor], [['4', '3'], ['1'], null]);
  });

  it('marks only what the avatar received, and once', async () => {
    const [one, two, own] = [await sent('1'), await sent('2'), await sent('3', 'bob', 'ann')];
    temporary.nowMs += 5;
    const ids = [one.id, own.id, 'unknown', one.id];
    assert.deepEqual(await messages().markRead('bob', ids), { messageIds: [one.id], unread: 1 });
    assert.deepEqual(await messages().markRead('bob', ids), { messageIds: [], unread: 1 });
    assert.deepEqual(await messages().markRead('carl', [two.id]), { messageIds: [], unread: 0 });
    assert.equal((await messages().get('ann', one.id))?.readAtMs, temporary.nowMs);
    assert.equal((await messages().get('ann', own.id))?.readAtMs, null);
    assert.deepEqual(await inbox('bob', true), ['2']);
    assert.deepEqual(await messages().totals('bob'), { sent: 1, received: 2, unread: 1 });
  });

  it('deletes for one avatar alone, and the text with the last copy', async () => {
    const row = await sent('secret');
    assert.equal(await messages().remove('bob', row.id), true);
    assert.deepEqual([await inbox('bob'), await talk('bob', 'ann'), await talk('ann', 'bob')], [[], [], ['secret']]);
    assert.deepEqual(await messages().totals('bob'), { sent: 0, received: 1, unread: 0 });
    assert.equal(await messages().remove('bob', row.id), false);
    assert.equal(await messages().remove('carl', row.id), false);
    assert.deepEqual(await messages().find(row.id), row);
    assert.equal(await messages().remove('ann', row.id), true);
    assert.equal(await messages().get('ann', row.id), undefined);
    const opened = await engine.open(temporary.database);
    const left = await opened.read(() => runText<{ n: number }>('select count(*) as n from direct_messages'));
    await opened.close();
    assert.equal(Number(left[0]?.n), 0);
  });

  it('deletes for both at once', async () => {
    const row = await sent('gone');
    assert.deepEqual([await messages().removeForBoth(row.id), await messages().removeForBoth(row.id)], [true, false]);
    assert.deepEqual([await inbox('bob'), await messages().find(row.id)], [[], undefined]);
    assert.equal((await messages().totals('bob')).unread, 0);
  });

  it('takes nothing from blocked avatars, until they are unblocked', async () => {
    const block = await messages().block('bob', 'ann');
    temporary.nowMs += 5;
    assert.deepEqual(await messages().block('bob', 'ann'), block, 'a second block changes nothing');
    const message = { accountId: 'ann', fromAvatarId: 'ann', toAvatarId: 'bob', text: 'x', metadata: {} };
    assert.deepEqual(await messages().send(message), { ok: false, error: { code: 'BLOCKED' } });
    assert.deepEqual(
      [await talk('ann', 'bob'), await messages().totals('ann')],
      [[], { sent: 0, received: 0, unread: 0 }],
    );
    await sent('the other way', 'bob', 'ann');
    await messages().block('bob', 'carl');
    const page = await messages().blocks('bob', null, 1);
    assert.deepEqual([page.items, page.nextCursor], [[block], 'ann']);
    assert.deepEqual(columns((await messages().blocks('bob', 'ann', 1)).items, 'blockedId'), ['carl']);
    assert.deepEqual([await messages().unblock('bob', 'ann'), await messages().unblock('bob', 'ann')], [true, false]);
    await sent('again');
  });

  it('tells both avatars, without the text, in the order of the changes', async () => {
    const row = await sent('secret', 'ann', 'bob', { taskId: 't', priority: 'high', other: 'secret' });
    await messages().markRead('bob', [row.id]);
    await messages().remove('ann', row.id);
    const { id: messageId } = row;
    assert.deepEqual(await told('bob'), [
      { type: 'message.received', messageId, fromAvatarId: 'ann', taskId: 't', priority: 'high' },
      { type: 'message.read', messageIds: [messageId], readBy: 'bob', unread: 0 },
    ]);
    assert.deepEqual(await told('ann'), [
      { type: 'message.read', messageIds: [messageId], readBy: 'bob' },
      { type: 'message.deleted', messageId },
    ]);
  });

  it('counts exactly when two processes send and mark at once', async () => {
    const other = await openPlatformStorage(temporary.database);
    const both = [messages(), messageStorage(other.messages)];
    const send = (at: number) =>
      both[at % 2]?.send({
        accountId: `from-${at % 3}`,
        fromAvatarId: `from-${at % 3}`,
        toAvatarId: 'bob',
        text: String(at),
        metadata: {},
      });
    const rows = await Promise.all(Array.from({ length: 60 }, (_, at) => send(at)));
    const ids = rows.map((row) => (row?.ok ? row.value.id : assert.fail()));
    const marks = [0, 20, 40].flatMap((from) => both.map((one) => one.markRead('bob', ids.slice(from, from + 30))));
    const [results] = await Promise.all([
      Promise.all(marks),
      ...ids.slice(50).map((id) => messageStorage(other.messages).remove('bob', id)),
    ]);
    await other.close();
    const marked = results.flatMap(({ messageIds }) => messageIds);
    assert.equal(new Set(marked).size, marked.length, 'each message is marked once');
    const unread = (await messages().inbox('bob', true, null, 100)).items.length;
    assert.deepEqual(await messages().totals('bob'), { sent: 0, received: 60, unread });
    assert.equal(unread, 0);
    assert.deepEqual(await messages().totals('from-1'), { sent: 20, received: 0, unread: 0 });
  });

  it('reads its lists through indexes', async () => {
    const opened = await engine.open(temporary.database);
    const statements = messageStatements(area.tables(opened.dialect), opened.dialect);
    await opened.close();
    const { insertMessage, insertCopy, addTotals, ...reads } = statements;
    const index = {
      inbox: /message_copies_inbox/,
      unread: /message_copies_unread/,
      conversation: /message_copies_peer/,
    };
    for (const [name, { build }] of Object.entries(reads)) {
      const plan = await engine.plan(temporary.database, build);
      assert.doesNotMatch(
        plan,
        /SCAN (?:direct|message)|Seq Scan on (?:direct|message)|TEMP B-TREE|Sort/,
        `${name}: ${plan}`,
      );
      assert.match(plan, index[name as keyof typeof index] ?? /INDEX|Index/, `${name}: ${plan}`);
    }
  });
});
