import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { onEngine } from '@causeway/storage/test-support/engines';
import { POSTGRES } from '@causeway/storage/test-support/postgres';
import { startProxy } from '@causeway/storage/test-support/proxy';
import { followLog } from '../support/task-load.ts';
import { findingsAt, type Told } from './findings.ts';
import { runLoad } from './load.ts';
import { endSessions } from './sessions.ts';
import { makeWorld } from './world.ts';

/** Answers before the next fault. */
const SOME = 30;

// Kills, crashes and silent routes are in faults.long.ts.
onEngine(POSTGRES, 'three storages of one database, whose sessions and transactions are lost', (engine) => {
  it('lose nothing, do nothing twice or out of order, and answer no failure to a caller', async () => {
    const database = await engine.newPlatform();
    const world = await makeWorld(database);
    const told: Told[] = [];
    const failures: string[] = [];
    let disturbed = 0;
    let isOver = false;
    const proxies = await Promise.all([1, 2, 3].map(() => startProxy(database)));
    try {
      const reader = await followLog(database);
      const loads = proxies.map(({ url }, number) =>
        runLoad(
          { database: url, name: `${number}`, world, disturbed: 0.1 },
          (line) => {
            if ('is' in line) told.push(line);
            else if ('failed' in line) failures.push(`${line.op}: ${line.failed}`);
            else if ('disturbed' in line) disturbed += 1;
          },
          () => isOver,
        ),
      );
      const goOn = async (): Promise<void> => {
        for (const until = told.length + SOME; told.length < until && failures.length === 0; ) await sleep(2);
      };
      await goOn();
      for (const [number, proxy] of proxies.entries()) {
        const cut = (['before', 'after', 'before'] as const)[number];
        proxy.cut = cut;
        while (proxy.cut !== undefined) await sleep(1);
        await goOn();
      }
      await endSessions(database);
      await goOn();
      isOver = true;
      await Promise.all(loads);
      assert.deepEqual(await findingsAt(database, told, world, await reader.stop()), []);
      assert.deepEqual(failures, []);
      assert.ok(disturbed > 0);
    } finally {
      isOver = true;
      for (const proxy of proxies) proxy.close();
    }
  }).timeout(60_000);
});
