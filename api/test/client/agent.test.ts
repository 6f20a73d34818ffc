import { strict as assert } from 'node:assert';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { type AgentEvent, type AgentOptions, agent, type RunningAgent, TaskError } from '@causeway/client';
import { sweepTasks } from '../support/tasks.ts';
import { type Service, startService } from './support/service.ts';

const PROCESS = fileURLToPath(new URL('./support/agent-process.ts', import.meta.url));

/** A promise and its settlers. */
const gate = <T = void>() => Promise.withResolvers<T>();

describe('agent()', function () {
  this.timeout(30_000);
  let service: Service;
  let running: RunningAgent[] = [];
  let agents = 0;
  before(async () => {
    service = await startService();
  });
  afterEach(async () => {
    await Promise.all(running.map((one) => one.stop()));
    running = [];
  });
  after(() => service.stop());

  type Options = Partial<AgentOptions> & Pick<AgentOptions, 'run'>;

  /** A running agent for tasks of `type`, and the messages that it has sent. */
  async function runAgent(type: string, options: Options) {
    agents += 1;
    const { causeway } = await service.newAgent(`agent-${agents}`);
    const events: AgentEvent[] = [];
    const facts = { causeway, name: type, capabilities: [{ type }], graceMs: 0 };
    const started = await agent({ ...facts, onEvent: (event) => void events.push(event), ...options });
    running.push(started);
    return { ...started, causeway, events };
  }
  const submit = async (type: string, more: { readonly input?: Record<string, unknown>; maxAttempts?: number } = {}) =>
    (await service.submitter.tasks.submit({ type, ...more })).taskId;
  const ended = (taskId: string) => service.submitter.tasks.ended(taskId, { reconnectMs: 10 });
  const tracedMessages = async (taskId: string) => {
    const events = await service.submitter.tasks.trace(taskId);
    return events.flatMap(({ progress, message }) =>
      message || progress ? [[progress ?? null, message ?? null]] : [],
    );
  };

  it('does tasks, as many at once as it may and never more', async () => {
    const begun = new Map<string, () => void>();
    const three = gate();
    let most = 0;
    const { agentId } = await runAgent('many', {
      concurrency: 3,
      run: async ({ taskId }) => {
        const done = gate();
        begun.set(taskId, done.resolve);
        most = Math.max(most, begun.size);
        if (begun.size === 3) three.resolve();
        await done.promise;
        begun.delete(taskId);
        return { taskId };
      },
    });
    const ids = await Promise.all(Array.from({ length: 7 }, () => submit('many')));
    await three.promise;
    assert.equal((await service.submitter.agents.status(agentId)).currentTasks, 3);
    const release = setInterval(() => begun.values().next().value?.(), 1);
    const results = await Promise.all(ids.map(ended));
    clearInterval(release);
    assert.deepEqual(
      results.map(({ status, result, attempts }) => [status, result, attempts]),
      ids.map((taskId) => ['completed', { taskId }, 1]),
    );
    assert.equal(most, 3);
  });

  it('reports progress and messages in their order, before the result', async () => {
    await runAgent('tell', {
      run: (_task, { progress, log }) => {
        log('begins');
        progress(10);
        progress(49.6);
        progress(70, 'nearly');
        log('ends');
      },
    });
    const taskId = await submit('tell');
    assert.equal((await ended(taskId)).result, null);
    assert.deepEqual(await tracedMessages(taskId), [
      [null, 'begins'],
      [70, 'nearly'],
      [70, 'ends'],
    ]);
  });

  it('stores artifacts, which the submitter reads while the work goes on', async () => {
    const go = gate();
    await runAgent('parts', {
      run: async (_task, { artifact }) => {
        await artifact({ name: 'notes', mediaType: 'text/markdown', content: '# Draft' });
        await artifact({ name: 'data', content: { rows: 2 } });
        await artifact({ name: 'notes', mediaType: 'text/markdown', content: '# Done' });
        await go.promise;
      },
    });
    const taskId = await submit('parts');
    const { tasks } = service.submitter;
    const named: unknown[] = [];
    for await (const { type, data } of tasks.events(taskId)) {
      if (type === 'task.artifact' && named.push(data.artifact) === 3) break;
    }
    assert.deepEqual(named, ['notes', 'data', 'notes']);
    const stored = await tasks.artifacts(taskId);
    go.resolve();
    assert.deepEqual(
      stored.map(({ name, mediaType, content }) => [name, mediaType, content]),
      [
        ['notes', 'text/markdown', '# Done'],
        ['data', 'application/json', { rows: 2 }],
      ],
    );
    const late = tasks.putArtifact({ taskId, token: 1 }, { name: 'x', content: null });
    await assert.rejects(late, { code: 'TOKEN_STALE' });
  });

  it('reports errors: to be tried again, of no use, or of the task itself', async () => {
    const thrown: Record<string, Error> = {
      useless: new TaskError('no such model', { code: 'NO_MODEL', retryable: false }),
      bad: new TaskError('no prompt', { code: 'NO_PROMPT', rejects: true }),
    };
    const { events } = await runAgent('err', {
      run: ({ input, failedAttempts }) => {
        const error = thrown[String(input.kind)];
        if (error) throw error;
        if (input.kind === 'large') return 'x'.repeat(300_000);
        if (failedAttempts === 0) throw new Error('again');
        return 'second';
      },
    });
    const endOf = async (kind: string) => {
      const { status, failureCode, failureMessage } = await ended(await submit('err', { input: { kind } }));
      return [status, failureCode, failureMessage];
    };
    assert.deepEqual(await endOf('useless'), ['failed', 'NO_MODEL', 'no such model']);
    assert.deepEqual(await endOf('bad'), ['rejected', 'NO_PROMPT', 'no prompt']);
    assert.deepEqual(await endOf('large'), ['failed', 'RESULT_TOO_LARGE', 'the result is too large']);
    const taskId = await submit('err');
    const over = ended(taskId);
    for await (const { type } of service.submitter.tasks.events(taskId)) if (type === 'task.pending') break;
    service.api.clock.nowMs += 60_000;
    await sweepTasks(service.api);
    const { status, result, failedAttempts } = await over;
    assert.deepEqual([status, result, failedAttempts], ['completed', 'second', 1]);
    assert.deepEqual(
      events.filter((event) => 'taskId' in event && event.taskId === taskId).map(({ type }) => type),
      ['claimed', 'failed', 'claimed', 'completed'],
    );
  });

  it('asks the submitter, each question once, and begins again with the answers', async () => {
    let runs = 0;
    await runAgent('ask', {
      run: async (_task, { ask }) => {
        runs += 1;
        return [await ask('which colour?'), await ask('which size?'), await ask('which colour?')];
      },
    });
    const taskId = await submit('ask');
    const answers = ['red', 7, null];
    for await (const { type } of service.submitter.tasks.events(taskId)) {
      if (type === 'task.input_required') await service.submitter.tasks.answer(taskId, answers.shift());
    }
    assert.deepEqual((await ended(taskId)).result, ['red', 7, null]);
    assert.equal(runs, 4);
  });

  it('extends the lease while it works, and aborts the work when the lease is lost', async () => {
    const begun = gate();
    const lost = gate<unknown>();
    const { events } = await runAgent('lease', {
      leaseMs: 1_000,
      run: async (_task, { signal }) => {
        begun.resolve();
        await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
        lost.resolve(signal.reason);
        return 'too late';
      },
    });
    const taskId = await submit('lease', { maxAttempts: 1 });
    await begun.promise;
    // The lease is of the service's clock, which moves only here: each heartbeat extends it from the present.
    const { api } = service;
    for (let beat = 0; beat < 3; beat += 1) {
      api.clock.nowMs += 900;
      const before = api.clock.nowMs;
      const held = async () => ((await api.storage.agents.tasks.get(taskId))?.leaseEndsAtMs ?? 0) >= before + 1_000;
      while (!(await held())) await new Promise((resolve) => setTimeout(resolve, 10));
      await sweepTasks(api);
    }
    assert.equal((await service.submitter.tasks.get(taskId)).status, 'working');
    api.clock.nowMs += 1_000;
    await sweepTasks(api);
    assert.match(String(await lost.promise), /you do not hold the task|the task is failed/);
    const { status, failureCode, result } = await ended(taskId);
    assert.deepEqual([status, failureCode, result], ['failed', 'LEASE_ENDED', null]);
    assert.equal(events.at(-1)?.type, 'lost');
  });

  it('aborts the work of a task that its submitter cancels, at once', async () => {
    const begun = gate();
    const aborted = gate<unknown>();
    await runAgent('cancel', {
      // Its next report would come in twenty minutes.
      leaseMs: 3_600_000,
      run: async (_task, { signal }) => {
        begun.resolve();
        await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
        aborted.resolve(signal.reason);
      },
    });
    const taskId = await submit('cancel');
    await begun.promise;
    await service.submitter.tasks.cancel(taskId);
    assert.match(String(await aborted.promise), /the task is cancelled/);
    assert.equal((await ended(taskId)).status, 'cancelled');
  });

  it('delivers its result to a service that restarts meanwhile, and goes on with further tasks', async () => {
    const begun = gate();
    const go = gate();
    const { events } = await runAgent('restart', {
      run: async ({ input }) => {
        begun.resolve();
        if (input.slow) await go.promise;
        return 'done';
      },
    });
    const taskId = await submit('restart', { input: { slow: true } });
    await begun.promise;
    const restarted = service.restart();
    go.resolve();
    await restarted;
    const first = await ended(taskId);
    assert.deepEqual([first.status, first.result, first.attempts], ['completed', 'done', 1]);
    assert.equal((await ended(await submit('restart'))).status, 'completed');
    assert.deepEqual(
      events.filter(({ type }) => !['waiting', 'keyEnds'].includes(type)).map(({ type }) => type),
      ['claimed', 'completed', 'claimed', 'completed'],
    );
  });

  it('renews its key in time when it can store it, and goes on with the new one', async () => {
    const stored = gate<string>();
    let failures = 1;
    const { clock } = service.api;
    const { causeway, apiKey } = await service.newAgent('renewed');
    clock.nowMs += 70 * 86_400_000;
    const onKey = async (key: string) => {
      if (failures > 0) {
        failures -= 1;
        throw new Error('the disk is full');
      }
      stored.resolve(key);
    };
    await assert.rejects(
      causeway.avatars.renewApiKey(({ apiKey: key }) => onKey(key)),
      /the disk is full/,
    );
    const options = { causeway, name: 'renewed', capabilities: [{ type: 'renewed' }], run: () => 'done', onKey };
    running.push(await agent(options));
    const key = await stored.promise;
    assert.notEqual(key, apiKey);
    clock.nowMs += 2 * 86_400_000;
    await service.submitter.avatars.login({ username: 'submitter', password: 'a long enough password' });
    assert.equal((await ended(await submit('renewed'))).status, 'completed', 'the key before has ended');
    assert.equal((await causeway.avatars.ownApiKey()).prefix, key.slice(0, 10));
  });

  it('takes over at once what its killed process held, when it is the only one', async () => {
    const { causeway, apiKey } = await service.newAgent('doomed');
    const env = { ...process.env, AGENT_KEY: apiKey };
    const child = spawn(process.execPath, [PROCESS, service.url], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    const taskId = await submit('doomed');
    const [line] = await once(child.stdout.setEncoding('utf8'), 'data');
    assert.equal(String(line).trim(), taskId);
    child.kill('SIGKILL');
    await once(child, 'exit');
    const facts = { causeway, name: 'Doomed', capabilities: [{ type: 'doomed' }] };
    running.push(await agent({ ...facts, exclusive: true, run: () => 'done by the next one' }));
    const { status, result, attempts, failedAttempts } = await ended(taskId);
    assert.deepEqual([status, result, attempts, failedAttempts], ['completed', 'done by the next one', 2, 0]);
  });

  it('stops cleanly: finishes what it can in the grace period, gives back the rest, holds nothing', async () => {
    const begun = [gate(), gate()];
    const signals: AbortSignal[] = [];
    const { agentId, stop, events } = await runAgent('stop', {
      concurrency: 2,
      graceMs: 300,
      run: async ({ input }, { signal }) => {
        begun[Number(input.n)]?.resolve();
        signals[Number(input.n)] = signal;
        // The first task ends in time, the second one never does.
        if (input.n === 0) await new Promise((resolve) => setTimeout(resolve, 50));
        else await new Promise(() => {});
        return input.n;
      },
    });
    const ids = [await submit('stop', { input: { n: 0 } }), await submit('stop', { input: { n: 1 } })];
    await Promise.all(begun.map(({ promise }) => promise));
    await stop();
    const [first, second] = await Promise.all(ids.map((id) => service.submitter.tasks.get(id)));
    assert.deepEqual([first?.status, first?.result], ['completed', 0]);
    assert.deepEqual([second?.status, second?.failedAttempts], ['queued', 0]);
    assert.deepEqual([signals[0]?.aborted, signals[1]?.aborted], [false, true]);
    assert.equal((await service.submitter.agents.get(agentId)).currentTasks, 0);
    assert.equal(events.at(-1)?.type, 'released');
    await submit('stop', { input: { n: 1 } });
    assert.equal((await service.submitter.agents.get(agentId)).currentTasks, 0, 'it claims nothing any more');
  });

  it('updates its registration when it begins again, and needs the key of an AI_Agent', async () => {
    const first = await runAgent('again', { run: () => null });
    await first.stop();
    const { causeway } = first;
    const capabilities = [{ type: 'again', models: ['m2'] }];
    const second = await agent({ causeway, name: 'Second', capabilities, concurrency: 5, run: () => null });
    running.push(second);
    const shown = await causeway.agents.get(second.agentId);
    assert.equal(second.agentId, first.agentId);
    assert.deepEqual([shown.name, shown.capabilities, shown.maxConcurrentTasks], ['Second', capabilities, 5]);
    const person = agent({ causeway: service.submitter, name: 'x', capabilities: [], run: () => null });
    await assert.rejects(person, /must act as an AI_Agent/);
  });

  it('ends with the refusal when it is deregistered', async () => {
    const { agentId, causeway, ended: end } = await runAgent('gone', { run: () => null });
    running = [];
    const refused = assert.rejects(end, { code: 'AGENT_NOT_FOUND' });
    await causeway.agents.deregister(agentId);
    await submit('gone');
    await refused;
  });
});
