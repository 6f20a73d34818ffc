import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { Receiver } from '@causeway/agents/test-support/receiver';
import { agents } from '../../src/areas/agents/index.ts';
import { startApi } from '../../src/start.ts';
import { as, type TestApi, testApi, testConfig } from '../support/api.ts';
import { ask, signedUp } from '../support/avatars.ts';
import { testChains } from '../support/chains.ts';
import { sweepTasks } from '../support/tasks.ts';

describe('metrics of the API', function describeMetrics() {
  this.timeout(30_000);
  let api: TestApi;
  let receiver: Receiver;
  beforeEach(async () => {
    const webhooks = { allowedNetworks: ['127.0.0.1/32'] };
    api = await testApi({ api: { webhooks, metrics: { port: 0 } } });
    receiver = await new Receiver().open();
  });
  afterEach(async () => {
    await receiver.close();
    await api.close();
  });
  /** The series whose names begin so, without those that are 0, as Prometheus reads them. */
  const series = async (name: string): Promise<Record<string, number>> => {
    const text = (await api.metrics?.metrics()) ?? assert.fail();
    const lines = text.split('\n').filter((line) => line.startsWith(name) && !line.includes('_bucket'));
    const values = lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))] as const);
    return Object.fromEntries(values.filter(([, value]) => value !== 0));
  };

  it('tell of tasks, attempts, runs and webhooks what this process did', async () => {
    const owner = await signedUp(api, 'owner');
    const mine = async (route: string, body?: object) => {
      const {
        status,
        result,
        body: text,
      } = await ask(api, route.replace('/', '/api/agents/'), body, {
        token: owner.jwtToken,
      });
      assert.ok(status < 300, text);
      return result;
    };
    const agent = await mine('POST /register', { name: 'sum', agentId: 'sum', capabilities: [{ type: 'sum' }] });
    const its = (route: string, body: object = {}) =>
      ask(api, route.replace('/', '/api/agents/'), body, { token: agent.apiKey });
    const claim = async () => (await its(`POST /${agent.agentId}/tasks/claim`, { leaseMs: 5_000 })).result[0];
    await mine('POST /tasks/submit', { taskId: 't', type: 'sum', callback: receiver.url() });
    api.clock.nowMs += 3_000;
    const { token } = await claim();
    api.clock.nowMs += 2_000;
    await its('POST /tasks/t/fail', { token, message: 'broke' });
    api.clock.nowMs += 60_000;
    await sweepTasks(api);
    await claim();
    api.clock.nowMs += 60_000;
    await sweepTasks(api);
    await mine('POST /tasks/t/cancel', {});
    await api.areas.use(agents).sender.flush();
    const created = await mine('POST /workflows/create', { steps: [{ stepId: 'one', type: 'sum' }] });
    const run = await mine(`POST /workflows/${created.workflowId}/execute`, {});
    await mine(`POST /workflows/runs/${run.runId}/cancel`, {});

    assert.deepEqual(await series('causeway_task_transitions_total'), {
      'causeway_task_transitions_total{trigger="submitted"}': 2,
      'causeway_task_transitions_total{trigger="claimed"}': 2,
      'causeway_task_transitions_total{trigger="retried"}': 2,
      'causeway_task_transitions_total{trigger="due"}': 1,
      'causeway_task_transitions_total{trigger="cancelled"}': 2,
    });
    assert.deepEqual(await series('causeway_task_attempts_total'), {
      'causeway_task_attempts_total{outcome="failed"}': 1,
      'causeway_task_attempts_total{outcome="leaseEnded"}': 1,
    });
    assert.deepEqual(await series('causeway_task_queue_seconds'), {
      causeway_task_queue_seconds_sum: 3,
      causeway_task_queue_seconds_count: 2,
    });
    assert.deepEqual(await series('causeway_task_run_seconds'), {
      causeway_task_run_seconds_sum: 62,
      causeway_task_run_seconds_count: 2,
    });
    assert.deepEqual(await series('causeway_workflow_runs_ended_total'), {
      'causeway_workflow_runs_ended_total{state="cancelled"}': 1,
    });
    assert.deepEqual(await series('causeway_webhook_'), {
      'causeway_webhook_attempts_total{outcome="delivered"}': 1,
    });
    assert.equal(Object.keys(await series('causeway_http_requests_total{operation="submitTask"')).length, 1);
  });

  it('count open webhooks, requests by operation and status, and the clients of streams', async () => {
    const owner = await signedUp(api, 'owner');
    const submit = { taskId: 't', type: 'none', callback: receiver.url() };
    await ask(api, 'POST /api/agents/tasks/submit', submit, { token: owner.jwtToken });
    await ask(api, 'POST /api/agents/tasks/t/cancel', {}, { token: owner.jwtToken });
    assert.deepEqual(await series('causeway_webhook_deliveries_open'), { causeway_webhook_deliveries_open: 1 });
    await ask(api, 'GET /api/agents/tasks/t', undefined, { token: owner.jwtToken });
    await ask(api, 'GET /api/agents/tasks/x', undefined, { token: owner.jwtToken });
    await ask(api, 'GET /nothing', undefined, { token: owner.jwtToken });
    const requests = await series('causeway_http_requests_total');
    const of = (operation: string, status: number) =>
      requests[`causeway_http_requests_total{operation="${operation}",status="${status}"}`];
    assert.deepEqual([of('getTask', 200), of('getTask', 404), of('none', 404)], [1, 1, 1]);
    const took = await series('causeway_http_request_seconds_count');
    assert.equal(took['causeway_http_request_seconds_count{operation="getTask"}'], 2);

    const url = await api.app.listen({ port: 0 });
    const client = new AbortController();
    const stream = await fetch(`${url}/api/events?topics=tasks`, {
      ...{ headers: as(owner.jwtToken), signal: client.signal },
    });
    assert.equal(stream.status, 200);
    assert.deepEqual(await series('causeway_stream_clients'), { causeway_stream_clients: 1 });
    client.abort();
    while (Object.keys(await series('causeway_stream_clients')).length > 0) await new Promise(setImmediate);
  });

  it('have the delay of the event loop and no label of a caller, and the API itself serves none of it', async () => {
    const text = (await api.metrics?.metrics()) ?? assert.fail();
    assert.match(text, /^nodejs_eventloop_lag_p99_seconds \d/m);
    const labels = new Set([...text.matchAll(/([a-z_]+)="/g)].map(([, label]) => label));
    for (const label of ['operation', 'status', 'trigger', 'outcome', 'state', 'chain', 'le']) labels.delete(label);
    // Of Node's own.
    for (const label of ['version', 'major', 'minor', 'patch', 'space', 'type', 'kind']) labels.delete(label);
    assert.deepEqual([...labels], []);
    assert.equal((await api.app.inject('/metrics')).statusCode, 404);
  });
});

describe('the listener of metrics', function describeListener() {
  this.timeout(30_000);
  const start = (metrics?: object) => {
    const config = testConfig({ metrics });
    const database = `metrics-${Math.random()}.sqlite`;
    return startApi({ ...config, database }, { chains: testChains().registry, env: {} });
  };

  it('answers on loopback while the API runs', async () => {
    const api = await start({ port: 0 });
    const url = new URL(`${api.metricsUrl ?? assert.fail()}/metrics`);
    try {
      assert.equal(url.hostname, '127.0.0.1');
      const answer = await fetch(url);
      assert.match(answer.headers.get('content-type') ?? '', /^text\/plain/);
      assert.match(await answer.text(), /^causeway_task_transitions_total\{trigger="claimed"\} 0$/m);
      assert.equal((await fetch(new URL('/', url))).status, 404);
      const taken = start({ port: Number(url.port) });
      await assert.rejects(taken, /^ConfigError: api\.metrics\.port: .*EADDRINUSE/);
    } finally {
      await api.stop();
    }
    await assert.rejects(
      new Promise((resolve, reject) => connect(Number(url.port), '127.0.0.1', () => resolve(0)).once('error', reject)),
      /ECONNREFUSED/,
    );
  });

  it('is absent where none is configured', async () => {
    const api = await start();
    assert.equal(api.metricsUrl, undefined);
    await api.stop();
  });
});
