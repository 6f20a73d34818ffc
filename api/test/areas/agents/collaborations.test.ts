import { strict as assert } from 'node:assert';
import { columns } from '@causeway/storage/test-support/columns';
import { agents } from '../../../src/areas/agents/index.ts';
import { agentWorld, expect, type TestAgent } from '../../support/agents.ts';
import { onEngines } from '../../support/engines.ts';

const WAIT_MS = 15_000;

onEngines('collaborations over HTTP', (database) => {
  const world = agentWorld(database);
  const { as, mine, newAgent } = world;
  let stopped: boolean;
  const working: Promise<void>[] = [];
  before(() => world.api.areas.use(agents).collaborations.engine.start());
  beforeEach(() => {
    stopped = false;
  });
  afterEach(async () => {
    stopped = true;
    await Promise.all(working.splice(0));
  });

  /** Claims and completes tasks of the agents, as agents over HTTP do, until the test ends. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read any member of an input
  const work = (all: readonly TestAgent[], answer: (input: any, agentId: string) => unknown) => {
    const one = async ({ agentId, asks }: TestAgent) => {
      while (!stopped) {
        const tasks = await expect(asks(`POST /${agentId}/tasks/claim`, { waitMs: 200 }), 200);
        for (const { taskId, token, input } of tasks) {
          await expect(asks(`POST /tasks/${taskId}/complete`, { token, result: answer(input, agentId) }), 200);
        }
      }
    };
    working.push(...all.map(one));
  };
  const collaborate = (all: readonly TestAgent[], protocol: string, more: object = {}) =>
    mine('POST /collaborate', { agents: all.map(({ agentId }) => agentId), protocol, waitMs: WAIT_MS, ...more });

  it('answer a weighted vote with its outcome and rounds', async () => {
    const all = [await newAgent('vote'), await newAgent('vote'), await newAgent('vote')];
    const [first] = all;
    work(all, (_input, agentId) => (agentId === first?.agentId ? { value: 'red', weight: 3 } : { value: 'blue' }));
    const voted = await expect(
      collaborate(all, 'Voting', { options: { voting: 'weighted' }, taskId: 'choose-1' }),
      201,
    );
    assert.deepEqual(
      [voted.status, voted.taskId, voted.protocol, voted.isFinished, voted.outcome.value, voted.outcome.tie],
      ['completed', 'choose-1', 'voting', true, 'red', false],
    );
    assert.deepEqual(columns(voted.outcome.entries, 'votes', 'weight'), [
      [1, 3],
      [2, 2],
    ]);
    const [round] = voted.rounds;
    assert.deepEqual([round.round, round.tasks[0].result], [1, { value: 'red', weight: 3 }]);
    const { taskId } = round.tasks[0];
    assert.equal(
      (await expect(mine(`GET /tasks/${taskId}`), 200)).result.status,
      'completed',
      'it is a task as any other',
    );
    const majority = await expect(collaborate(all, 'voting'), 201);
    assert.equal(majority.outcome.value, 'blue');
    const weights = { [first?.agentId ?? '']: 1.5 };
    assert.equal(
      (await expect(collaborate(all, 'voting', { options: { voting: 'weighted', weights } }), 201)).outcome.value,
      'blue',
    );
  });

  it('reach a consensus, and say when there is none', async () => {
    const all = [await newAgent('agree'), await newAgent('agree')];
    work(all, ({ input, previous }, agentId) => ({
      value: input.stubborn || previous.length === 0 ? agentId : previous[0].votes[0].value,
    }));
    const agreed = await expect(collaborate(all, 'consensus'), 201);
    assert.deepEqual([agreed.status, agreed.round, agreed.outcome.value], ['completed', 2, all[0]?.agentId]);
    const none = await expect(
      collaborate(all, 'consensus', { input: { stubborn: true }, options: { rounds: 2 } }),
      201,
    );
    assert.deepEqual([none.status, none.round, none.outcome.agreed, none.rounds.length], ['undecided', 2, false, 2]);
  });

  it('delegate subtasks and join their results', async () => {
    const all = [await newAgent('lead'), await newAgent('help')];
    const [, helper] = all;
    work(all, ({ collaboration, subtask, results }) => {
      if (collaboration.kind === 'split')
        return {
          subtasks: [
            { agent: helper?.agentId, input: 1 },
            { capability: 'help', input: 2 },
          ],
        };
      if (collaboration.kind === 'subtask') return { done: subtask };
      return results.map(({ result }: { result: { done: number } }) => result.done);
    });
    const done = await expect(collaborate(all, 'delegation', { options: { join: true } }), 201);
    assert.deepEqual([done.status, done.outcome.value], ['completed', [1, 2]]);
    const apart = await expect(collaborate(all, 'delegation'), 201);
    assert.deepEqual(columns(apart.outcome.results, 'status', 'agentId', 'result'), [
      ['completed', helper?.agentId, { done: 1 }],
      ['completed', helper?.agentId, { done: 2 }],
    ]);
  });

  it('are of their caller, who lists and cancels them', async () => {
    const agent = await newAgent('slow');
    const begun = await expect(collaborate([agent], 'voting', { waitMs: 0, taskId: 'slow-1' }), 201);
    assert.deepEqual([begun.status, begun.outcome, begun.rounds[0].tasks[0].status], ['running', null, null]);
    const { collaborationId } = begun;
    const path = `/collaborations/${collaborationId}`;
    assert.deepEqual(await expect(mine(`GET ${path}`), 200), begun);
    assert.deepEqual(await expect(collaborate([agent], 'voting', { waitMs: 0, taskId: 'slow-1' }), 201), begun);
    await expect(collaborate([agent], 'consensus', { waitMs: 0, taskId: 'slow-1' }), 409, 'TASK_ID_TAKEN');
    for (const route of [`GET ${path}`, `POST ${path}/cancel`]) {
      await expect(
        as(world.other.jwtToken)(route, route.startsWith('POST') ? {} : undefined),
        404,
        'COLLABORATION_NOT_FOUND',
      );
    }
    const running = await expect(mine('GET /collaborations?status=running'), 200);
    assert.deepEqual(columns(running, 'collaborationId'), [collaborationId]);
    const cancelled = await expect(mine(`POST ${path}/cancel`, {}), 200);
    assert.deepEqual([cancelled.status, cancelled.rounds[0].tasks[0].status], ['cancelled', 'cancelled']);
    await expect(mine(`POST ${path}/cancel`, {}), 409, 'COLLABORATION_ENDED');
    assert.deepEqual(await expect(agent.asks(`POST /${agent.agentId}/tasks/claim`, {}), 200), [], 'its task is gone');
    assert.equal((await expect(mine('GET /collaborations?limit=1'), 200)).length, 1);
  });

  it('refuse agents that are unknown, by name, and requests without bounds', async () => {
    const agent = await newAgent('known');
    const refused = await collaborate([agent], 'voting', { agents: [agent.agentId, 'nobody'] });
    assert.deepEqual(
      [refused.status, refused.code, JSON.parse(refused.body).unknown],
      [422, 'AGENTS_UNKNOWN', ['nobody']],
    );
    await expect(collaborate([agent], 'voting', { options: { weights: { nobody: 1 } } }), 422, 'AGENTS_UNKNOWN');
    for (const more of [
      { agents: [] },
      { agents: Array.from({ length: 17 }, (_, at) => `a${at}`) },
      { protocol: 'shouting' },
      { options: { rounds: 9 } },
      { options: { timeoutMs: 1 } },
      { options: { weights: { [agent.agentId]: 0 } } },
      { waitMs: 60_000 },
    ]) {
      await expect(collaborate([agent], 'voting', more), 400, 'MALFORMED_REQUEST');
    }
  });
});
