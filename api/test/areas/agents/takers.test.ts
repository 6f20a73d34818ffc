import { strict as assert } from 'node:assert';
import { registryOf } from '@causeway/chains';
import { TAKERS, type Takers } from '@causeway/storage';
import { columns } from '@causeway/storage/test-support/columns';
import { agents } from '../../../src/areas/agents/index.ts';
import { type Asks, agentWorld, asksOf, expect, type TestAgent } from '../../support/agents.ts';
import { testApi } from '../../support/api.ts';
import { ask, signedUp } from '../../support/avatars.ts';
import { testChains } from '../../support/chains.ts';
import { onEngines } from '../../support/engines.ts';

/** Who gets the work first of those that ask in this order: a stranger's agent, a trusted one, the submitter's own. */
const FIRST: Readonly<Record<Takers, string>> = { any: 'stranger', listed: 'friend', own: 'own' };

onEngines('who may take work', (database) => {
  const world = agentWorld(database);
  const { as, mine } = world;
  let types = 0;
  /** Agents of the owner, trusted by the owner, and of a stranger, which all do work of a new type. */
  const agentsFor = async (more: object = {}) => {
    types += 1;
    const type = `taken-${types}`;
    const make = async (asks: Asks): Promise<TestAgent> => {
      const facts = { name: type, capabilities: [{ type }], maxConcurrentTasks: 9, ...more };
      const { agentId, apiKey } = await expect(asks('POST /register', facts), 201);
      const own = as(apiKey);
      const claim = (request: object = {}) => expect(own(`POST /${agentId}/tasks/claim`, request), 200);
      return { agentId, apiKey, asks: own, claim };
    };
    const theirs = as(world.other.jwtToken);
    const all = { stranger: await make(theirs), friend: await make(theirs), own: await make(mine) };
    await expect(mine('PUT /trusted', { trusted: [all.friend.agentId] }), 200);
    return { type, ...all };
  };
  type Cast = Awaited<ReturnType<typeof agentsFor>>;
  const castOf = ({ stranger, friend, own }: Cast) => Object.entries({ stranger, friend, own });

  /** The first agent that gets a task, in the order of FIRST, and the task. */
  const firstOf = async (cast: Cast) => {
    for (const [name, agent] of castOf(cast)) {
      const [task] = await agent.claim({ limit: 9 });
      if (task) return { name, agent, task };
    }
    return undefined;
  };
  const submitted = async (body: object) => expect(mine('POST /tasks/submit', body), 201);
  const run = async (definition: object) => {
    const { workflowId } = await expect(mine('POST /workflows/create', definition), 201);
    return expect(mine(`POST /workflows/${workflowId}/execute`, {}), 201);
  };

  /** Every way to work that an agent with a capability takes; each answers with the rule that holds. */
  const WAYS: Readonly<Record<string, (cast: Cast, takers: Takers) => Promise<string>>> = {
    task: async ({ type }, takers) => (await submitted({ type, requirements: { agents: takers } })).requirements.agents,
    step: async ({ type }, takers) => {
      const other = { agents: takers === 'any' ? 'own' : 'any' };
      const step = { stepId: 'one', type, requirements: { agents: takers } };
      const { runId } = await run({ steps: [step], requirements: other });
      return (await expect(mine(`GET /tasks/${runId}:one`), 200)).result.requirements.agents;
    },
    workflow: async ({ type }, takers) => {
      const begun = await run({ steps: [{ stepId: 'one', type }], requirements: { agents: takers } });
      return begun.requirements.agents;
    },
    collaboration: async ({ type, own }, takers) => {
      const body = { agents: [own.agentId], protocol: 'delegation', requirements: { agents: takers }, waitMs: 0 };
      const { collaborationId, requirements } = await expect(mine('POST /collaborate', body), 201);
      const [split] = await own.claim();
      const result = { subtasks: [{ capability: type, input: { n: 1 } }] };
      await expect(own.asks(`POST /tasks/${split?.taskId}/complete`, { token: split?.token, result }), 200);
      await world.api.areas.use(agents).collaborations.engine.advance(collaborationId);
      return requirements.agents;
    },
    replay: async (cast, takers) => {
      await submitted({ type: cast.type, requirements: { agents: takers } });
      const { agent, task } = (await firstOf(cast)) ?? assert.fail('nobody took it');
      const failure = { token: task.token, message: 'broke', retryable: false };
      await expect(agent.asks(`POST /tasks/${task.taskId}/fail`, failure), 200);
      return (await expect(mine(`POST /tasks/${task.taskId}/replay`, {}), 201)).requirements.agents;
    },
    a2a: async ({ type }, takers) => {
      const message = { messageId: `m ${type}`, role: 'ROLE_USER', parts: [{ text: 'go' }] };
      const params = {
        ...{ message, metadata: { skill: type, agents: takers } },
        configuration: { returnImmediately: true },
      };
      const body = { jsonrpc: '2.0', id: 1, method: 'SendMessage', params };
      const headers = { 'a2a-version': '1.0' };
      const { result } = await ask(world.api, '/api/a2a', body, { token: world.owner.jwtToken, headers });
      return result.task.metadata.agents;
    },
  };

  for (const [way, submit] of Object.entries(WAYS)) {
    it(`is what the submitter says, and the answer says it: ${way}`, async () => {
      const cast = await agentsFor();
      for (const takers of TAKERS) {
        assert.equal(await submit(cast, takers), takers);
        const taken = (await firstOf(cast)) ?? assert.fail(`nobody took it: ${takers}`);
        assert.equal(taken.name, FIRST[takers], takers);
        const { token, taskId } = taken.task;
        assert.equal((taken.task as unknown as { requirements: { agents: string } }).requirements.agents, takers);
        await expect(taken.agent.asks(`POST /tasks/${taskId}/complete`, { token }), 200);
        // A new message needs a new id.
        if (way === 'a2a') Object.assign(cast, await agentsFor());
      }
    });
  }

  it('is the same for messages by capability, the next agents included', async () => {
    const cast = await agentsFor();
    const send = (takers: Takers) => {
      const routing = { strategy: 'first_available', timeout: 1_000 };
      const message = { type: 'hello', input: { secret: 1 } };
      const requirements = { agents: takers };
      return mine('POST /messages/send-by-capability', {
        capability: cast.type,
        ...{ message, routing, requirements, waitMs: 0 },
      });
    };
    const sweep = () => world.api.areas.use(agents).messages.messenger.sweep();
    /** Everyone that a message is given to, until nobody is left. */
    const triedBy = async (takers: Takers): Promise<readonly string[]> => {
      const sent = await expect(send(takers), 200);
      assert.equal(sent.requirements.agents, takers);
      for (;;) {
        world.api.clock.nowMs += 1_000;
        await sweep();
        const { status, tried } = await expect(mine(`GET /messages/${sent.messageId}`), 200);
        if (status === 'undelivered') return tried;
      }
    };
    const ids = (...names: readonly (keyof typeof FIRST | 'stranger' | 'friend')[]) =>
      names.map((name) => cast[name as 'own'].agentId).sort();
    assert.deepEqual([...(await triedBy('own'))].sort(), ids('own'));
    assert.deepEqual([...(await triedBy('listed'))].sort(), ids('friend', 'own'));
    assert.deepEqual([...(await triedBy('any'))].sort(), ids('stranger', 'friend', 'own'));
    await expect(mine(`DELETE /${cast.own.agentId}`), 200);
    await expect(send('own'), 409, 'NO_AGENT_AVAILABLE');
  });

  it('is no matter for the agents that the submitter names itself', async () => {
    const { type, stranger } = await agentsFor();
    const agentId = stranger.agentId;
    const requirements = { agents: 'own' };
    const task = await submitted({ type, requirements: { ...requirements, agent: agentId } });
    const step = { stepId: 'one', type, agent: agentId };
    const { runId } = await run({ steps: [step], requirements });
    const body = { agents: [agentId], protocol: 'voting', requirements, waitMs: 0 };
    const { rounds } = await expect(mine('POST /collaborate', body), 201);
    const message = { messageId: `named ${type}`, role: 'ROLE_USER', parts: [{ text: 'go' }] };
    const params = { message, metadata: { agents: 'own' }, configuration: { returnImmediately: true } };
    const { result } = await ask(
      world.api,
      `/api/a2a/agents/${agentId}`,
      { jsonrpc: '2.0', id: 1, method: 'SendMessage', params },
      { token: world.owner.jwtToken, headers: { 'a2a-version': '1.0' } },
    );
    assert.deepEqual(columns(await stranger.claim({ limit: 9 }), 'taskId').sort(), [
      ...[task.taskId, `${runId}:one`, rounds[0].tasks[0].taskId, result.task.id].sort(),
    ]);
  });

  it('counts the agents of an agent’s owner as its own, and lets the owner read what its agent submits', async () => {
    const { type, stranger, own, friend } = await agentsFor();
    const submitter = await world.newAgent('boss');
    const { taskId } = await expect(
      submitter.asks('POST /tasks/submit', { type, requirements: { agents: 'own' } }),
      201,
    );
    assert.deepEqual([...(await stranger.claim()), ...(await friend.claim())], []);
    assert.deepEqual(columns(await own.claim(), 'taskId'), [taskId]);
    assert.equal((await expect(mine(`GET /tasks/${taskId}`), 200)).result.submittedBy, submitter.agentId);
    await expect(mine(`POST /tasks/${taskId}/cancel`, {}), 403, 'FORBIDDEN');
    const listed = { type, requirements: { agents: 'listed' } };
    const { taskId: other } = await expect(submitter.asks('POST /tasks/submit', listed), 201);
    assert.deepEqual(await stranger.claim(), []);
    assert.deepEqual(columns(await friend.claim(), 'taskId'), [other], 'the owner trusts it');
  });

  it('keeps the list of trusted agents to its avatar: read, replaced, bounded, recorded', async () => {
    const { own, friend, stranger } = await agentsFor();
    const trusted = [friend.agentId, world.other.id];
    assert.deepEqual(await expect(mine('PUT /trusted', { trusted }), 200), { trusted });
    assert.deepEqual(await expect(mine('GET /trusted'), 200), { trusted });
    assert.deepEqual(await expect(own.asks('GET /trusted'), 200), { trusted }, 'an agent has its owner’s list');
    assert.deepEqual(await expect(as(world.other.jwtToken)('GET /trusted'), 200), { trusted: [] });
    const widened = { trusted: [stranger.agentId] };
    await expect(own.asks('PUT /trusted', widened), 403, 'FORBIDDEN');
    const unknown = await mine('PUT /trusted', { trusted: ['nobody'] });
    assert.deepEqual([unknown.code, JSON.parse(unknown.body).unknown], ['AGENTS_UNKNOWN', ['nobody']]);
    const many = Array.from({ length: 101 }, (_, at) => `a${at}`);
    await expect(mine('PUT /trusted', { trusted: many }), 400, 'MALFORMED_REQUEST');
    const { items } = await world.api.storage.avatars.audit.list({ subjectId: world.owner.id }, null, 100);
    const found = items.find(({ action }) => action === 'agents.trustChanged');
    assert.deepEqual(found?.facts, { trusted });
  });

  it('shows a submitter which agents may take its tasks', async () => {
    const { type, own, friend, stranger } = await agentsFor();
    const discover = (query: string, asks = mine) => asks(`GET /discover?capability=${type}&${query}`);
    const found = async (query: string, asks = mine) =>
      columns(await expect(discover(query, asks), 200), 'agentId').sort();
    const all = [own.agentId, friend.agentId, stranger.agentId].sort();
    assert.deepEqual([await found('agents=any'), await found('limit=10')], [all, all]);
    assert.deepEqual(await found('agents=own'), [own.agentId]);
    assert.deepEqual(await found('agents=listed'), [own.agentId, friend.agentId].sort());
    assert.deepEqual(await found('agents=own', own.asks), [own.agentId], 'an agent asks for its owner');
    await expect(ask(world.api, `/api/agents/discover?capability=${type}&agents=own`), 401, 'UNAUTHENTICATED');
    const body = { name: 'narrow', scopes: ['tasks:read'] };
    const keys = `/api/avatar/${world.owner.id}/api-keys`;
    const { apiKey } = await expect(ask(world.api, keys, body, { token: world.owner.jwtToken }), 201);
    await expect(discover('agents=listed', as(apiKey)), 403, 'FORBIDDEN');
  });

  it('takes a submission from before as the same one, and another rule as another submission', async () => {
    const { type } = await agentsFor();
    const taskId = `again-${type}`;
    await submitted({ type, taskId, requirements: { agents: 'listed' } });
    await submitted({ type, taskId, requirements: { agents: 'listed' } });
    for (const requirements of [{}, { agents: 'any' }]) {
      await expect(mine('POST /tasks/submit', { type, taskId, requirements }), 409, 'TASK_ID_TAKEN');
    }
  });

  it('wakes an agent that waits for a task that it may take, and leaves the others asleep', async () => {
    const { type, own, friend, stranger } = await agentsFor();
    const engine = world.api.areas.use(agents).tasks.engine;
    const gone = new AbortController();
    const wait = (agentId: string) => engine.claim(agentId, { limit: 1, leaseMs: 9_000, waitMs: 15_000 }, gone.signal);
    const strange = wait(stranger.agentId);
    for (const [takers, agent] of [
      ['own', own],
      ['listed', friend],
    ] as const) {
      const waiting = wait(agent.agentId);
      const { taskId } = await submitted({ type, requirements: { agents: takers } });
      const woken = await waiting;
      assert.deepEqual(woken.ok && columns(woken.value, 'id'), [taskId]);
    }
    gone.abort();
    const nothing = await strange;
    assert.deepEqual(nothing.ok && nothing.value, []);
  });
});

describe('the default of who may take work', function describeDefault() {
  this.timeout(30_000);
  const chains = testChains();
  const networks = chains.networks.map((network) => ({ ...network, config: { ...network.config, value: true } }));
  const valuable = { ...chains, networks, registry: registryOf(networks) };

  for (const [title, options, expected] of [
    ['every agent without a network of value', {}, 'any'],
    ['the submitter’s own agents with a network of value', { chains: valuable }, 'own'],
    [
      'what the setting says, whatever the networks',
      { chains: valuable, api: { agents: { takers: 'listed' } } },
      'listed',
    ],
  ] as const) {
    it(`is ${title}`, async () => {
      const api = await testApi(options);
      const { jwtToken } = await signedUp(api, 'ann');
      const mine = asksOf(api, jwtToken);
      const { requirements } = await expect(mine('POST /tasks/submit', { type: 'x' }), 201);
      const steps = [{ stepId: 'one', type: 'x' }];
      const { workflowId } = await expect(mine('POST /workflows/create', { steps }), 201);
      const begun = await expect(mine(`POST /workflows/${workflowId}/execute`, {}), 201);
      assert.deepEqual([requirements.agents, begun.requirements.agents], [expected, expected]);
      await api.close();
    });
  }
});
