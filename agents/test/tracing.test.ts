import assert from 'node:assert/strict';
import { jsonText } from '@causeway/protocol';
import { clockAt } from '@causeway/runtime/test-support';
import { isTraceparent } from '@causeway/runtime/trace-context';
import { columns } from '@causeway/storage/test-support/columns';
import { forAll } from '@causeway/storage/test-support/takers';
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { agentStorage, PermittedAddresses, TaskEngine, WebhookSender, WorkflowEngine } from '../src/index.ts';
import { register, submission, TestEngines } from './support/engine.ts';
import { Receiver } from './support/receiver.ts';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const PARENT = 'b7ad6b7169203331';
const traceparent = `00-${TRACE}-${PARENT}-01`;
const ERROR = 2;

describe('spans of tasks', function describeSpans() {
  this.timeout(20_000);
  let engines: TestEngines;
  let exporter: InMemorySpanExporter;
  beforeEach(() => {
    engines = new TestEngines();
    exporter = new InMemorySpanExporter();
  });
  afterEach(() => engines.close());
  const tracerOf = () =>
    new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] }).getTracer('test');
  const open = async () => {
    const { storage } = await engines.open();
    const tracer = tracerOf();
    const engine = new TaskEngine({
      ...{ agents: agentStorage(storage.agents), events: storage.events, clock: clockAt(() => engines.nowMs), tracer },
      ...{ newTaskId: () => 'new', random: () => 0.5, onError: (error) => engines.errors.push(error) },
    });
    return { engine, storage, tracer };
  };
  const claim = async (engine: TaskEngine) => {
    const claimed = await engine.claim('a', { limit: 1, leaseMs: 1_000, waitMs: 0 }, new AbortController().signal);
    assert.ok(claimed.ok);
    return claimed.value[0] ?? assert.fail();
  };
  const spans = () =>
    exporter.getFinishedSpans().map(({ name, startTime, endTime, status }) => ({
      name,
      fromMs: startTime[0] * 1_000 + startTime[1] / 1e6 - 1_700_000_000_000,
      toMs: endTime[0] * 1_000 + endTime[1] / 1e6 - 1_700_000_000_000,
      failed: status.code === ERROR,
    }));

  it('tell the times of waits and attempts, also of later ones, and which failed', async () => {
    const { engine, storage } = await open();
    await register(storage, 'a');
    await engine.submit(submission({ taskId: 't', traceparent }));
    engines.nowMs += 100;
    const first = await claim(engine);
    engines.nowMs += 10;
    const failure = { code: 'X', message: 'broke' };
    const hold = { taskId: 't', agentId: 'a', token: first.token };
    assert.ok((await engine.end(hold, { kind: 'failed', failure, retryable: true })).ok);
    engines.nowMs += 50_000;
    await engine.sweep();
    const second = await claim(engine);
    assert.ok(
      (await engine.end({ ...hold, token: second.token }, { kind: 'completed', result: jsonText(1), costMicros: 0 }))
        .ok,
    );
    assert.deepEqual(spans(), [
      { name: 'task.submit', fromMs: 0, toMs: 0, failed: false },
      { name: 'task.queue', fromMs: 0, toMs: 100, failed: false },
      { name: 'task.claim', fromMs: 100, toMs: 100, failed: false },
      { name: 'task.end', fromMs: 110, toMs: 110, failed: false },
      { name: 'task.attempt', fromMs: 100, toMs: 110, failed: true },
      { name: 'task.backoff', fromMs: 110, toMs: 50_110, failed: false },
      { name: 'task.queue', fromMs: 50_110, toMs: 50_110, failed: false },
      { name: 'task.claim', fromMs: 50_110, toMs: 50_110, failed: false },
      { name: 'task.end', fromMs: 50_110, toMs: 50_110, failed: false },
      { name: 'task.attempt', fromMs: 50_110, toMs: 50_110, failed: false },
    ]);
    assert.ok(exporter.getFinishedSpans().every((span) => span.spanContext().traceId === TRACE));
  });

  it('tell of ends that no agent reports: of a lease, by a cancellation, and by the deadline', async () => {
    const { engine, storage } = await open();
    await register(storage, 'a');
    const facts = { type: 'draw', traceparent };
    await engine.submit(submission({ ...facts, taskId: 'silent', maxAttempts: 1 }));
    await claim(engine);
    engines.nowMs += 2_000;
    await engine.sweep();
    await engine.submit(submission({ ...facts, taskId: 'held' }));
    await claim(engine);
    await engine.cancel('held');
    await engine.submit(submission({ ...facts, taskId: 'unheld' }));
    await engine.cancel('unheld');
    await engine.cancel('unheld');
    await engine.submit(submission({ ...facts, taskId: 'late', deadlineAtMs: engines.nowMs + 500 }));
    engines.nowMs += 1_000;
    await engine.sweep();
    const attempts = exporter.getFinishedSpans();
    const ends = attempts.filter(({ name }) => /lease_end|cancel|expire/.test(name));
    const parentOf = ({ parentSpanContext }: (typeof ends)[number]) =>
      attempts.find((span) => span.spanContext().spanId === parentSpanContext?.spanId)?.name;
    assert.deepEqual(
      ends.map((span) => [span.name, span.attributes['causeway.task.id'], parentOf(span)]),
      [
        ['task.lease_end', 'silent', 'task.attempt'],
        ['task.cancel', 'held', 'task.attempt'],
        ['task.cancel', 'unheld', 'task.submit'],
        ['task.expire', 'late', 'task.submit'],
      ],
    );
    assert.deepEqual(
      spans().filter(({ name }) => name === 'task.attempt'),
      [
        { name: 'task.attempt', fromMs: 0, toMs: 2_000, failed: true },
        { name: 'task.attempt', fromMs: 2_000, toMs: 2_000, failed: false },
      ],
    );
    assert.ok(attempts.every((span) => span.spanContext().traceId === TRACE));
  });

  it('begin a trace for a submission without one, and mark a refused submission', async () => {
    const { engine, storage } = await open();
    await engine.submit(submission({ taskId: 't' }));
    const kept = (await agentStorage(storage.agents).tasks.get('t'))?.traceparent ?? '';
    assert.ok(isTraceparent(kept));
    await engine.submit(submission({ taskId: 't', type: 'other', traceparent }));
    assert.deepEqual(columns(spans(), 'failed'), [false, true]);
    assert.equal((await agentStorage(storage.agents).tasks.get('t'))?.traceparent, kept);
  });

  it('have the trace of the run of a workflow whose steps the tasks are', async () => {
    const { engine, storage, tracer } = await open();
    await register(storage, 'a');
    const onError = (error: unknown) => engines.errors.push(error);
    const workflows = new WorkflowEngine({
      agents: agentStorage(storage.agents),
      clock: clockAt(() => engines.nowMs),
      tracer,
      onError,
    });
    const steps = [
      { stepId: 'one', type: 'draw' },
      { stepId: 'two', type: 'draw', dependsOn: ['one'] },
    ];
    const created = await storage.agents.workflows.create({ id: 'w', ownerId: 'owner', definition: { steps } });
    assert.ok(created.ok);
    await workflows.execute(created.value, { submitterId: 'owner', rule: forAll(), input: '{}', traceparent });
    for (const _step of steps) {
      const { id: taskId, token } = await claim(engine);
      const end = { kind: 'completed', result: jsonText(1), costMicros: 0 } as const;
      assert.ok((await engine.end({ taskId, agentId: 'a', token }, end)).ok);
      await workflows.advanceDue();
    }
    const names = ['task.queue', 'task.claim', 'task.end', 'task.attempt'];
    assert.deepEqual(columns(spans(), 'name'), ['workflow.execute', ...names, ...names]);
    const [execute, ...tasks] = exporter.getFinishedSpans();
    assert.equal(execute?.parentSpanContext?.spanId, PARENT);
    assert.ok(tasks.every((span) => span.spanContext().traceId === TRACE));
  });

  it('reach the receiver of a callback', async () => {
    const { engine, storage, tracer } = await open();
    const receiver = await new Receiver().open();
    const sender = (more: object) =>
      new WebhookSender({
        ...{
          deliveries: agentStorage(storage.agents).deliveries,
          events: storage.events,
          clock: clockAt(() => engines.nowMs),
        },
        secretsOf: async () => ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
        permitted: new PermittedAddresses({ allowedNetworks: ['127.0.0.1/32'] }),
        ...{ resolve: async () => [], random: () => 0, onError: (error: unknown) => engines.errors.push(error) },
        traceparentOf: async ({ subject }) =>
          (await agentStorage(storage.agents).tasks.get(subject.replace('task:', '')))?.traceparent ?? null,
        ...more,
      });
    try {
      for (const [taskId, more] of [
        ['traced', { tracer }],
        ['plain', {}],
      ] as const) {
        await engine.submit(submission({ taskId, callback: receiver.url(), traceparent }));
        await engine.cancel(taskId);
        const sending = sender(more);
        await sending.flush();
        await sending.close();
      }
    } finally {
      await receiver.close();
    }
    const [traced, plain] = receiver.received.map(({ headers }) => headers.traceparent);
    const delivery = exporter.getFinishedSpans().find(({ name }) => name === 'webhook.deliver');
    const [submit, again] = exporter.getFinishedSpans().filter(({ name }) => name === 'task.submit');
    assert.equal(traced, `00-${TRACE}-${delivery?.spanContext().spanId}-01`);
    assert.equal(delivery?.parentSpanContext?.spanId, submit?.spanContext().spanId);
    assert.equal(delivery?.attributes['http.response.status_code'], 204);
    assert.equal(plain, `00-${TRACE}-${again?.spanContext().spanId}-01`);
  });
});
