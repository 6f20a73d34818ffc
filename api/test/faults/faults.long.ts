import { strict as assert } from 'node:assert';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { LONG, sayProgress, timeLimit } from '@causeway/protocol/test-support/cases';
import { startChild } from '@causeway/storage/test-support/child';
import { startProxy } from '@causeway/storage/test-support/proxy';
import { startPostgres } from '../support/postgres.ts';
import { followLog } from '../support/task-load.ts';
import { findingsAt, type Told } from './findings.ts';
import type { Line, Load } from './load.ts';
import type { World } from './operations.ts';
import { endSessions } from './sessions.ts';
import { makeWorld } from './world.ts';

/** The data of new servers. */
const CACHE = fileURLToPath(new URL('../../../.causeway/test/', import.meta.url));
const CHILD = new URL('./faults-child.ts', import.meta.url);

/** How long a route is silent, milliseconds. */
const SILENT_MS = 4_500;

type Proxy = Awaited<ReturnType<typeof startProxy>>;

/** One of the processes, which is started again when it was killed. */
class Worker {
  readonly told: Told[] = [];
  readonly failures: string[] = [];
  disturbed = 0;
  readonly proxy: Proxy;
  readonly #load: Load;
  #child: ChildProcess | undefined;
  #starts = 0;

  constructor(proxy: Proxy, name: string, world: World) {
    this.proxy = proxy;
    this.#load = { database: proxy.url, name, world, disturbed: 0.05 };
  }

  async start(): Promise<void> {
    this.#starts += 1;
    const load = { ...this.#load, name: `${this.#load.name}.${this.#starts}` } satisfies Load;
    const child = startChild(CHILD, JSON.stringify(load));
    this.#child = child;
    const started = Promise.withResolvers<void>();
    createInterface({ input: child.stdout }).on('line', (text) => {
      let line: Line;
      try {
        line = JSON.parse(text) as Line;
      } catch {
        // It was killed while it wrote.
        return;
      }
      if ('started' in line) started.resolve();
      else if ('disturbed' in line) this.disturbed += 1;
      else if ('failed' in line) this.failures.push(`${line.op}: ${line.failed}`);
      else this.told.push(line);
    });
    child.once('exit', (code) => started.reject(new Error(`a process has ended with ${code}`)));
    await started.promise;
  }

  async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const closed = once(child, 'close');
    child.kill(signal);
    await closed;
  }
}

describe('three processes on one PostgreSQL, whose sessions, server, routes and processes fail', () => {
  it('lose nothing, do nothing twice or out of order, and answer no failure to a caller', async () => {
    const rounds = LONG ? 20 : 1;
    const folder = mkdtempSync(join(tmpdir(), 'causeway-faults-'));
    const server = await startPostgres({ folder: join(folder, 'postgres'), cache: CACHE });
    const workers: Worker[] = [];
    const counts: Record<string, number> = {};
    const did = (what: string): void => {
      counts[what] = (counts[what] ?? 0) + 1;
    };
    const total = () => workers.reduce((sum, { told }) => sum + told.length, 0);
    /** Waits until the processes have got some more answers. */
    const goOn = async (answers: number): Promise<void> => {
      for (const until = total() + answers; total() < until; ) await sleep(5);
    };
    try {
      const world = await makeWorld(server.url);
      for (const name of ['one', 'two', 'three']) {
        workers.push(new Worker(await startProxy(server.url), name, world));
      }
      const reader = await followLog(server.url);
      await Promise.all(workers.map((worker) => worker.start()));
      const some = LONG ? 100 : 60;
      for (let round = 0; round < rounds; round += 1) {
        const worker = workers[round % 3] as Worker;
        sayProgress(() => `${JSON.stringify(counts)}, ${total()} answers`);
        await goOn(some);
        await worker.end('SIGKILL');
        did('killed');
        await worker.start();
        for (const cut of ['before', 'after', 'half'] as const) {
          worker.proxy.cut = cut;
          while (worker.proxy.cut !== undefined) await sleep(1);
          did(`cut ${cut} the commit`);
          await goOn(some / 4);
        }
        await endSessions(server.url);
        did('sessions ended');
        await goOn(some);
        await server.crash();
        did('server crashed');
        await goOn(some);
        if (!LONG) continue;
        // Callers wait up to ten seconds for a database that is away, of which it takes up to seven to notice a route.
        worker.proxy.silent = true;
        await sleep(SILENT_MS);
        worker.proxy.silent = false;
        did('route silent');
        await goOn(some);
      }
      await Promise.all(workers.map((worker) => worker.end('SIGTERM')));
      const told = workers.flatMap((worker) => worker.told);
      const findings = await findingsAt(server.url, told, world, await reader.stop(), true);
      const byAnswer = Map.groupBy(told, ({ op, is }) => `${op} ${is}`);
      if (LONG) {
        const disturbed = workers.reduce((sum, one) => sum + one.disturbed, 0);
        console.error(JSON.stringify({ ...counts, 'taken back by the hook': disturbed }));
        console.error(Object.fromEntries([...byAnswer].map(([key, all]) => [key, all.length])));
      }
      assert.deepEqual(findings, []);
      assert.deepEqual(
        workers.flatMap(({ failures }) => failures),
        [],
      );
    } finally {
      for (const worker of workers) {
        await worker.end('SIGKILL');
        worker.proxy.close();
      }
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  }).timeout(timeLimit(120_000));
});
