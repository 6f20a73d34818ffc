import { lockOf } from '../../src/core/locks.ts';
import { openPostgres } from '../../src/core/postgres/engine.ts';
import { runText } from '../../src/core/steps.ts';
import { LeaseLost, openPlatformStorage } from '../../src/index.ts';
import { block, FAMILY, SOURCE, scan } from './rows.ts';

/** The work of this process on the database, by its first argument; it prints a line for each step. */
const [role = '', database = '', name = '', count = '0'] = process.argv.slice(2);

const ROLES: Readonly<Record<string, () => Promise<void>>> = {
  /** Opens the database, and closes it again. */
  async open() {
    await (await openPlatformStorage(database)).close();
  },

  /** Appends `count` events, four at a time. */
  async append() {
    const { events, close } = await openPlatformStorage(database);
    console.log('open');
    for (let at = 0; at < Number(count); at += 4) {
      await Promise.all([0, 1, 2, 3].map((more) => events.append(name, 'tick', { number: at + more })));
    }
    await close();
  },

  /** Stops inside a transaction until it is resumed. */
  async stop() {
    const engine = await openPostgres(database);
    let stopped = false;
    await engine.write(
      'full',
      function* () {
        yield* runText("insert into events (subject, type, data, created_at_ms) values ('stopped', 't', '{}', 1)");
        console.log('within');
        if (!stopped) {
          stopped = true;
          process.kill(process.pid, 'SIGSTOP');
        }
        yield* runText('select 1');
      },
      { locks: [lockOf('area', 'stopped')] },
    );
    console.log('written');
    await engine.close();
  },

  /** Holds a lease and writes under it, until another process has it. */
  async hold() {
    const { leases, chainView, close } = await openPlatformStorage(database);
    const lease = await leases.acquire(name, `${process.pid}`, 2_000);
    if (!lease) throw new Error('no lease');
    console.log(`held ${lease.token}`);
    for (let number = 1; ; number += 1) {
      try {
        await chainView.recordScan(scan(SOURCE, block(number), { family: FAMILY }), { fence: lease });
        await leases.renew(lease, 2_000);
      } catch (error) {
        if (!(error instanceof LeaseLost)) throw error;
        console.log('lost');
        break;
      }
    }
    await close();
  },
};

await ROLES[role]?.();
