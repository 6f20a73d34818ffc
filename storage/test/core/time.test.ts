import assert from 'node:assert/strict';
import { setTimeout as nextLook } from 'node:timers/promises';
import { DatabaseTime, MACHINE, type Machine } from '../../src/core/time.ts';
import { openPlatformStorage, type PlatformStorage } from '../../src/index.ts';
import { onEngines } from '../support/engines.ts';

const MINUTES_10 = 600_000;

/** Pause between two checks of a condition, milliseconds. */
const LOOK_MS = 25;

/** The clocks of a machine that a test moves. */
class TestMachine implements Machine {
  wallMs = 1_700_000_000_000;
  passedMs = 5_000;
  sleptMs = 0;
  readonly wall = () => this.wallMs;
  readonly monotonic = () => this.passedMs;
  readonly uptime = () => 70_000 + this.passedMs + this.sleptMs;

  /** Time passes, for the machine's clock, too. */
  pass(ms: number): void {
    this.passedMs += ms;
    this.wallMs += ms;
  }
}

describe('DatabaseTime', () => {
  let machine: TestMachine;
  let said: string[];
  let time: DatabaseTime;
  const START = 1_700_000_000_000;
  beforeEach(() => {
    machine = new TestMachine();
    said = [];
    time = new DatabaseTime((text) => said.push(text), machine);
  });

  it('goes on steadily while the machine’s clock is set forward and back', () => {
    assert.equal(time.now(), START);
    machine.pass(2_000);
    for (const jumpMs of [MINUTES_10, -2 * MINUTES_10]) {
      machine.wallMs += jumpMs;
      assert.equal(time.now(), START + 2_000);
    }
    machine.pass(500);
    assert.equal(time.now(), START + 2_500);
    assert.equal(time.ahead(), -MINUTES_10);
  });

  it('counts the time in which the machine slept', () => {
    machine.sleptMs = 3_600_000;
    machine.wallMs += 3_600_000;
    machine.pass(1_000);
    assert.equal(time.now(), START + 3_601_000);
    assert.deepEqual(said, []);
    machine.pass(1_000);
    assert.equal(time.now(), START + 3_602_000);
  });

  it('takes a server’s time, and goes on from it', () => {
    machine.pass(300);
    time.set(START - MINUTES_10);
    assert.equal(time.now(), START - MINUTES_10);
    machine.pass(700);
    assert.equal(time.now(), START - MINUTES_10 + 700);
    assert.equal(time.ahead(), MINUTES_10 + 300);
  });

  it('never goes back for an answer that was longer under way, but for a server that is set', () => {
    time.set(START + 500);
    assert.equal(time.now(), START + 500);
    time.set(START + 490);
    assert.equal(time.now(), START + 500);
    machine.pass(20);
    assert.equal(time.now(), START + 510);
    time.set(START - 5_000);
    assert.equal(time.now(), START - 5_000);
  });

  it('says once that the machine’s clock differs by more than a second, and again after it agreed', () => {
    const set = (aheadMs: number): number => {
      machine.wallMs += aheadMs - time.ahead();
      machine.pass(1_000);
      time.now();
      return said.length;
    };
    assert.deepEqual([900, 1_100, 2_000, MINUTES_10].map(set), [0, 1, 1, 1]);
    assert.match(
      String(said[0]),
      /^the clock of this machine is 1\.1 s ahead of the database’s time, which alone decides/,
    );
    assert.deepEqual([0, -MINUTES_10].map(set), [1, 2]);
    assert.match(String(said[1]), /is 600\.0 s behind the database’s time/);
  });
});

onEngines('the time that decides', (engine) => {
  for (const aheadMs of [MINUTES_10, -MINUTES_10]) {
    describe(`where the clock of one machine is ${aheadMs} ms ahead`, () => {
      let own: PlatformStorage;
      let other: PlatformStorage;
      let said: string[];
      /** How far the other machine's clock is ahead. */
      let jumpMs: number;

      // On SQLite, processes share a machine: there, its clock is set while the process runs.
      beforeEach(async () => {
        const database = await engine.newPlatform();
        said = [];
        const machine = { ...MACHINE, wall: () => Date.now() + jumpMs };
        jumpMs = engine.name === 'SQLite' ? 0 : aheadMs;
        own = await openPlatformStorage(database);
        other = await openPlatformStorage(database, { machine, warn: (text) => said.push(text) });
        jumpMs = aheadMs;
      });
      afterEach(async () => {
        await other.close();
        await own.close();
      });

      it('one time is told by both, and the difference is said once', async () => {
        for (const storage of [own, other]) await storage.probe();
        assert.ok(Math.abs(own.clock.now() - other.clock.now()) < 1_000);
        assert.ok(Math.abs(other.ahead() - aheadMs) < 1_000);
        assert.ok(Math.abs(own.ahead()) < 1_000);
        for (; said.length === 0; other.clock.now()) await nextLook(LOOK_MS);
        await other.probe();
        assert.equal(said.length, 1);
        assert.match(String(said[0]), aheadMs > 0 ? /600\.\d s ahead of/ : /(?:600|599)\.\d s behind/);
      });

      it('no relayer takes the lease of another, also while its own clock jumps', async () => {
        // On SQLite one process has all leases.
        const first = engine.name === 'SQLite' ? other : own;
        const lease = (await first.leases.acquire('chain a', 'one', 60_000)) ?? assert.fail();
        jumpMs += aheadMs;
        assert.equal(await other.leases.acquire('chain a', 'two', 60_000), undefined);
        assert.equal(await first.leases.renew(lease, 20), true);
        for (;;) if (await other.leases.acquire('chain a', 'two', 60_000)) break;
      });
    });
  }
});
