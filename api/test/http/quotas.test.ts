import { strict as assert } from 'node:assert';
import { QUOTA_KINDS, type QuotaKind } from '@causeway/storage';
import { apiForAll } from '../support/api.ts';
import { ask, expect, type Reply, type SignedUp, signedUp } from '../support/avatars.ts';
import { onEngines } from '../support/engines.ts';

type Counted = Exclude<QuotaKind, 'history'>;

const MOST = 3;
const quotas = Object.fromEntries(QUOTA_KINDS.map((kind) => [kind, { items: MOST }]));

/** Ended tasks count in the history alone, which has tests of its own. */
const KINDS = QUOTA_KINDS.filter((kind): kind is Counted => kind !== 'history');

onEngines('quotas', (database) => {
  const settings = { ...quotas, history: {}, holons: { items: 100, bytes: 10_000 } };
  const api = apiForAll(() => ({ database, api: { quotas: settings } }));
  let [ann, bob] = [{} as SignedUp, {} as SignedUp];
  let agentKey = '';
  before(async () => {
    [ann, bob] = [await signedUp(api, 'quotaann'), await signedUp(api, 'quotabob')];
    const agent = { name: 'Bot', capabilities: [{ type: 'ocr' }] };
    agentKey = (await expect(ask(api, '/api/agents/register', agent, { token: ann.jwtToken }), 201)).apiKey;
  });

  let made = 0;
  /** A request that stores one thing of a kind, each time another one. */
  const requests = (kind: Counted, recipient: string): readonly [route: string, body: object] => {
    made += 1;
    const name = `thing ${made}`;
    const bodies: Readonly<Record<Counted, readonly [string, object]>> = {
      missions: ['/api/missions', { name }],
      libraries: ['/api/libraries', { name, description: '', category: 'c' }],
      holons: ['/api/data/save-holon', { name, holonType: 'Note', metadata: { text: 'x'.repeat(3_000) } }],
      tasks: ['/api/agents/tasks/submit', { type: 'nobody-can', input: { name } }],
      workflows: ['/api/agents/workflows/create', { steps: [{ stepId: 'a', type: 'nobody-can', input: name }] }],
      webhooks: ['/api/agents/webhooks', { url: `https://example.org/${made}` }],
      messages: ['/api/messaging/send-message', { toAvatarId: recipient, message: name }],
    };
    return bodies[kind];
  };
  const store = (kind: Counted, token: string): Promise<Reply> =>
    ask(api, ...requests(kind, token === bob.jwtToken ? ann.id : bob.id), { token });

  for (const kind of KINDS) {
    it(`hold for ${kind} over everything that an owner and its agent send at once`, async () => {
      const tokens = [ann.jwtToken, agentKey];
      const answers = await Promise.all(Array.from({ length: 20 }, (_, at) => store(kind, tokens[at % 2] as string)));
      const refused = answers.filter(({ code }) => code === 'QUOTA_EXCEEDED');
      assert.equal(answers.filter(({ status }) => status < 300).length, MOST);
      // An agent's key has no scope for some kinds.
      assert.ok(answers.every(({ status, code }) => status < 300 || code === 'QUOTA_EXCEEDED' || code === 'FORBIDDEN'));
      assert.ok(refused.length > 0);
      for (const { status, body } of refused) {
        const { limit, used, unit, message, ...problem } = JSON.parse(body);
        assert.deepEqual([status, problem.kind], [422, kind]);
        assert.ok(message.includes(String(limit)) && used > 0 && ['items', 'bytes'].includes(unit), body);
      }
      assert.ok((await store(kind, bob.jwtToken)).status < 300, 'another owner has its own');
    });
  }

  it('are given back by deletions', async () => {
    const token = bob.jwtToken;
    const remove: Readonly<Partial<Record<QuotaKind, (id: string) => string>>> = {
      missions: (id) => `DELETE /api/missions/${id}`,
      tasks: (id) => `POST /api/agents/tasks/${id}/cancel`,
      webhooks: (id) => `DELETE /api/agents/webhooks/${id}`,
    };
    const lists = { missions: '/api/missions', tasks: '/api/agents/tasks', webhooks: '/api/agents/webhooks' } as const;
    for (const [kind, list] of Object.entries(lists) as [keyof typeof lists, string][]) {
      while ((await store(kind, token)).status < 300);
      const [own] = await expect(ask(api, list, undefined, { token }), 200);
      const id = own.taskId ?? own.webhookId ?? own.id;
      assert.ok((await ask(api, remove[kind]?.(id) ?? '', undefined, { token })).status < 300, kind);
      assert.ok((await store(kind, token)).status < 300, kind);
      assert.equal((await store(kind, token)).code, 'QUOTA_EXCEEDED', kind);
    }
  });

  it('end a workflow’s run whose steps would be beyond them', async () => {
    const steps = [{ stepId: 'a', type: 'nobody-can' }];
    const token = bob.jwtToken;
    for (let at = 0; at < MOST; at += 1) await store('tasks', token);
    const { workflowId } = await expect(ask(api, '/api/agents/workflows/create', { steps }, { token }), 201);
    const { runId } = await expect(
      ask(api, `/api/agents/workflows/${workflowId}/execute`, { input: {} }, { token }),
      201,
    );
    const { result } = await expect(ask(api, `/api/agents/workflows/runs/${runId}`, undefined, { token }), 200);
    assert.deepEqual([result.status, result.failureCode], ['failed', 'QUOTA_EXCEEDED']);
  });
});

onEngines('the quota of the history', (database) => {
  const api = apiForAll(() => ({ database, api: { quotas: { history: { items: MOST } } } }));

  it('ends what an owner and its agent store by submitting and cancelling, in each way to store', async () => {
    const { jwtToken: token } = await signedUp(api, 'historyann');
    const agent = { name: 'Bot', capabilities: [{ type: 'nobody-asks' }] };
    const { apiKey, agentId } = await expect(ask(api, '/api/agents/register', agent, { token }), 201);
    const steps = [{ stepId: 'a', type: 'nobody-can' }];
    const { workflowId } = await expect(ask(api, '/api/agents/workflows/create', { steps }, { token }), 201);
    const submit = (by: string) =>
      ask(api, '/api/agents/tasks/submit', { type: 'nobody-can', input: {} }, { token: by });
    const ids: string[] = [];
    for (const by of [token, apiKey, token]) {
      const { taskId } = await expect(submit(by), 201);
      ids.push(taskId);
      await expect(ask(api, `POST /api/agents/tasks/${taskId}/cancel`, undefined, { token: by }), 200);
    }
    const refused = [
      await submit(token),
      await submit(apiKey),
      await ask(api, `POST /api/agents/tasks/${ids[0]}/replay`, undefined, { token }),
      await ask(api, `/api/agents/workflows/${workflowId}/execute`, { input: {} }, { token }),
      await ask(api, '/api/agents/collaborate', { agents: [agentId], protocol: 'voting', input: {} }, { token }),
    ];
    for (const { status, body } of refused) {
      const { errorCode: code, kind, unit, limit, used } = JSON.parse(body);
      const expected = [422, 'QUOTA_EXCEEDED', 'history', 'items', MOST, MOST];
      assert.deepEqual([status, code, kind, unit, limit, used], expected, body);
    }
    const { result } = await ask(api, '/api/agents/tasks', undefined, { token });
    assert.equal(result.length, 2, 'what is refused leaves nothing');
  });
});
