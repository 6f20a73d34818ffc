import assert from 'node:assert/strict';
import { jsonText } from '@causeway/protocol';
import { TAKERS, type TakerRule, type Takers } from '@causeway/storage';
import { newAgent, register } from '@causeway/storage/test-support/agents';
import { columns } from '@causeway/storage/test-support/columns';
import { onStorages } from '@causeway/storage/test-support/engines';
import { agentStorage } from '../../src/index.ts';
import { claim, holdOf, newTask } from '../support/tasks.ts';

const WEBHOOK = 'https://receiver.example/';

/** Agents by what they are for ann, who trusts `friend` and everything of carol's. */
const AGENTS: Readonly<Record<string, { readonly owner: string; readonly takes: readonly Takers[] }>> = {
  'own-1': { owner: 'ann', takes: ['own', 'listed', 'any'] },
  friend: { owner: 'bob', takes: ['listed', 'any'] },
  'carol-1': { owner: 'carol', takes: ['listed', 'any'] },
  stranger: { owner: 'bob', takes: ['any'] },
  // She submits for herself, and her name is no permission.
  ann: { owner: 'ann', takes: ['own', 'listed', 'any'] },
};

onStorages('the rule of who may take work', (temporary) => {
  const agents = () => agentStorage(temporary.storage.agents);
  const rule = (takers: Takers, principalId = 'ann'): TakerRule => ({ takers, principalId });
  /** Queues a task of ann's as the engine does: each rule has a queue of its own. */
  const submit = async (id: string, takers: Takers, more: object = {}) => {
    const queue = `draw ${takers === 'any' ? '' : `${takers} ann`}`;
    const task = newTask(id, temporary.nowMs + 600_000, { ...rule(takers), queue, submitterId: 'ann', ...more });
    const submitted = await agents().tasks.submit(task);
    return submitted.ok ? submitted.value.task : assert.fail(submitted.error.code);
  };
  const end = async (task: Awaited<ReturnType<typeof submit>>) =>
    assert.ok((await agents().tasks.end(holdOf(task), { kind: 'completed', result: jsonText(1), costMicros: 0 })).ok);

  beforeEach(async () => {
    for (const [id, { owner: ownerId }] of Object.entries(AGENTS)) {
      await register(temporary.storage, newAgent(id, { ownerId, maxConcurrentTasks: 9 }));
    }
    assert.ok((await agents().trusts.replace('ann', ['friend', 'carol'])).ok);
    assert.ok((await agents().trusts.replace('bob', ['stranger', 'own-1'])).ok, 'a list is its avatar’s alone');
  });

  it('decides each claim in the transaction that gives the task, for every agent and rule', async () => {
    for (const [id, { takes }] of Object.entries(AGENTS)) {
      for (const takers of TAKERS) {
        const task = await submit(`${id} ${takers}`, takers);
        const look = await agents().tasks.look(id);
        const claimed = await claim(temporary.storage, id);
        const may = takes.includes(takers);
        assert.deepEqual(columns(claimed, 'id'), may ? [task.id] : [], `${id}: ${takers}`);
        assert.equal(look.ok && look.value.waiting, may, `${id} looks: ${takers}`);
        for (const one of claimed) await end(one);
        if (!may) await agents().tasks.cancel(task.id);
      }
    }
    const named = await submit('named', 'own', {
      queue: 'stranger',
      requirement: { capability: 'draw', model: null, resolution: null, agentId: 'stranger' },
    });
    assert.deepEqual(columns(await claim(temporary.storage, 'stranger'), 'id'), [named.id], 'ann chose it herself');
  });

  it('counts a change of the list at once, for tasks that wait, too', async () => {
    await submit('t', 'listed');
    assert.ok((await agents().trusts.replace('ann', ['carol', 'stranger'])).ok);
    assert.deepEqual(await claim(temporary.storage, 'friend'), []);
    assert.deepEqual(columns(await claim(temporary.storage, 'stranger'), 'id'), ['t']);
  });

  it('keeps lists in their order, with agents and owners of agents alone, and each entry once', async () => {
    const { trusts } = agents();
    const refused = await trusts.replace('ann', ['own-1', 'nobody', 'dave']);
    assert.deepEqual(refused, { ok: false, error: { code: 'AGENTS_UNKNOWN', unknown: ['nobody', 'dave'] } });
    assert.deepEqual(await trusts.list('ann'), ['friend', 'carol'], 'a refused list changes nothing');
    await agents().registry.update('friend', 'hide', undefined);
    assert.ok((await trusts.replace('ann', ['stranger', 'friend', 'stranger'])).ok, 'a known entry may stay');
    assert.deepEqual(await trusts.list('ann'), ['stranger', 'friend']);
    assert.deepEqual([...(await trusts.permitted({ takers: 'listed', principalId: 'ann' }))].sort(), [
      ...['ann', 'own-1', 'stranger'],
    ]);
    assert.deepEqual([...(await trusts.permitted({ takers: 'own', principalId: 'ann' }))].sort(), ['ann', 'own-1']);
  });

  it('decides which agent with a webhook gets a task, at its submission and while it waits', async () => {
    for (const id of ['stranger', 'friend']) {
      await agents().registry.update(id, { endpoints: { webhook: WEBHOOK + id } }, undefined);
    }
    const reserved = async (takers: Takers) => {
      const task = newTask(`r ${takers}`, temporary.nowMs + 600_000, {
        ...rule(takers),
        queue: `r ${takers}`,
        strategy: 'first_available',
      });
      const submitted = await agents().tasks.submit(task);
      return submitted.ok && submitted.value.task.agentId;
    };
    // More queues that nobody may serve than one round reads.
    const useless = Array.from({ length: 110 }, (_, at) => ({ queue: `0 ${at}`, principalId: `nobody ${at}` }));
    await Promise.all(useless.map((more) => submit(more.queue, 'own', more)));
    assert.deepEqual(
      [await reserved('own'), await reserved('listed'), await reserved('any')],
      [...[null, 'friend', 'friend']],
    );
    assert.equal(await agents().tasks.route(), 0);
    await agents().registry.update('own-1', { endpoints: { webhook: WEBHOOK } }, undefined);
    assert.equal(await agents().tasks.route(), 1);
    assert.equal((await agents().tasks.get('r own'))?.agentId, 'own-1');
  });

  it('decides each offer of a message in the transaction that makes it', async () => {
    const message = {
      ...{ senderId: 'ann', requirement: { capability: 'draw', model: null, resolution: null } },
      ...{ strategy: 'best_match', timeoutMs: 1_000, type: 'hello', taskId: null, input: '{}' },
    };
    for (const [agentId, { takes }] of Object.entries(AGENTS)) {
      for (const takers of TAKERS) {
        const sent = await agents().messages.send({ ...message, ...rule(takers) }, { agentId, reason: 'r' });
        assert.equal(sent !== undefined, takes.includes(takers), `${agentId}: ${takers}`);
        const candidates = await agents().registry.capable(message.requirement, 10, { rule: rule(takers) });
        assert.equal(
          columns(candidates, 'id').includes(agentId),
          takes.includes(takers),
          `${agentId}, chosen: ${takers}`,
        );
      }
    }
    const due = await agents().messages.send({ ...message, ...rule('own') }, { agentId: 'own-1', reason: 'r' });
    temporary.nowMs += 1_000;
    assert.ok(due?.ok);
    assert.equal(await agents().messages.passOn(due.value, { agentId: 'friend', reason: 'r' }), undefined);
  });
});
