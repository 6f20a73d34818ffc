import { strict as assert } from 'node:assert';
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Receiver } from '@causeway/agents/test-support/receiver';
import { columns } from '@causeway/storage/test-support/columns';
import { pino } from 'pino';
import { agents } from '../../src/areas/agents/index.ts';
import { openTelemetry } from '../../src/telemetry/index.ts';
import { apiForAll, keyOf, type TestApi, testApi } from '../support/api.ts';
import { ask } from '../support/avatars.ts';
import { Collector } from '../support/collector.ts';
import { databaseForAll, onEngines } from '../support/engines.ts';

const CHILD = fileURLToPath(new URL('./api-child.ts', import.meta.url));
const SECRET = 'input-that-no-span-tells';

/** A trace context of a caller, and its ids. */
function callersTrace() {
  const [traceId, spanId] = [randomBytes(16).toString('hex'), randomBytes(8).toString('hex')];
  return { traceId, spanId, traceparent: `00-${traceId}-${spanId}-01` };
}

describe('the settings of OpenTelemetry', () => {
  let collector: Collector;
  let url: string;
  beforeEach(async () => {
    collector = new Collector();
    url = await collector.open();
  });
  afterEach(() => collector.close());
  const log = pino({ level: 'silent' });
  const oneSpan = async (env: Readonly<Record<string, string>>) => {
    const telemetry = await openTelemetry(env, log);
    telemetry.tracer?.startSpan('one').end();
    await telemetry.close();
    return [...collector.paths, ...collector.spans.map(({ service, name }) => `${service} ${name}`)];
  };

  it('name a collector, or no span is made', async () => {
    assert.deepEqual(await oneSpan({}), []);
    assert.deepEqual(await oneSpan({ OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_SDK_DISABLED: 'true' }), []);
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: `${url}/base/`, OTEL_SERVICE_NAME: 'mine' };
    assert.deepEqual(await oneSpan(env), ['/base/v1/traces', 'mine one']);
  });

  it('can name another URL for traces', async () => {
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1', OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${url}/own` };
    assert.deepEqual(await oneSpan(env), ['/own', 'causeway-api one']);
  });
});

onEngines('tasks without a collector', (database) => {
  const api = apiForAll({ database });

  it('carry the trace of their submission to the agent', async () => {
    const token = keyOf('alice');
    const capabilities = [{ type: 'carry' }];
    const agent = (await ask(api, '/api/agents/register', { name: 'carrier', capabilities }, { token })).result;
    const { traceparent } = callersTrace();
    const submit = (value: string) =>
      ask(api, '/api/agents/tasks/submit', { type: 'carry' }, { token, headers: { traceparent: value } });
    const claim = async () => {
      const claims = await ask(api, `POST /api/agents/${agent.agentId}/tasks/claim`, {}, { token: agent.apiKey });
      const [{ taskId, token: fence, traceparent: got }] = claims.result;
      await ask(api, `/api/agents/tasks/${taskId}/complete`, { token: fence }, { token: agent.apiKey });
      return got;
    };
    await submit(traceparent);
    assert.equal(await claim(), traceparent);
    for (const wrong of ['nonsense', `00-${'0'.repeat(32)}-b7ad6b7169203331-01`]) {
      await submit(wrong);
      assert.equal(await claim(), null);
    }
  });
});

describe('one trace of a task', function describeTrace() {
  this.timeout(90_000);
  const PERSON = 'tracer';
  const token = keyOf(PERSON);
  const database = databaseForAll();
  let collector: Collector;
  let env: Record<string, string>;
  let api: TestApi;
  /** An API in another process. */
  let child: ChildProcess;
  before(async () => {
    collector = new Collector();
    env = { OTEL_EXPORTER_OTLP_ENDPOINT: await collector.open() };
    const people = [{ name: PERSON }];
    const settings = { webhooks: { allowedNetworks: ['127.0.0.0/8'] } };
    api = await testApi({ databasePath: database(), people, api: settings, env: { ...env, OTEL_SERVICE_NAME: 'one' } });
    child = spawn(process.execPath, [CHILD, database(), PERSON], {
      env: { ...process.env, ...env, OTEL_SERVICE_NAME: 'other' },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
  });
  after(() => collector.close());
  const post = async (url: string, body: object, headers: Readonly<Record<string, string>> = {}, as = token) => {
    const own = { authorization: `Bearer ${as}`, 'content-type': 'application/json' };
    const reply = await fetch(url, { method: 'POST', headers: { ...own, ...headers }, body: JSON.stringify(body) });
    const text = await reply.text();
    assert.ok(reply.ok, text);
    return JSON.parse(text).result;
  };

  it('goes over all processes that had a part in it, and tells no input', async () => {
    const one = await api.app.listen({ host: '127.0.0.1', port: 0 });
    const other = String((await once(child.stdout ?? assert.fail(), 'data'))[0]).trim();
    const agent = await post(`${one}/api/agents/register`, { name: 'worker', capabilities: [{ type: 'trace' }] });
    const { traceId, spanId, traceparent } = callersTrace();
    const receiver = await new Receiver().open();
    const task = { type: 'trace', input: { text: SECRET }, callback: receiver.url() };
    const { taskId } = await post(`${one}/api/agents/tasks/submit`, task, { traceparent });
    const claim = async () => {
      const claims = `${other}/api/agents/${agent.agentId}/tasks/claim`;
      const [claimed] = await post(claims, { waitMs: 10_000 }, {}, agent.apiKey);
      return claimed;
    };
    const report = (name: string, body: object) =>
      post(`${other}/api/agents/tasks/${taskId}/${name}`, body, {}, agent.apiKey);
    const first = await claim();
    await report('release', { token: first.token });
    const second = await claim();
    const done = { token: second.token, result: { text: SECRET } };
    await report('complete', done);
    await report('complete', done);
    await api.areas.use(agents).sender.flush();
    await receiver.close();
    // Each process sends its last spans when it ends.
    child.stdin?.end();
    await Promise.all([once(child, 'exit'), api.close()]);

    const spans = collector.spans.filter((span) => span.traceId === traceId);
    assert.deepEqual(spans.map(({ service, name }) => `${service} ${name}`).sort(), [
      ...['one task.submit', 'one webhook.deliver'],
      ...['other task.attempt', 'other task.attempt', 'other task.claim', 'other task.claim'],
      ...['other task.end', 'other task.end', 'other task.queue', 'other task.queue'],
    ]);
    const named = (name: string) => spans.filter((span) => span.name === name);
    const [submit] = named('task.submit');
    assert.equal(submit?.parentSpanId, spanId);
    for (const name of ['task.queue', 'task.claim', 'task.attempt']) {
      for (const span of named(name)) assert.equal(span.parentSpanId, submit?.spanId, name);
    }
    const attempts = new Set(named('task.attempt').map((span) => span.spanId));
    for (const span of named('task.end')) assert.ok(attempts.has(span.parentSpanId ?? ''));
    assert.deepEqual(
      columns([first, second], 'traceparent'),
      named('task.claim').map((span) => `00-${traceId}-${span.spanId}-01`),
    );
    assert.deepEqual(
      named('task.attempt').map(({ attributes }) => attributes['causeway.task.state']),
      ['queued', 'completed'],
    );
    const [deliver] = named('webhook.deliver');
    assert.equal(deliver?.parentSpanId, submit?.spanId);
    assert.equal(receiver.received[0]?.headers.traceparent, `00-${traceId}-${deliver?.spanId}-01`);
    assert.equal(submit?.attributes['causeway.task.id'], taskId);
    assert.ok(!collector.text.includes(SECRET) && !collector.text.includes(token));
  });
});
