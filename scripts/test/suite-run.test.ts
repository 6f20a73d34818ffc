import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readHardhatOutput, runSuite } from '../lib/suite-run.ts';

const PASSES = "it('passes', () => {});";

describe('runSuite', () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'causeway-suite-'));
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  const run = async (test: string, timeoutMinutes = 1) => {
    writeFileSync(join(root, 'a.test.mjs'), test);
    const suite = { name: 's', commands: [{ kind: 'mocha', files: '*.test.mjs' } as const], timeoutMinutes };
    const { passed, failed, failures } = await runSuite(suite, root, root, new AbortController().signal);
    return { passed, failed, failures: failures.join('\n') };
  };

  it('counts what passed and tells what failed', async () => {
    const { passed, failed, failures } = await run(`${PASSES} it('fails', () => { throw new Error('because'); });`);
    assert.deepEqual([passed, failed], [1, 1]);
    assert.match(failures, /^fails\nError: because/);
  });

  it('counts a skipped test as failed', async () => {
    const { passed, failed, failures } = await run(`${PASSES} it.skip('sleeps', () => {});`);
    assert.deepEqual([passed, failed], [1, 1]);
    assert.match(failures, /sleeps\nskipped/);
  });

  it('refuses a test that silences the others', async () => {
    assert.equal((await run(`${PASSES} it.only('alone', () => {});`)).failed, 1);
  });

  it('counts a suite that cannot start as failed, with its last words', async () => {
    const { failed, failures } = await run("throw new Error('broken file');");
    assert.equal(failed, 1);
    assert.match(failures, /broken file/);
  });

  it('counts a suite without tests as failed', async () => assert.equal((await run('')).failed, 1));

  it('ends a suite that runs out of time', async () => {
    const { failed, failures } = await run(`${PASSES} setInterval(() => {}, 1e6);`, 0.01);
    assert.equal(failed, 1);
    assert.match(failures, /ran out of time/);
  });
});

describe('readHardhatOutput', () => {
  it('adds up the closing lines', () => {
    const { passed, failed, failures } = readHardhatOutput(
      '  ✔ 3 passing thoughts\n\n  12 passing (3s)\n  1 failing\n  2 pending\n',
    );
    assert.deepEqual([passed, failed], [12, 3]);
    assert.match(failures.join(), /2 skipped/);
  });
});
