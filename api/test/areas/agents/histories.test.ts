import { strict as assert } from 'node:assert';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { LONG, sayProgress, timeLimit } from '@causeway/protocol/test-support/cases';
import { newPlatformDatabase } from '@causeway/storage/test-support/postgres-server';
import { endSessions } from '../../faults/sessions.ts';
import { type ApiProcess, startApiProcess } from '../../support/api-process.ts';
import { startPostgres } from '../../support/postgres.ts';
import { violationsIn } from '../../support/task-history.ts';
import { followLog, TaskLoad } from '../../support/task-load.ts';

/** The data of new servers. */
const CACHE = fileURLToPath(new URL('../../../../.causeway/test/', import.meta.url));

/** The share of jobs that the server takes back. */
const DISTURBED = '0.05';

/** The load of the running test. */
let load: TaskLoad | undefined;

describe('the history of tasks', () => {
  // What was lost would be waited for; so a test that has timed out ends.
  afterEach(() => load?.abandon());

  it('is sound over agents at once and three API processes on one PostgreSQL', async () => {
    const database = await newPlatformDatabase();
    const processes: ApiProcess[] = [];
    try {
      for (let number = 0; number < 3; number += 1) processes.push(await startApiProcess(database));
      let turn = 0;
      const port = (): number => {
        turn += 1;
        return (processes[turn % processes.length] as ApiProcess).port;
      };
      const size = LONG
        ? { agents: 50, submitters: 10, operations: 100_000 }
        : { agents: 10, submitters: 3, operations: 600 };
      const reader = await followLog(database);
      load = await TaskLoad.prepare({ port, ...size }, 'shared');
      await load.run();
      const history = await load.history(database, await reader.stop());
      assert.ok(history.acknowledged.length >= size.operations);
      assert.deepEqual(violationsIn(history), []);
    } finally {
      load?.abandon();
      for (const one of processes) await one.stop();
    }
  }).timeout(timeLimit(120_000));

  it('is sound over kill -9 under load: nothing acknowledged is lost, nothing is completed twice', async () => {
    // The whole API takes seconds to start again, its engine a fraction of one.
    const which = LONG ? 'api' : 'engine';
    const kills = LONG ? 200 : 10;
    const perKill = LONG ? 60 : 40;
    const folder = mkdtempSync(join(tmpdir(), 'causeway-history-'));
    const database = join(folder, 'api.sqlite');
    let process = await startApiProcess(database, which);
    try {
      const size = { agents: 6, submitters: 3, operations: (kills + 1) * perKill };
      load = await TaskLoad.prepare({ port: () => process.port, ...size }, 'killed');
      const running = load.run();
      let failed = false;
      running.catch(() => {
        failed = true;
      });
      for (let kill = 1; kill <= kills; kill += 1) {
        while (load.acknowledged.length < kill * perKill && !failed) await sleep(1);
        sayProgress(() => `${kill} kills, ${load?.acknowledged.length} operations`);
        await process.kill();
        process = await startApiProcess(database, which);
      }
      const reader = await followLog(database);
      await running;
      const history = await load.history(database, await reader.stop());
      assert.deepEqual(violationsIn(history), []);
    } finally {
      load?.abandon();
      await process.kill();
      rmSync(folder, { recursive: true, force: true });
    }
  }).timeout(timeLimit(180_000));

  it('is sound over crashes of PostgreSQL, lost sessions and transactions, and kills, under load of three processes', async () => {
    const crashes = LONG ? 20 : 3;
    const perCrash = LONG ? 400 : 120;
    const folder = mkdtempSync(join(tmpdir(), 'causeway-crashes-'));
    const server = await startPostgres({ folder: join(folder, 'postgres'), cache: CACHE });
    const processes: ApiProcess[] = [];
    try {
      const start = () => startApiProcess(server.url, 'engine', DISTURBED);
      for (let number = 0; number < 3; number += 1) processes.push(await start());
      let turn = 0;
      const port = (): number => {
        turn += 1;
        return (processes[turn % processes.length] as ApiProcess).port;
      };
      const reader = await followLog(server.url);
      load = await TaskLoad.prepare(
        { port, agents: 9, submitters: 6, operations: (crashes + 1) * perCrash },
        'crashed',
      );
      const running = load.run();
      let failed = false;
      running.catch(() => {
        failed = true;
      });
      for (let crash = 1; crash <= crashes; crash += 1) {
        while (load.acknowledged.length < crash * perCrash && !failed) await sleep(1);
        sayProgress(() => `${crash} crashes, ${load?.acknowledged.length} operations`);
        await server.crash();
        await endSessions(server.url);
        if (crash % 2 === 0) continue;
        const killed = crash % processes.length;
        await processes[killed]?.kill();
        processes[killed] = await start();
      }
      await running;
      const history = await load.history(server.url, await reader.stop());
      assert.deepEqual(violationsIn(history), []);
    } finally {
      load?.abandon();
      for (const one of processes) await one.kill();
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  }).timeout(timeLimit(180_000));
});
