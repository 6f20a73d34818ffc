import assert from 'node:assert/strict';
import { jsonText } from '@causeway/protocol';
import { cases } from '@causeway/protocol/test-support/cases';
import { clockAt } from '@causeway/runtime/test-support';
import {
  type CollaborationOptions,
  openPlatformStorage,
  type PlatformStorage,
  type Quota,
  UNLIMITED,
} from '@causeway/storage';
import { newAgent, register } from '@causeway/storage/test-support/agents';
import { onStorages } from '@causeway/storage/test-support/engines';
import { assertRecounted } from '@causeway/storage/test-support/recount';
import { forAll } from '@causeway/storage/test-support/takers';
import fc from 'fast-check';
import { agentStorage } from '../src/index.ts';
import { completed, holdOf, newTask } from './support/tasks.ts';

const DAY_MS = 86_400_000;
const question = { kind: 'inputRequested', question: 'which?' } as const;
const OPTIONS: CollaborationOptions = {
  ...{ capability: 'draw', rounds: 1, timeoutMs: 60 * DAY_MS, join: false, voting: 'majority', weights: null },
};

onStorages('the history of tasks', (temporary, engine) => {
  const opened: PlatformStorage[] = [];
  /** The storage of another process, with a quota of the history. */
  const limited = async (history: Partial<Quota>): Promise<PlatformStorage> => {
    const quotas = { ...UNLIMITED, history: { ...UNLIMITED.history, ...history } };
    const storage = await openPlatformStorage(temporary.database, { clock: clockAt(() => temporary.nowMs), quotas });
    opened.push(storage);
    return storage;
  };
  beforeEach(() => register(temporary.storage, newAgent('worker', { maxConcurrentTasks: 100 })));
  afterEach(async () => {
    for (const storage of opened.splice(0)) await storage.close();
  });
  const kept = () => temporary.storage.usage.of('submitter', 'history');
  const submit = ({ agents }: PlatformStorage, id: string, input = '{}') =>
    agentStorage(agents).tasks.submit(newTask(id, temporary.nowMs + DAY_MS, { input }));
  const claim = async () => {
    const { tasks } = agentStorage(temporary.storage.agents);
    const claimed = await tasks.claim({ agentId: 'worker', limit: 1, leaseMs: DAY_MS });
    assert.ok(claimed.ok);
    return claimed.value[0];
  };
  const claimed = async () => holdOf((await claim()) ?? assert.fail('no task waits'));
  const execute = async ({ agents }: PlatformStorage, input = '{}') => {
    const definition = { steps: [{ stepId: 'one', type: 'draw' }] };
    const workflow = await agents.workflows.create({ id: 'w', ownerId: 'submitter', definition });
    assert.ok(workflow.ok);
    const facts = { submitterId: 'submitter', ...forAll('submitter'), input, traceparent: null, lifeMs: 90 * DAY_MS };
    return agentStorage(agents).runs.execute(workflow.value, facts);
  };
  const collaborate = ({ agents }: PlatformStorage, taskId: string, input = '{}') =>
    agentStorage(agents).collaborations.create({
      ...{
        submitterId: 'submitter',
        ...forAll('submitter'),
        fingerprint: 'f',
        protocol: 'voting',
        agents: ['worker'],
      },
      ...{ input, taskId, options: OPTIONS },
    });
  const say = ({ agents }: PlatformStorage, input = '{}') =>
    agentStorage(agents).messages.send(
      {
        ...{
          senderId: 'submitter',
          ...forAll('submitter'),
          strategy: 'best_match',
          timeoutMs: 1,
          type: 'hi',
          taskId: null,
        },
        ...{ requirement: { capability: 'draw', model: null, resolution: null }, input },
      },
      { agentId: 'worker', reason: 'r' },
    );
  const purge = (limit = 100) => temporary.storage.agents.history.purge(temporary.nowMs, limit);

  it('counts what has ended, so that to cancel makes no room, until it is purged', async () => {
    const storage = await limited({ items: 3 });
    for (const id of ['a', 'b', 'c']) {
      assert.ok((await submit(storage, id)).ok);
      assert.ok((await agentStorage(storage.agents).tasks.cancel(id)).ok);
    }
    const error = { code: 'QUOTA_EXCEEDED', kind: 'history', unit: 'items', limit: 3, used: 3 };
    const latest = await storage.events.latest();
    assert.deepEqual(await submit(storage, 'd'), { ok: false, error });
    assert.deepEqual(await execute(storage), { ok: false, error });
    assert.deepEqual(await collaborate(storage, 'e'), { ok: false, error });
    assert.deepEqual(await say(storage), { ok: false, error });
    const again = await submit(storage, 'a');
    assert.ok(again.ok && !again.value.created, 'a repetition is answered, and stores nothing');
    assert.equal(await storage.events.latest(), latest, 'what is refused leaves nothing');
    assert.equal(await agentStorage(storage.agents).tasks.get('d'), undefined);
    assert.deepEqual(await kept(), { items: 3, bytes: 3 * Buffer.byteLength('{}[]') });
    assert.deepEqual(await storage.usage.of('submitter', 'tasks'), { items: 0, bytes: 0 });
    temporary.nowMs += 1;
    assert.equal(await purge(), 3);
    assert.ok((await submit(storage, 'd')).ok);
    await assertRecounted(engine, temporary.database);
  });

  it('grows with results, questions and artifacts, and takes no artifact and no answer beyond the quota', async () => {
    const { storage } = temporary;
    await submit(storage, 't');
    let hold = await claimed();
    const part = { name: 'n', mediaType: 'text/plain', content: `"${'x'.repeat(100)}"` };
    assert.ok((await agentStorage(storage.agents).artifacts.put(hold, part, 9)).ok);
    assert.equal((await kept()).bytes, 4 + 102);
    assert.ok((await agentStorage(storage.agents).artifacts.put(hold, { ...part, content: '"y"' }, 9)).ok, 'replaced');
    assert.equal((await kept()).bytes, 4 + 3);
    const full = await limited({ bytes: 20 });
    const refused = await agentStorage(full.agents).artifacts.put(hold, part, 9);
    assert.equal(refused.ok || refused.error.code, 'QUOTA_EXCEEDED');
    await agentStorage(storage.agents).tasks.end(hold, question);
    const answer = await agentStorage(full.agents).tasks.answer('t', 'that one');
    assert.equal(answer.ok || answer.error.code, 'QUOTA_EXCEEDED');
    assert.equal((await agentStorage(storage.agents).tasks.get('t'))?.state, 'input_required');
    assert.ok((await agentStorage(storage.agents).tasks.answer('t', 'that one')).ok);
    hold = await claimed();
    assert.ok((await agentStorage(full.agents).tasks.end(hold, completed)).ok, 'no agent loses its work');
    const row = (await agentStorage(storage.agents).tasks.get('t')) ?? assert.fail();
    const texts = row.input + row.result + row.questions;
    assert.deepEqual(await kept(), { items: 1, bytes: Buffer.byteLength(texts) + 3 });
    await assertRecounted(engine, temporary.database);
  });

  it('is purged in batches with attempts, artifacts and events, but never what is open', async () => {
    const { storage } = temporary;
    const agents = agentStorage(storage.agents);
    for (const id of ['a', 'b', 'c', 'open']) await submit(storage, id);
    for (let at = 0; at < 3; at += 1) {
      const hold = await claimed();
      await agents.artifacts.put(hold, { name: 'n', mediaType: 'text/plain', content: '"x"' }, 9);
      await agents.tasks.end(hold, completed);
    }
    assert.equal(await purge(), 0, 'nothing is old');
    temporary.nowMs += 1;
    assert.equal(await purge(2), 2);
    assert.equal(await purge(2), 1);
    assert.equal(await purge(2), 0);
    for (const id of ['a', 'b', 'c']) {
      assert.equal(await agents.tasks.get(id), undefined);
      assert.deepEqual(await agents.tasks.attemptsAt(id), []);
      assert.deepEqual(await agents.artifacts.of(id), []);
      assert.ok((await agents.tasks.history(id, 0, 9)).length <= 1, 'the newest event of all stays');
    }
    assert.equal((await agents.tasks.get('open'))?.state, 'queued');
    assert.equal((await agents.tasks.history('open', 0, 9)).length, 1);
    assert.equal((await kept()).items, 1);
    await assertRecounted(engine, temporary.database);
  });

  it('has a message between agents until it is purged with its events', async () => {
    const { storage } = temporary;
    const sent = await say(storage, '"hello"');
    assert.ok(sent?.ok);
    assert.deepEqual(await kept(), { items: 1, bytes: 7 });
    assert.equal((await agentStorage(storage.agents).messages.take('worker', 9)).length, 1);
    await submit(storage, 'later');
    temporary.nowMs += 1;
    assert.equal(await agentStorage(storage.agents).messages.purge(temporary.nowMs), 1);
    assert.deepEqual(await storage.events.after(`message:${sent.value.id}`, 0, 9), []);
    assert.deepEqual(await kept(), { items: 1, bytes: 4 });
    await assertRecounted(engine, temporary.database);
  });

  it('keeps an ended task while its run or its collaboration needs it', async () => {
    const { storage } = temporary;
    const agents = agentStorage(storage.agents);
    const run = await execute(storage, '"input"');
    const together = await collaborate(storage, 'together');
    assert.ok(run.ok && together.ok);
    const { row, parts } = together.value;
    await submit(storage, parts[0]?.taskId ?? '');
    for (let at = 0; at < 2; at += 1) await agents.tasks.end(await claimed(), completed);
    temporary.nowMs += 30 * DAY_MS;
    assert.equal(await purge(), 0);
    await agents.runs.advance(run.value.id);
    const end = { position: 0, agentId: 'worker', state: 'completed', result: jsonText({ value: 1 }) } as const;
    const ends = [{ ...end, failureCode: null, failureMessage: null }];
    await agents.collaborations.advance(row, ends, { kind: 'end', state: 'completed', outcome: '{"value":1}' });
    assert.equal((await agents.runs.get(run.value.id))?.state, 'completed');
    await assertRecounted(engine, temporary.database);
    assert.equal(await purge(), 2, 'the tasks; run and collaboration have just ended');
    temporary.nowMs += 1;
    assert.equal(await purge(), 2);
    assert.equal(await agents.runs.get(run.value.id), undefined);
    assert.deepEqual(await agents.runs.steps(run.value.id), []);
    assert.equal(await agents.collaborations.get(row.id), undefined);
    assert.deepEqual(await kept(), { items: 0, bytes: 0 });
    await assertRecounted(engine, temporary.database);
  });

  it('is what the tables have, after random submissions, reports, ends and purges', async () => {
    const { storage } = temporary;
    const agents = agentStorage(storage.agents);
    const known: string[] = [];
    const operations: Readonly<Record<string, (n: number) => Promise<unknown>>> = {
      async submit(n) {
        const id = `t${known.length}`;
        known.push(id);
        return submit(storage, id, JSON.stringify('é'.repeat(n)));
      },
      again: (n) => submit(storage, known[n] ?? 't0'),
      cancel: (n) => agents.tasks.cancel(known.at(-1 - n) ?? ''),
      execute: (n) => execute(storage, JSON.stringify('x'.repeat(n))),
      collaborate: (n) => collaborate(storage, `c${n}`, JSON.stringify(n)),
      async work(n) {
        const task = await claim();
        if (task === undefined) return;
        const hold = holdOf(task);
        const content = jsonText('y'.repeat(n));
        await agents.artifacts.put(hold, { name: `n${n % 2}`, mediaType: 'text/plain', content }, 1);
        if (n % 3 === 0) await agents.tasks.end(hold, { ...completed, result: content });
        if (n % 3 === 1) {
          await agents.tasks.end(hold, question);
          await agents.tasks.answer(task.id, content);
        }
        for (const id of await agents.runs.due(9)) await agents.runs.advance(id);
      },
      say: (n) => say(storage, JSON.stringify('z'.repeat(n))),
      take: (n) => agents.messages.take('worker', n + 1),
      async purge(n) {
        await agents.messages.purge(temporary.nowMs - n);
        await agents.history.purge(temporary.nowMs - n, n + 1);
      },
      async wait(n) {
        temporary.nowMs += n;
      },
    };
    const operation = fc.record({ kind: fc.constantFrom(...Object.keys(operations)), n: fc.nat(6) });
    const sample = fc.sample(operation, cases(80, 3_000));
    for (let at = 0; at < sample.length; at += 4) {
      await Promise.all(sample.slice(at, at + 4).map(({ kind, n }) => operations[kind]?.(n)));
    }
    await assertRecounted(engine, temporary.database);
  });
});
