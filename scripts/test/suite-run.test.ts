import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runSuite } from '../lib/tests/suite-run.ts';
import { readHardhatOutput } from '../lib/tests/test-report.ts';

const PASSES = "it('passes', () => {});";

describe('runSuite', function () {
  this.timeout(60_000);
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'causeway-suite-'));
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  const run = async (test: string, { timeoutMinutes = 1, grep = '', nice = 0 } = {}) => {
    writeFileSync(join(root, 'a.test.mjs'), test);
    const commands = [{ kind: 'mocha', files: ['*.test.mjs'], grep } as const];
    const suite = { name: 's', commands, timeoutMinutes, nice };
    const { failures, ...result } = await runSuite(suite, root, root, new AbortController().signal);
    return { ...result, failures: failures.join('\n') };
  };

  it('counts passed tests and lists failed ones', async () => {
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

  it('counts a suite that cannot start as failed, with its last output', async () => {
    const { failed, failures } = await run("throw new Error('broken file');");
    assert.equal(failed, 1);
    assert.match(failures, /broken file/);
  });

  it('counts a suite without tests as failed', async () => assert.equal((await run('')).failed, 1));

  it('ends a suite that runs out of time, and keeps its results', async () => {
    const { passed, failed, failures } = await run(`${PASSES} setInterval(() => {}, 1e6);`, { timeoutMinutes: 0.02 });
    assert.deepEqual([passed, failed], [1, 1]);
    assert.match(failures, /ran out of time between tests/);
  });

  it('names the test in which a suite runs out of time', async () => {
    const hangs = `${PASSES} it('hangs', () => new Promise(() => setInterval(() => {}, 1e6)));`;
    const { passed, failed, failures } = await run(hangs, { timeoutMinutes: 0.02 });
    assert.deepEqual([passed, failed], [1, 1]);
    assert.match(failures, /ran out of time in: hangs/);
  });

  it('names the test in which a suite ends by itself', async () => {
    const { passed, failures } = await run(`${PASSES} it('dies', () => process.exit(3));`);
    assert.equal(passed, 1);
    assert.match(failures, /ended with status 3 in: dies/);
  });

  it('reports the times of tests, and the processor time of their child processes', async () => {
    const { tests, seconds, cpuSeconds } = await run(`
      import { execFileSync } from 'node:child_process';
      const spin = 'const end = Date.now() + 300; while (Date.now() < end);';
      it('spins', () => { execFileSync(process.execPath, ['-e', spin]); });`);
    const [spins] = tests;
    assert.equal(spins?.title, 'spins');
    assert.ok(spins.seconds >= 0.3 && spins.seconds <= seconds);
    // A busy machine may give the process only a part of that time.
    assert.ok(cpuSeconds !== null && cpuSeconds > 0.1);
  });

  it('runs with the given niceness', async () => {
    const test =
      "import { getPriority } from 'node:os'; it('is nice', () => { if (getPriority() < 3) throw new Error(); });";
    assert.equal((await run(test, { nice: 3 })).passed, 1);
  });

  it('runs only the requested tests', async () => {
    const { passed, failed } = await run(`${PASSES} it('fails', () => { throw new Error(); });`, { grep: 'passes' });
    assert.deepEqual([passed, failed], [1, 0]);
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

  it('finds the reported times', () => {
    assert.deepEqual(readHardhatOutput('    ✔ counts (2) (1234ms)\n    ✔ adds\n').tests, [
      { title: 'counts (2)', seconds: 1.234 },
    ]);
  });
});
