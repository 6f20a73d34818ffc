import { deepEqual, equal, ok, throws } from 'node:assert/strict';
import { appendFileSync, existsSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Engine, type Ledger, ReplayError } from '../src/index.ts';
import { ACCOUNT, commit, FAILING, FREE, openLedger, TestFolder, XRD } from './ledger-support.ts';

const balance = (ledger: Ledger) => {
  const read = ledger.read((engine) => engine.balances(ACCOUNT).get(XRD));
  return read.ok ? read.value : read.error;
};

describe('a ledger on disk', () => {
  let folder: TestFolder;
  let log: string;
  beforeEach(() => {
    folder = new TestFolder();
    log = join(folder.path, 'ledger.jsonl');
  });
  afterEach(() => folder.remove());

  const open = (options: object = {}) => openLedger({ folder: folder.path, ...options });
  const snapshots = () => readdirSync(folder.path).filter((name) => name.startsWith('snapshot-'));

  /** A closed ledger with some rounds. */
  async function write(options: object = {}): Promise<Ledger> {
    const ledger = open(options);
    for (const manifest of [FREE, FAILING, FREE]) await commit(ledger, manifest);
    ledger.advanceEpoch();
    await commit(ledger, FREE);
    ledger.close();
    return ledger;
  }

  it('is complete when it is opened again, and continues', async () => {
    const { head, genesis } = await write();
    const ledger = open({ genesis: { timeMs: 1, epochMs: 1 } });
    deepEqual([ledger.head, ledger.genesis], [head, genesis]);
    equal(balance(ledger), '30000');
    const transaction = ledger.transaction(2);
    ok(transaction?.kind === 'user');
    equal(ledger.status(transaction.hashes.transactionIntent.hex).kind, 'committed');
    equal(ledger.submit(Buffer.from(transaction.raw, 'hex')).ok, false);
    equal((await commit(ledger, FREE)).stateVersion, head.stateVersion + 2);
    ledger.close();
  });

  it('is restored from its log alone', async () => {
    const { head } = await write();
    for (const name of snapshots()) writeFileSync(join(folder.path, name), 'damaged');
    const ledger = open();
    deepEqual(ledger.head, head);
    equal(balance(ledger), '30000');
    ledger.close();
  });

  it('is restored from a snapshot without the earlier transactions', async () => {
    const { head } = await write();
    const [genesis, ...lines] = readFileSync(log, 'utf8').split('\n');
    const forged = lines.map((line, index) => (index === 1 ? line.replace(/"raw":"[0-9a-f]+"/, '"raw":"00"') : line));
    writeFileSync(log, [genesis, ...forged].join('\n'));
    const ledger = open();
    deepEqual(ledger.head, head);
    ledger.close();
  });

  it('does not open when its transactions lead to other states', async () => {
    await write();
    for (const name of snapshots()) writeFileSync(join(folder.path, name), 'damaged');
    const whole = readFileSync(log, 'utf8');
    for (const forged of [
      whole.replace(/"stateTreeHash":"./, '"stateTreeHash":"g'),
      whole.replace(/"raw":"[0-9a-f]{10}/g, '"raw":"4d22030000'),
      whole.replace(/"epochMs":\d+/, '"epochMs":59999'),
    ]) {
      writeFileSync(log, forged);
      throws(() => open(), ReplayError);
    }
    writeFileSync(log, whole);
    open().close();
  });

  it('keeps the newest complete snapshots', async () => {
    await write({ snapshotEvery: 2 });
    equal(snapshots().length, 2);
    ok(snapshots().every((name) => /^snapshot-\d+$/.test(name)));
  });

  it('does not trust a snapshot of a state that is not in its log', async () => {
    const { head } = await write({ snapshotEvery: 4 });
    const newest = join(folder.path, `snapshot-${head.stateVersion}`);
    const other = new TestFolder();
    const stranger = openLedger({ folder: other.path, genesis: { timeMs: 1_700_000_000_000 } });
    while (stranger.head.stateVersion < head.stateVersion) stranger.advance();
    stranger.close();
    writeFileSync(newest, readFileSync(join(other.path, `snapshot-${head.stateVersion}`)));
    other.remove();
    const ledger = open();
    deepEqual(ledger.head, head);
    equal(balance(ledger), '30000');
    ledger.close();
  });

  it('does not read a snapshot of another engine', async () => {
    const { head } = await write();
    const path = join(folder.path, `snapshot-${head.stateVersion}`);
    const content = readFileSync(path);
    const at = content.indexOf(Engine.sha256);
    content.write('0'.repeat(64), at);
    writeFileSync(path, content);
    // The log before the snapshot is changed, so only the snapshot can lead to the same state.
    const text = readFileSync(log, 'utf8');
    writeFileSync(log, text.replace(/"stateTreeHash":"./, '"stateTreeHash":"g'));
    throws(() => open(), ReplayError);
  });

  it('drops a record that was not finished', async () => {
    const { head } = await write();
    appendFileSync(log, '{"kind":"round","stateVersion":');
    const ledger = open();
    deepEqual(ledger.head, head);
    ledger.advance();
    ledger.close();
    const again = open();
    equal(again.head.stateVersion, head.stateVersion + 1);
    again.close();
  });

  it('is one version behind when its last record is torn, even if a snapshot is newer', async () => {
    const { head } = await write();
    truncateSync(log, readFileSync(log).length - 1);
    const ledger = open();
    equal(ledger.head.stateVersion, head.stateVersion - 1);
    equal(balance(ledger), '20000');
    ledger.close();
  });

  it('does not open when a line in its middle is damaged, and names the line', async () => {
    await write();
    const lines = readFileSync(log, 'utf8').split('\n');
    for (const [index, line] of lines.entries()) {
      if (!line.startsWith('{"kind":"user"')) continue;
      writeFileSync(log, lines.with(index, line.slice(0, 100)).join('\n'));
      throws(open, (error: Error) => error.message.includes(`ledger.jsonl: line ${index + 1} is damaged`));
    }
  });

  it('is open in one process at a time', () => {
    const ledger = open();
    writeFileSync(join(folder.path, 'lock'), String(process.ppid));
    throws(() => open(), /in use/);
    ledger.close();
    equal(existsSync(join(folder.path, 'lock')), false);
  });

  it('does not open a file that is no log, and leaves the file unchanged', () => {
    for (const content of ['{"format":99,"genesis":{}}\n', 'notes\nof mine', '']) {
      writeFileSync(log, content);
      throws(() => open(), /no journal of format/);
      equal(readFileSync(log, 'utf8'), content);
    }
  });
});
