import { deepEqual, equal, ok, throws } from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { type CommittedTransaction, type Head, Ledger, type SubmitFailure } from '../src/index.ts';
import { commit, FAILING, FREE, openLedger, signed, TestFolder } from './ledger-support.ts';

const kinds = (transactions: readonly CommittedTransaction[]) => transactions.map(({ kind }) => kind);

function failure(result: ReturnType<Ledger['submit']>): SubmitFailure {
  if (result.ok) throw new Error('it was taken');
  return result.error;
}

const intentOf = (result: ReturnType<Ledger['submit']>): string => {
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value.parsed.hashes.transactionIntent.hex;
};

describe('the ledger', () => {
  const ledger = openLedger({ mempoolSize: 2 });
  after(() => ledger.close());

  it('commits waiting transactions in order of arrival, after the round update', async () => {
    const hashes: string[] = [];
    for (const nonce of [2, 1]) hashes.push(intentOf(ledger.submit(await signed(FREE, { nonce }))));
    const { stateVersion, proposerTimestampMs } = ledger.head;
    const committed = ledger.advance(250);
    deepEqual(kinds(committed), ['round', 'user', 'user']);
    deepEqual(
      committed.map((transaction) => transaction.stateVersion),
      [1, 2, 3].map((offset) => stateVersion + offset),
    );
    deepEqual(
      committed.flatMap((transaction) => (transaction.kind === 'user' ? transaction.hashes.transactionIntent.hex : [])),
      hashes,
    );
    ok(committed.every((transaction) => transaction.proposerTimestampMs === proposerTimestampMs + 250));
    deepEqual(ledger.transaction(ledger.head.stateVersion), committed[2]);
  });

  it('commits nothing in a round that ends an epoch, and then everything in the next', async () => {
    ledger.submit(await signed(FREE, { endEpoch: 100 }));
    const { epoch } = ledger.head;
    const committed = ledger.advance(ledger.genesis.epochMs);
    deepEqual(kinds(committed), ['round', 'round', 'user']);
    deepEqual(
      committed.map((transaction) => transaction.epoch),
      [epoch + 1, epoch + 1, epoch + 1],
    );
  });

  it('reports the status of an intent', async () => {
    const raw = await signed(FAILING);
    const intent = intentOf(ledger.submit(raw));
    equal(ledger.status(intent).kind, 'pending');
    ledger.advance();
    deepEqual(ledger.status(intent), { kind: 'committed', stateVersion: ledger.head.stateVersion });
    equal(ledger.status('00'.repeat(32)).kind, 'unknown');
  });

  it('accepts a transaction once, and refuses a committed intent', async () => {
    const raw = await signed(FREE);
    equal(ledger.submit(raw).ok, true);
    const again = ledger.submit(raw);
    ok(again.ok && again.value.duplicate);
    deepEqual(kinds(ledger.advance()), ['round', 'user']);
    equal(failure(ledger.submit(raw)).code, 'IntentAlreadyCommitted');
  });

  it('accepts no more transactions than may wait', async () => {
    for (const expected of [true, true, false]) {
      const submitted = ledger.submit(await signed(FREE));
      equal(submitted.ok, expected);
      if (!submitted.ok) equal(submitted.error.code, 'MempoolFull');
    }
    ledger.advance();
  });

  it('refuses a transaction that would be rejected, and remembers the reason', async () => {
    const raw = await signed(FREE, { startEpoch: 50, endEpoch: 60 });
    const rejected = failure(ledger.submit(raw));
    equal(rejected.code, 'EpochNotYetValid');
    const parsed = ledger.read((engine) => engine.parse(raw));
    ok(parsed.ok && parsed.value.ok);
    const status = ledger.status(parsed.value.value.hashes.transactionIntent.hex);
    ok(status.kind === 'rejected' && status.rejection.code === 'EpochNotYetValid');
  });

  it('rejects a transaction that becomes invalid while it waits', async () => {
    const intent = intentOf(ledger.submit(await signed(FREE, { endEpoch: ledger.head.epoch + 1 })));
    deepEqual(kinds(ledger.advance(ledger.genesis.epochMs)), ['round', 'round']);
    const status = ledger.status(intent);
    ok(status.kind === 'rejected' && status.rejection.code === 'EpochNoLongerValid');
  });

  it('has no transactions before the first and after the last', () => {
    equal(ledger.transaction(0), undefined);
    equal(ledger.transaction(ledger.head.stateVersion + 1), undefined);
  });

  it('gives the same states for the same transactions', async () => {
    const heads: Head[] = [];
    for (const twin of [openLedger(), openLedger()]) {
      twin.submit(await signed(FREE, { nonce: 1 }));
      twin.advance(1000);
      twin.advanceEpoch();
      heads.push(twin.head);
      twin.close();
    }
    deepEqual(heads[0], heads[1]);
  });

  it('does nothing once it is closed', async () => {
    const closed = openLedger();
    closed.close();
    throws(() => closed.advance(), /closed/);
    throws(() => closed.read((engine) => engine.head()), /closed/);
  });
});

describe('the ledger by itself', () => {
  const folder = new TestFolder();
  const opened: Ledger[] = [];
  after(() => folder.remove());
  afterEach(() => {
    for (const ledger of opened.splice(0)) ledger.close();
  });

  /** A ledger with automatic rounds. */
  function automatic(options: object = {}): Ledger {
    const ledger = Ledger.open({ pace: 'automatic', roundMs: 5, idleRoundMs: 5, ...options });
    opened.push(ledger);
    return ledger;
  }

  /** The time that queries see. */
  function present(ledger: Ledger): number {
    const read = ledger.read((engine) => engine.head().proposerTimestampMs);
    if (!read.ok) throw new Error(read.error.message);
    return read.value;
  }

  it('closes rounds, and commits what was submitted', async () => {
    const ledger = automatic();
    const events = new EventEmitter();
    ledger.onCommit((head) => events.emit('round', head));
    for (let round = 0; round < 2; round++) {
      const intent = intentOf(ledger.submit(await signed(FREE)));
      const [{ stateVersion }] = (await once(events, 'round')) as [Head];
      deepEqual(ledger.status(intent), { kind: 'committed', stateVersion });
    }
  });

  it('has the time of the clock plus the time that it was moved forward', async () => {
    const ledger = automatic({ now: () => 1_800_000_000_000 });
    equal(ledger.genesis.timeMs, 1_800_000_000_000);
    ledger.advance(5000);
    equal(ledger.head.proposerTimestampMs, 1_800_000_005_000);
    ledger.submit(await signed(FREE));
    while (ledger.head.stateVersion === 1) await setImmediate();
    equal(ledger.head.proposerTimestampMs, 1_800_000_005_000);
    ledger.advanceEpoch();
    equal(ledger.head.epoch, 3);
  });

  it('is as far ahead of the clock when it is opened again', async () => {
    const options = { folder: folder.path, now: () => 1_800_000_000_000 };
    const first = openLedger({ ...options, pace: 'automatic' });
    first.advance(30_000);
    first.close();
    const ledger = automatic(options);
    ledger.advance(1000);
    equal(ledger.head.proposerTimestampMs, 1_800_000_031_000);
  });

  it('stands still while it is paused', async () => {
    let now = 1_800_000_000_000;
    const ledger = automatic({ now: () => now });
    ledger.pause();
    const committed = await commit(ledger, FREE);
    equal(committed.stateVersion, 2);
    now += 1000;
    const stood = present(ledger);
    ledger.resume();
    while (present(ledger) === stood) await setImmediate();
    equal(present(ledger), now + 1);
    equal(stood, 1_800_000_000_001);
  });
});
