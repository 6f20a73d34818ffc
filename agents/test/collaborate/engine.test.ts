import assert from 'node:assert/strict';
import { systemClock } from '@causeway/runtime';
import { type CollaborationOptions, EventFeed, type PlatformStorage } from '@causeway/storage';
import { columns } from '@causeway/storage/test-support/columns';
import { forAll } from '@causeway/storage/test-support/takers';
import { agentStorage, type Collaborating, CollaborationEngine, type TaskEngine } from '../../src/index.ts';
import { type Answering, placeOf, runAgents } from '../support/collaborators.ts';
import { register, TestEngines } from '../support/engine.ts';

const never = new AbortController().signal;
const WAIT_MS = 15_000;
const AGENTS = ['a', 'b', 'c'];
const ROUND_MS = 60_000;

describe('collaborations', function describeCollaborations() {
  this.timeout(20_000);
  let engines: TestEngines;
  let storage: PlatformStorage;
  let tasks: TaskEngine;
  let engine: CollaborationEngine;
  const opened: CollaborationEngine[] = [];
  const working: Promise<void>[] = [];
  let stop: AbortController;
  const open = async () => {
    const one = await engines.open();
    const own = new CollaborationEngine({
      ...{
        agents: agentStorage(one.storage.agents),
        tasks: one.engine,
        feed: new EventFeed(one.storage.events),
        clock: systemClock,
      },
      onError: (error) => engines.errors.push(error),
    });
    opened.push(own);
    return { ...one, collaborations: own };
  };
  beforeEach(async () => {
    stop = new AbortController();
    engines = new TestEngines();
    const one = await open();
    ({ storage, engine: tasks, collaborations: engine } = one);
    for (const id of AGENTS) await register(storage, id, { capabilities: [] });
  });
  afterEach(async () => {
    stop.abort();
    await Promise.all(working.splice(0));
    for (const one of opened.splice(0)) await one.close();
    await engines.close();
  });

  const answerWith = (answer: Answering, ids = AGENTS) => void working.push(runAgents(tasks, ids, answer, stop.signal));
  const request = (more: Partial<Collaborating> = {}, options: Partial<CollaborationOptions> = {}): Collaborating => ({
    ...forAll(),
    ...{ submitterId: 'submitter', taskId: undefined, protocol: 'voting', agents: AGENTS, input: '{"n":1}', ...more },
    options: {
      ...{ capability: 'vote', rounds: 3, timeoutMs: ROUND_MS, voting: 'majority', weights: null, join: false },
      ...options,
    },
  });
  const begin = async (more: Partial<Collaborating> = {}, options: Partial<CollaborationOptions> = {}) => {
    const begun = await engine.begin(request(more, options));
    return begun.ok ? begun.value.row.id : assert.fail(begun.error.code);
  };
  const ended = async (id: string) => {
    const found = await engine.outcome(id, WAIT_MS, never);
    assert.ok(found && found.row.state !== 'running', `the collaboration is ${found?.row.state}`);
    return { ...found, outcome: JSON.parse(found.row.outcome ?? 'null') };
  };
  const sweep = async () => {
    await tasks.sweep();
  };

  it('let agents vote by real tasks that are reserved to them', async () => {
    engine.start();
    const seen: unknown[] = [];
    answerWith((task, agentId) => {
      seen.push([agentId, task.requirement.agentId, placeOf(task)]);
      return { value: agentId === 'b' ? 'no' : 'yes' };
    });
    const id = await begin({ taskId: 'choose' });
    const { row, parts, outcome } = await ended(id);
    assert.deepEqual([row.state, row.isSettled, outcome.value], ['completed', true, 'yes']);
    const collaboration = {
      collaborationId: id,
      taskId: 'choose',
      protocol: 'voting',
      kind: 'vote',
      round: 1,
      rounds: 3,
    };
    assert.deepEqual(
      seen.sort(),
      AGENTS.map((agentId) => [agentId, agentId, { collaboration, input: { n: 1 }, previous: [] }]),
    );
    assert.deepEqual(
      columns(parts, 'taskId', 'state'),
      AGENTS.map((agentId) => [`${id}:1:${agentId}`, 'completed']),
    );
    const types = (await storage.events.afterFor({ avatarId: 'submitter', topics: ['agents'] }, 0, 10)).map(
      ({ type, data }) => [type, data.round],
    );
    assert.deepEqual(types, [
      ['collaboration.round', 1],
      ['collaboration.completed', 1],
    ]);
  });

  it('reach a consensus over rounds in which agents see all earlier votes', async () => {
    engine.start();
    answerWith((task, agentId) => {
      const { collaboration, previous } = placeOf(task);
      assert.equal(previous.length, collaboration.round - 1);
      if (previous.length < 2) return agentId === 'c' && previous.length === 1 ? undefined : { value: agentId };
      return { value: previous[0].votes[0].value };
    });
    const { row, parts, outcome } = await ended(await begin({ protocol: 'consensus' }));
    assert.deepEqual([row.state, row.round, outcome.value, parts.length], ['completed', 3, 'a', 9]);
    const second = parts.filter(({ round }) => round === 2).map(({ state, failureCode }) => [state, failureCode]);
    assert.deepEqual(second, [
      ['completed', null],
      ['completed', null],
      ['failed', 'BROKE'],
    ]);
  });

  it('split work, do its parts and join them', async () => {
    engine.start();
    await register(storage, 'd', { capabilities: [{ type: 'draw' }] });
    answerWith(
      (task) => {
        const { collaboration, subtask, results, agents } = placeOf(task);
        if (collaboration.kind === 'split') {
          assert.deepEqual(agents, AGENTS);
          return {
            subtasks: [
              { agent: 'b', input: 2 },
              { agent: 'c', input: 3 },
              { capability: 'draw', input: 4 },
            ],
          };
        }
        if (collaboration.kind === 'subtask') return subtask * 10;
        return results.reduce((sum: number, { result }: { readonly result: number }) => sum + result, 0);
      },
      [...AGENTS, 'd'],
    );
    const { row, parts, outcome } = await ended(await begin({ protocol: 'delegation' }, { join: true }));
    assert.deepEqual([row.state, outcome.value], ['completed', 90]);
    assert.deepEqual(
      parts.map(({ kind, agentId, result }) => [kind, agentId, kind === 'split' ? '' : result]),
      [
        ['split', 'a', ''],
        ['subtask', 'b', '20'],
        ['subtask', 'c', '30'],
        ['subtask', 'd', '40'],
        ['join', 'a', '90'],
      ],
    );
  });

  it('end when agents are silent: their tasks expire with the round', async () => {
    const id = await begin();
    engine.start();
    answerWith(() => ({ value: 1 }), ['a', 'b']);
    const voted = async () =>
      (await agentStorage(storage.agents).tasks.list({ submitterId: 'submitter', states: ['completed'] }, null, 9))
        .items;
    while ((await voted()).length < 2) await new Promise(setImmediate);
    engines.nowMs += ROUND_MS;
    await sweep();
    const { row, outcome } = await ended(id);
    assert.deepEqual([row.state, outcome.value], ['completed', 1]);
    assert.deepEqual(outcome.abstained, [{ agentId: 'c', code: 'DEADLINE', message: 'the deadline is over' }]);
  });

  it('take the same request with the same taskId for the same collaboration', async () => {
    const id = await begin({ taskId: 't' });
    assert.equal(await begin({ taskId: 't' }), id);
    const other = await engine.begin(request({ taskId: 't', input: '{}' }));
    assert.deepEqual(other, { ok: false, error: { code: 'TASK_ID_TAKEN' } });
    assert.notEqual(await begin({ taskId: 't', submitterId: 'other' }), id);
    assert.equal(
      (await agentStorage(storage.agents).tasks.list({ submitterId: 'submitter' }, null, 9)).items.length,
      AGENTS.length,
    );
  });

  it('go on in another process where one stopped, whatever was done', async () => {
    const { collaborations } = agentStorage(storage.agents);
    const half = await begin({ taskId: 'half' });
    // A process that dies after it wrote the collaboration has submitted no task.
    const request0 = request({ taskId: 'none' });
    const none = await collaborations.create({ ...request0, fingerprint: 'f' });
    assert.ok(none.ok);
    answerWith(() => ({ value: 1 }));
    while (
      (await agentStorage(storage.agents).tasks.list({ submitterId: 'submitter', states: ['completed'] }, null, 9))
        .items.length < 3
    ) {
      await new Promise(setImmediate);
    }
    assert.equal((await collaborations.get(half))?.row.state, 'running', 'nobody follows');
    const [second, third] = [await open(), await open()];
    second.collaborations.start();
    third.collaborations.start();
    for (const id of [half, none.value.row.id]) assert.equal((await ended(id)).outcome.value, 1);
    const all = await agentStorage(storage.agents).tasks.list({ submitterId: 'submitter' }, null, 20);
    assert.equal(all.items.length, 2 * AGENTS.length, 'no task is made twice');
  });

  it('cancel their open tasks, also after a crash', async () => {
    const id = await begin();
    const cancelled = await engine.cancel(id);
    assert.ok(cancelled.ok);
    const { row, parts } = await ended(id);
    assert.deepEqual(
      [row.state, row.isSettled, columns(parts, 'state')],
      ['cancelled', true, ['cancelled', 'cancelled', 'cancelled']],
    );
    assert.deepEqual(await engine.cancel(id), {
      ok: false,
      error: { code: 'COLLABORATION_ENDED', state: 'cancelled' },
    });
    assert.deepEqual(await engine.cancel('none'), { ok: false, error: { code: 'COLLABORATION_NOT_FOUND' } });
    // This process dies after it wrote the cancellation.
    const second = await begin();
    assert.ok((await agentStorage(storage.agents).collaborations.cancel(second)).ok);
    await (await open()).collaborations.advanceAll();
    const settled = await agentStorage(storage.agents).collaborations.get(second);
    assert.deepEqual([settled?.row.isSettled, settled?.parts[0]?.state], [true, 'cancelled']);
  });

  it('count a task that cannot be submitted as failed, and end', async () => {
    await storage.agents.registry.update('c', 'hide', undefined);
    const id = await begin();
    engine.start();
    answerWith(() => ({ value: 1 }), ['a', 'b']);
    const { outcome } = await ended(id);
    assert.deepEqual([outcome.value, outcome.abstained[0].code], [1, 'AGENT_NOT_FOUND']);
    const late = await agentStorage(storage.agents).collaborations.create({
      ...request({ agents: ['a'] }),
      fingerprint: 'f',
    });
    assert.ok(late.ok);
    engines.nowMs += ROUND_MS;
    await engine.advance(late.value.row.id);
    const after = await ended(late.value.row.id);
    assert.deepEqual([after.row.state, after.outcome.abstained[0].code], ['undecided', 'DEADLINE']);
  });

  it('refuse the result of a task that is too long for them', async () => {
    engine.start();
    answerWith((task) =>
      placeOf(task).collaboration.kind === 'split' ? { subtasks: [{ agent: 'b' }] } : 'x'.repeat(20_000),
    );
    const { row, outcome } = await ended(await begin({ protocol: 'delegation' }));
    assert.deepEqual([row.state, outcome.results[0].failureCode], ['failed', 'RESULT_TOO_LARGE']);
  });

  it('answer a caller who waits no longer with the collaboration as it is', async () => {
    const id = await begin();
    assert.equal((await engine.outcome(id, 20, never))?.row.state, 'running');
    const waiting = engine.outcome(id, WAIT_MS, never);
    engine.stop();
    assert.equal((await waiting)?.row.state, 'running');
    assert.equal(await engine.outcome('none', WAIT_MS, never), undefined);
  });
});
