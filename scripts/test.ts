// npm test: runs every suite of the project, as many in parallel as the machine has capacity for.
import { randomInt } from 'node:crypto';
import { existsSync } from 'node:fs';
import { availableParallelism, freemem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { stopRequest } from '@causeway/runtime';
import { projectFiles } from './lib/check/sources.ts';
import { changedSince, suitesFor } from './lib/tests/changed.ts';
import { runAtOnce } from './lib/tests/schedule.ts';
import { runSuite, type SuiteJob, type SuiteResult } from './lib/tests/suite-run.ts';
import { LONG_SUITES, SUITES, type Suite } from './lib/tests/suites.ts';
import { learnTimes, longestFirst, readTimes } from './lib/tests/test-times.ts';

const HELP = `npm test [-- --quick] [-- --changed] [-- --only NAME] [--list] [--json]
npm run test:long [-- --only AREA] [--seed N] [--list] [--json]

Runs every suite and ends with the line "N passed, N failed". A skipped test counts as failed; a suite whose
program this machine lacks, such as Chromium, is left out and named.

  --long       the tests with random cases alone, with many of them, and how far they are; what npm run test:long gives
  --seed N     other random cases: the integer N chooses them
  --quick      unit tests, and one order from and to each kind of chain
  --changed    just the suites whose tests reach what differs from the last commit, by their imports
  --base NAME  with --changed: what differs from this commit or branch
  --only NAME  just this suite; repeatable
  --list       the suites, without running them
  --json       one JSON object at the end instead of lines`;

/** Number of slowest tests in the report. */
const SLOWEST = 10;

/** Seeds are below this number. */
const SEEDS = 2 ** 31;

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = `${root}.causeway/test`;
const timesFile = `${folder}/times.json`;

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean' },
    long: { type: 'boolean' },
    seed: { type: 'string' },
    changed: { type: 'boolean' },
    base: { type: 'string' },
    only: { type: 'string', multiple: true },
    list: { type: 'boolean' },
    json: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  },
});

const say = (line: string) => {
  if (!values.json) console.log(line);
};

function chosenSuites(): readonly Suite[] {
  const offered = (values.long ? LONG_SUITES : SUITES).filter(({ quick }) => !values.quick || quick !== undefined);
  const names = values.only ?? [];
  const unknown = names.filter((name) => !offered.some((suite) => suite.name === name));
  if (unknown.length > 0) {
    console.error(
      `there is no suite ${unknown.join(', ')}; the suites are ${offered.map(({ name }) => name).join(', ')}`,
    );
    process.exit(2);
  }
  const chosen = names.length === 0 ? offered : offered.filter(({ name }) => names.includes(name));
  return (values.changed ? reaching(chosen) : chosen).filter(isPossible);
}

/** False for a suite that needs a program which this machine does not have; says which. `.ci/run` installs them. */
function isPossible({ name, needs = [] }: Suite): boolean {
  const missing = needs.find(({ program }) => !existsSync(program));
  if (!missing) return true;
  const how = `install Debian’s package ${missing.package}`;
  console.error(`left out  ${name}: there is no ${missing.program}; ${how}`);
  return false;
}

/** The `suites` that reach a change. */
function reaching(suites: readonly Suite[]): readonly Suite[] {
  const base = values.base ?? 'HEAD';
  try {
    return suitesFor(suites, changedSince(root, base), projectFiles(root));
  } catch (error) {
    console.error(`git cannot tell what differs from ${base}: ${error instanceof Error ? error.message : error}`);
    process.exit(2);
  }
}

/** Niceness of computing suites. Suites that wait for blocks use less processor time when they end sooner. */
const GIVES_WAY = 5;

const jobOf = ({ name, commands, quick, timeoutMinutes, load }: Suite): SuiteJob => ({
  name,
  commands: values.quick ? (quick ?? []) : commands,
  timeoutMinutes,
  nice: load === 'computes' ? GIVES_WAY : 0,
  echo: values.long ?? false,
});

const duration = ({ seconds, cpuSeconds }: Pick<SuiteResult, 'seconds' | 'cpuSeconds'>): string =>
  `${seconds.toFixed(1).padStart(6)} s${cpuSeconds === null ? '' : `  ${cpuSeconds.toFixed(1).padStart(6)} s CPU`}`;

/** Tells the tests by their environment how many random cases they have, and which. */
function chooseCases(): void {
  if (values.long) process.env.CAUSEWAY_LONG = '1';
  const seed = values.seed ?? process.env.CAUSEWAY_SEED ?? (values.long ? String(randomInt(SEEDS)) : undefined);
  if (seed === undefined) return;
  process.env.CAUSEWAY_SEED = seed;
  say(`random cases: --seed ${seed}`);
}

async function runAll(suites: readonly Suite[], signal: AbortSignal): Promise<SuiteResult[]> {
  const results: SuiteResult[] = [];
  const machine = { cores: availableParallelism(), megabytes: freemem() / 2 ** 20 };
  await runAtOnce(longestFirst(suites, readTimes(timesFile)), machine, async (suite) => {
    if (signal.aborted) return;
    const result = await runSuite(jobOf(suite), root, folder, signal);
    results.push(result);
    const { name, passed, failed } = result;
    const verdict = failed > 0 ? 'FAILED' : 'passed';
    say(`${verdict}  ${name.padEnd(19)} ${`${passed} passed, ${failed} failed`.padEnd(21)} ${duration(result)}`);
  });
  return results;
}

/** The slowest tests of all suites. */
const slowestTests = (results: readonly SuiteResult[]) =>
  results
    .flatMap(({ name, tests }) => tests.map((test) => ({ suite: name, ...test })))
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, SLOWEST);

function report(results: readonly SuiteResult[], seconds: number, aborted: boolean): void {
  const total = (field: 'passed' | 'failed' | 'cpuSeconds') =>
    results.reduce((sum, result) => sum + (result[field] ?? 0), 0);
  const [passed, failed, cpuSeconds] = [total('passed'), total('failed'), total('cpuSeconds')];
  const slowest = slowestTests(results);
  say('\nslowest tests');
  for (const test of slowest) say(`${test.seconds.toFixed(1).padStart(6)} s  ${test.suite}: ${test.title}`);
  const failures = results.flatMap(({ name, failures }) => failures.map((failure) => `${name}: ${failure.trimEnd()}`));
  for (const failure of failures) say(`\n${failure}`);
  // Who sees only the end of a long output still reads which tests failed.
  if (failures.length > 0) say(`\nfailed tests\n${failures.map((failure) => failure.split('\n', 1)[0]).join('\n')}`);
  say(`\n${aborted ? 'interrupted after' : 'all suites took'} ${duration({ seconds, cpuSeconds }).trimStart()}`);
  if (values.json) {
    const suites = results.map(({ tests, ...result }) => result);
    console.log(JSON.stringify({ passed, failed, seconds, cpuSeconds, suites, slowest }));
  }
  say(`${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 && passed > 0 && !aborted ? 0 : 1;
}

if (values.help) {
  console.log(HELP);
} else if (values.list) {
  for (const { name } of chosenSuites()) console.log(name);
} else {
  const suites = chosenSuites();
  if (suites.length === 0) {
    console.error('no suite reaches what has changed: give --base COMMIT to compare with an earlier commit');
    process.exit(2);
  }
  const stop = stopRequest();
  chooseCases();
  const started = performance.now();
  const results = await runAll(suites, stop.signal);
  if (!values.quick && !values.long && !values.changed) learnTimes(timesFile, results);
  report(results, (performance.now() - started) / 1000, stop.signal.aborted);
}
