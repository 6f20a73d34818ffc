import { strict as assert } from 'node:assert';
import { Causeway } from '@causeway/client';
import { describeService, PASSWORD } from './service.ts';

describeService('causeway message', undefined, (service) => {
  let ann: string;
  let bob: string;
  let other: Causeway;
  before(async () => {
    ann = await service.signedUp('ann');
    other = new Causeway({ baseUrl: service.url });
    bob = (await other.avatars.register({ username: 'bob', password: PASSWORD })).id;
    await other.avatars.login({ username: 'bob', password: PASSWORD });
  });
  const one = (...args: readonly string[]) => service.one('message', ...args);

  it('sends with task and priority, and lists a conversation', async () => {
    await one('send', bob, 'hello', '--task', 't-1', '--priority', 'high');
    const received = await other.messages.inbox().next();
    assert(!received.done);
    assert.deepEqual(received.value.metadata, { taskId: 't-1', priority: 'high' });
    await service.causeway(['message', 'send', bob, '-'], { input: 'from a line\n' });
    const { stdout } = await service.causeway(['message', 'with', bob]);
    assert.match(stdout, /^MESSAGE +FROM +SENT +READ +TEXT\n.* no +from a line\n.* no +hello\n$/);
  });

  it('prints messages as they come, then marks and deletes them', async () => {
    const first = await other.messages.send(ann, 'one');
    let sending: ReturnType<typeof other.messages.send> | undefined;
    const { stdout, status } = await service.causeway(['message', 'watch', '--count', '2'], {
      async onOutput() {
        // The stream can print the second message before its sender has the answer.
        sending ??= other.messages.send(ann, 'two \u001b[31m');
        await sending;
      },
    });
    assert.equal(status, 0);
    const second = (await (sending ?? assert.fail())).messageId;
    assert.match(stdout, /^\S+ {2}\S+ {2}one\n\S+ {2}\S+ {2}two \\u001b\[31m\n$/);
    const marked = await one('read', first.messageId);
    assert.deepEqual([marked.messageIds, marked.unreadCount], [[first.messageId], 1]);
    assert.equal((await one('inbox', '--unread')).messageId, second);
    await one('delete', second);
    assert.match((await service.causeway(['message', 'inbox', '--unread'])).stdout, /you have read everything/);
  });

  it('blocks an avatar, which learns so', async () => {
    await one('block', bob);
    await assert.rejects(other.messages.send(ann, 'x'), { code: 'SENDER_BLOCKED', status: 403 });
    assert.equal((await one('blocks')).avatarId, bob);
    await one('unblock', bob);
    await other.messages.send(ann, 'again');
  });

  it('names people, until somebody hides a name', async () => {
    await one('send', 'Bob', 'by name');
    assert.equal((await other.messages.inbox().next()).value?.message, 'by name');
    await other.messages.send(ann, 'from bob');
    const from = async () => (await service.causeway(['message', 'with', 'bob'])).stdout;
    assert.match(await from(), / bob +\S+ +no +from bob\n/);
    assert.equal((await service.one('avatar', 'find', 'bob')).id, bob);
    await other.avatars.update({ nameHidden: true });
    for (const name of ['bob', 'nobody']) {
      const refused = await service.causeway(['message', 'send', name, 'hi']);
      assert.match(refused.stderr, /\(AVATAR_NOT_FOUND\)\n.*whoami/);
    }
    await one('send', bob, 'by id');
    const { stdout } = await service.causeway(['message', 'with', bob]);
    assert.match(stdout, new RegExp(` ${bob} +\\S+ +no +from bob\\n`));
    assert.match((await service.causeway(['avatar', 'hide'])).stdout, /nobody finds ann/);
    assert.match((await service.causeway(['whoami'])).stdout, /ann \(hidden\)/);
    assert.match((await service.causeway(['avatar', 'show'])).stdout, /Others see the name ann/);
  });
});
