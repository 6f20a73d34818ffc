import assert from 'node:assert/strict';
import { newAgent, register } from '@causeway/storage/test-support/agents';
import { onStorages } from '@causeway/storage/test-support/engines';
import { agentStorage } from '../../src/index.ts';
import { claimOne, LEASE_MS, newTask, RANDOM, submit } from '../support/tasks.ts';

onStorages('ArtifactRepository', (temporary) => {
  beforeEach(async () => {
    await register(temporary.storage, newAgent('a'));
    await submit(temporary.storage, newTask('t', temporary.nowMs + 60_000));
  });
  const part = (name: string, content = '"x"') => ({ name, mediaType: 'text/plain', content });
  const put = (token: number, artifact: ReturnType<typeof part>, agentId = 'a') =>
    agentStorage(temporary.storage.agents).artifacts.put({ taskId: 't', agentId, token }, artifact, 2);
  const stored = async () =>
    (await agentStorage(temporary.storage.agents).artifacts.of('t')).map(({ name, content, token }) => [
      name,
      content,
      token,
    ]);
  const told = async () =>
    (await agentStorage(temporary.storage.agents).tasks.history('t', 0, 100)).flatMap(({ type, data }) =>
      type === 'task.artifact' ? [[data.artifact, data.token]] : [],
    );

  it('keeps the parts of a task in their order, each name once, with an event for each change', async () => {
    const { token } = await claimOne(temporary.storage, 'a');
    await put(token, part('b'));
    await put(token, part('a'));
    await put(token, part('b', '"y"'));
    const again = await put(token, part('b', '"y"'));
    assert.equal(again.ok && again.value.position, 0);
    assert.deepEqual(await stored(), [
      ['b', '"y"', token],
      ['a', '"x"', token],
    ]);
    assert.deepEqual(await told(), [
      ['b', token],
      ['a', token],
      ['b', token],
    ]);
  });

  it('refuses a part beyond the limit, and those who do not hold the task', async () => {
    const codeOf = (result: Awaited<ReturnType<typeof put>>) => !result.ok && result.error.code;
    assert.equal(codeOf(await put(1, part('a'))), 'TOKEN_STALE');
    const { token } = await claimOne(temporary.storage, 'a');
    assert.equal(codeOf(await put(token + 1, part('a'))), 'TOKEN_STALE');
    assert.equal(codeOf(await put(token, part('a'), 'other')), 'TOKEN_STALE');
    for (const name of ['a', 'b']) assert.equal(codeOf(await put(token, part(name))), false);
    assert.equal(codeOf(await put(token, part('c'))), 'ARTIFACTS_FULL');
    assert.equal(codeOf(await put(token, part('b', '1'))), false);
  });

  it('keeps the parts of a lost attempt, which the next one replaces', async () => {
    const { tasks } = agentStorage(temporary.storage.agents);
    const first = await claimOne(temporary.storage, 'a');
    await put(first.token, part('a'));
    temporary.nowMs += LEASE_MS;
    await tasks.sweep(10, RANDOM);
    temporary.nowMs += 1_000;
    await tasks.sweep(10, RANDOM);
    const second = await claimOne(temporary.storage, 'a');
    assert.deepEqual(await stored(), [['a', '"x"', first.token]]);
    await put(second.token, part('a'));
    assert.deepEqual(await stored(), [['a', '"x"', second.token]]);
  });
});
