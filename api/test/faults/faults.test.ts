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
import { openPlatformStorage } from '@causeway/storage';
import { startChild } from '@causeway/storage/test-support/child';
import { runSql } from '@causeway/storage/test-support/postgres-server';
import { startProxy } from '@causeway/storage/test-support/proxy';
import { startPostgres } from '../support/postgres.ts';
import { followLog } from '../support/task-load.ts';
import { findingsIn, type Told } from './findings.ts';
import type { World } from './operations.ts';
import { makeWorld } from './world.ts';

/** The data of new servers. */
const CACHE = fileURLToPath(new URL('../../../.causeway/test/', import.meta.url));
const CHILD = new URL('./faults-child.ts', import.meta.url);

/** Ends most sessions, as a proxy or an operator does. */
const END_SESSIONS = `select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid() and application_name like 'causeway%' and random() < 0.7`;

type Proxy = Awaited<ReturnType<typeof startProxy>>;

/** A line that a process prints. */
type Line = Told & { readonly started?: string; readonly disturbed?: string; readonly failed?: string };

/** One of the processes, which is started again when it was killed. */
class Worker {
  readonly told: Told[] = [];
  readonly failures: string[] = [];
  disturbed = 0;
  readonly proxy: Proxy;
  readonly #args: readonly string[];
  #child: ChildProcess | undefined;
  #starts = 0;

  constructor(proxy: Proxy, name: string, world: World) {
    this.proxy = proxy;
    this.#args = [proxy.url, name, JSON.stringify(world), '0.05'];
  }

  async start(): Promise<void> {
    const [url = '', name = '', ...more] = this.#args;
    this.#starts += 1;
    const child = startChild(CHILD, url, `${name}.${this.#starts}`, ...more);
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
      if (line.started !== undefined) started.resolve();
      else if (line.disturbed !== undefined) this.disturbed += 1;
      else if (line.failed !== undefined) this.failures.push(`${line.op}: ${line.failed}`);
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
        await runSql(server.url, END_SESSIONS);
        did('sessions ended');
        await goOn(some);
        await server.crash();
        did('server crashed');
        await goOn(some);
        if (!LONG) continue;
        worker.proxy.silent = true;
        await goOn(some);
        await sleep(4_500);
        worker.proxy.silent = false;
        did('route silent');
        await goOn(some);
      }
      await Promise.all(workers.map((worker) => worker.end('SIGTERM')));
      const told = workers.flatMap((worker) => worker.told);
      const observed = await reader.stop();
      const storage = await openPlatformStorage(server.url);
      const ask = (text: string) => runSql(server.url, text);
      const findings = [...(await findingsIn(told, { storage, world, ask }))];
      const logged = (await ask('select seq from events order by seq')).map(({ seq }) => Number(seq));
      await storage.close();
      if (JSON.stringify(observed) !== JSON.stringify(logged)) {
        findings.push(`a follower has seen ${observed.length} events of ${logged.length}, or in another order`);
      }
      const byAnswer = Map.groupBy(told, ({ op, is }) => `${op} ${is}`);
      if (LONG || process.env.CAUSEWAY_FAULTS) {
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
