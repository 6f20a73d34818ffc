import { deepEqual, equal, match, ok, throws } from 'node:assert/strict';
import { EngineTrap, type Ledger } from '../src/index.ts';
import { commit, FREE, openLedger, signed, TestFolder } from './ledger-support.ts';

/** Lets `commits` commits succeed and the next one break in its middle. */
const breakCommit = (ledger: Ledger, commits: number) => ledger.read((engine) => engine.panicInCommit(commits));

/** The engine's whole state. */
function image(ledger: Ledger): Buffer {
  const read = ledger.read((engine) => engine.image());
  if (!read.ok) throw new Error(read.error.message);
  return read.value;
}

for (const place of ['memory', 'a folder'])
  describe(`a ledger in ${place} whose engine traps`, () => {
    const folder = new TestFolder();
    let ledger: Ledger;
    before(async () => {
      ledger = openLedger(place === 'memory' ? { snapshotEvery: 3 } : { folder: folder.path, snapshotEvery: 3 });
      for (let rounds = 0; rounds < 2; rounds++) await commit(ledger, FREE);
    });
    after(() => {
      ledger.close();
      folder.remove();
    });

    it('in a query returns the rejection, and loses nothing', async () => {
      const before = image(ledger);
      const answer = ledger.read((engine) => engine.panic('broken on purpose'));
      ok(!answer.ok);
      equal(answer.error.code, 'EngineTrap');
      match(answer.error.message, /broken on purpose/);
      ok(image(ledger).equals(before));
      await commit(ledger, FREE);
    });

    it('in the middle of a commit rejects only that transaction', async () => {
      const raws = await Promise.all([1, 2, 3].map((nonce) => signed(FREE, { nonce })));
      const intents = raws.map((raw) => {
        const submitted = ledger.submit(raw);
        ok(submitted.ok);
        return submitted.value.parsed.hashes.transactionIntent.hex;
      });
      const { stateVersion } = ledger.head;
      // The round update and the first transaction succeed.
      breakCommit(ledger, 2);
      const committed = ledger.advance();
      deepEqual(
        committed.map(({ kind }) => kind),
        ['round', 'user', 'user'],
      );
      deepEqual(
        intents.map((intent) => ledger.status(intent).kind),
        ['committed', 'rejected', 'committed'],
      );
      const rejected = ledger.status(intents[1] ?? '');
      ok(rejected.kind === 'rejected' && rejected.rejection.code === 'EngineTrap');
      equal(ledger.head.stateVersion, stateVersion + 3);
      deepEqual(ledger.transaction(stateVersion + 3), committed[2]);
    });

    it('in a round update closes the round nevertheless', async () => {
      const { stateVersion } = ledger.head;
      breakCommit(ledger, 0);
      equal(ledger.advance().length, 1);
      equal(ledger.head.stateVersion, stateVersion + 1);
      await commit(ledger, FREE);
    });

    it('accepts the rejected transaction when it is sent again', async () => {
      const committed = await signed(FREE, { nonce: 2 });
      ok(ledger.submit(committed).ok);
      deepEqual(
        ledger.advance().map(({ receipt }) => receipt.status),
        ['CommittedSuccess', 'CommittedSuccess'],
      );
    });

    it('equals a ledger whose engine never trapped', () => {
      const twin = openLedger();
      for (let version = 1; version <= ledger.head.stateVersion; version++) {
        const transaction = ledger.transaction(version);
        if (transaction?.kind === 'user') ok(twin.submit(Buffer.from(transaction.raw, 'hex')).ok);
        const next = ledger.transaction(version + 1);
        if (next?.kind !== 'user') twin.advance();
      }
      ok(image(twin).equals(image(ledger)));
      twin.close();
    });
  });

describe('an engine without memory', () => {
  it('rejects a transaction that needs more memory, and continues', async () => {
    const folder = new TestFolder();
    const roomy = openLedger({ folder: folder.path });
    await commit(roomy, FREE);
    roomy.close();
    const restored = openLedger({ folder: folder.path });
    const needed = restored.read((engine) => engine.memoryBytes);
    ok(needed.ok);
    restored.close();

    // A small transaction takes 2 MiB more, one of 900 kB takes 9.
    const ledger = openLedger({ folder: folder.path, memoryLimit: needed.value + 5 * 1024 * 1024 });
    const { head } = ledger;
    const large = await signed(FREE, { blobs: [Buffer.alloc(900_000, 1)] });
    const submitted = ledger.submit(large);
    ok(!submitted.ok);
    equal(submitted.error.code, 'EngineTrap');
    deepEqual(ledger.head, head);
    await commit(ledger, FREE);
    ledger.close();

    const again = openLedger({ folder: folder.path });
    ok(again.submit(large).ok);
    again.close();
    folder.remove();
  });
});

describe('an instance that trapped', () => {
  it('does nothing more', () => {
    const ledger = openLedger();
    ledger.read((engine) => {
      for (let attempt = 0; attempt < 2; attempt++) throws(() => engine.panic('first'), EngineTrap);
      throws(() => engine.head(), /first/);
    });
    ledger.close();
  });
});
