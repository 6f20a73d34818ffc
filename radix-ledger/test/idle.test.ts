import { deepEqual, equal, ok } from 'node:assert/strict';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { Ledger } from '../src/index.ts';
import { ACCOUNT, commit, FREE, openLedger, signed, TestFolder, XRD } from './ledger-support.ts';

const START_MS = 1_800_000_000_000;
const EPOCH_MS = 60_000;

for (const place of ['memory', 'a folder'])
  describe(`an idle ledger in ${place}`, () => {
    const folder = new TestFolder();
    let nowMs = START_MS;
    let ledger: Ledger;

    const open = () =>
      Ledger.open({
        ...{ pace: 'automatic', roundMs: 1, idleRoundMs: 1, now: () => nowMs, genesis: { epochMs: EPOCH_MS } },
        ...(place === 'memory' ? {} : { folder: folder.path }),
      });

    beforeEach(() => {
      nowMs = START_MS;
      ledger = open();
    });
    afterEach(() => {
      ledger.close();
      folder.remove();
    });

    function ask<T>(query: Parameters<typeof ledger.read<T>>[0]): T {
      const answer = ledger.read(query);
      if (!answer.ok) throw new Error(answer.error.message);
      return answer.value;
    }
    const present = () => ask((engine) => engine.head());
    const memory = () => ask((engine) => engine.memoryBytes);

    /** Moves the clock and waits for the idle round at its time. */
    async function idle(ms: number): Promise<void> {
      nowMs += ms;
      while (present().proposerTimestampMs < nowMs) await setImmediate();
    }

    it('commits nothing and keeps its head while queries see the time pass', async () => {
      const { head } = ledger;
      let listened = 0;
      ledger.onCommit(() => {
        listened += 1;
      });
      for (let round = 0; round < 50; round++) await idle(100);
      deepEqual(ledger.head, head);
      equal(ledger.transaction(head.stateVersion + 1), undefined);
      equal(listened, 0);
    });

    it('takes no more memory and no more disk, however many rounds are idle', async () => {
      await commit(ledger, FREE);
      await idle(10);
      const log = join(folder.path, 'ledger.jsonl');
      const size = () => (place === 'memory' ? 0 : statSync(log).size);
      // The number of open snapshots; the next idle round closes this one.
      const snapshots = () => ask((engine) => engine.snapshot());
      const before = { memory: memory(), size: size(), snapshots: snapshots() };
      for (let round = 0; round < 500; round++) await idle(1);
      deepEqual({ memory: memory(), size: size(), snapshots: snapshots() }, before);
    });

    it('commits the end of an epoch, once', async () => {
      const { stateVersion, epoch } = ledger.head;
      nowMs += EPOCH_MS;
      while (ledger.head.epoch === epoch) await setImmediate();
      equal(ledger.head.stateVersion, stateVersion + 1);
      equal(ledger.transaction(stateVersion + 1)?.receipt.nextEpoch?.epoch, epoch + 1);
      await idle(10);
      equal(ledger.head.stateVersion, stateVersion + 1);
    });

    it('commits a transaction at its own time, as if no round had been idle', async () => {
      const raw = await signed(FREE, { nonce: 7 });
      await idle(300);
      ok(ledger.submit(raw).ok);
      nowMs += 5;
      while (ledger.head.stateVersion === 0) await setImmediate();
      deepEqual([ledger.head.stateVersion, ledger.head.proposerTimestampMs], [2, nowMs]);
      const busy = openLedger({ genesis: { timeMs: START_MS, epochMs: EPOCH_MS } });
      ok(busy.submit(raw).ok);
      busy.advance(305);
      deepEqual(busy.head, ledger.head);
      busy.close();
    });

    it('loses only the idle round when the engine traps', async () => {
      await commit(ledger, FREE);
      const { head } = ledger;
      await idle(50);
      ok(!ledger.read((engine) => engine.panic('broken on purpose')).ok);
      await idle(50);
      deepEqual(ledger.head, head);
      equal(
        ask((engine) => engine.balances(ACCOUNT).get(XRD)),
        '10000',
      );
      await commit(ledger, FREE);
      equal(
        ask((engine) => engine.balances(ACCOUNT).get(XRD)),
        '20000',
      );
    });

    if (place === 'a folder')
      it('is the same after a restart', async () => {
        await commit(ledger, FREE);
        const { head } = ledger;
        await idle(50);
        ledger.close();
        ledger = open();
        deepEqual(ledger.head, head);
        await idle(50);
        await commit(ledger, FREE);
        equal(ledger.head.stateVersion, head.stateVersion + 2);
      });
  });
