import { spawn } from 'node:child_process';
import { createWriteStream, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { dirname, join } from 'node:path';
import { finished } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import type { SuiteCommand } from './suites.ts';
import { type Counts, readHardhatOutput, readMochaReport, type TimedTest } from './test-report.ts';

/** Result of one suite. */
export interface SuiteResult extends Omit<Counts, 'unfinished'> {
  readonly name: string;
  readonly seconds: number;
  /** Processor time in seconds of the suite and of all processes that it waited for; null when it was killed. */
  readonly cpuSeconds: number | null;
}

/** A suite, or a part of one, to run. */
export interface SuiteJob {
  readonly name: string;
  /** Commands run one after the other in the project's root. */
  readonly commands: readonly SuiteCommand[];
  /** Limit on an idle machine; on a busy machine it grows with the delay. */
  readonly timeoutMinutes: number;
  /** Niceness of its processes, 0 when absent. */
  readonly nice?: number;
  /** Its standard error is shown at once, too. */
  readonly echo?: boolean;
}

/** Default time limit of a test; long, because suites share the processors. */
const TEST_TIMEOUT_MS = 120_000;

const REPORTER = fileURLToPath(new URL('./mocha-stream.ts', import.meta.url));

/** Arguments: a file, a niceness and a command. Runs the command, then writes its processor time to the file. */
const TIMED = 'nice -n "$@"; status=$?; times > "$0"; exit $status';

/** Interval between two checks of a suite's limit, milliseconds. */
const LIMIT_TICK_MS = 250;

interface Exit {
  readonly status: number | null;
  readonly timedOut: boolean;
}

/** Runs `suite` in `root`; writes its output and its counts below `folder`. */
export async function runSuite(
  suite: SuiteJob,
  root: string,
  folder: string,
  signal: AbortSignal,
): Promise<SuiteResult> {
  mkdirSync(folder, { recursive: true });
  const started = performance.now();
  const limit = limitOf(suite.timeoutMinutes * 60_000);
  const deadline = AbortSignal.any([signal, limit.signal]);
  const counts: Counts[] = [];
  let cpuSeconds: number | null = 0;
  try {
    for (const [index, command] of suite.commands.entries()) {
      const base = join(folder, `${suite.name.replaceAll('/', '-')}-${index}`);
      counts.push(await runCommand(command, suite, root, base, deadline));
      const used = readTimes(`${base}.times`);
      cpuSeconds = used === null || cpuSeconds === null ? null : cpuSeconds + used;
    }
  } finally {
    limit.end();
  }
  const total = (field: 'passed' | 'failed') => counts.reduce((sum, count) => sum + count[field], 0);
  return {
    name: suite.name,
    passed: total('passed'),
    failed: total('failed'),
    failures: counts.flatMap(({ failures }) => failures),
    tests: counts.flatMap(({ tests }): readonly TimedTest[] => tests),
    seconds: (performance.now() - started) / 1000,
    cpuSeconds,
  };
}

/** Aborts after `milliseconds`. While more processes want to run than there are processors, time counts less. */
function limitOf(milliseconds: number): { readonly signal: AbortSignal; end(): void } {
  const stop = new AbortController();
  let left = milliseconds;
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    left -= (now - last) / Math.max(1, (loadavg()[0] ?? 0) / availableParallelism());
    last = now;
    if (left <= 0) stop.abort();
  }, LIMIT_TICK_MS);
  return { signal: stop.signal, end: () => clearInterval(timer) };
}

async function runCommand(
  command: SuiteCommand,
  { nice = 0, echo = false }: Pick<SuiteJob, 'nice' | 'echo'>,
  root: string,
  base: string,
  deadline: AbortSignal,
): Promise<Counts> {
  const [report, log, times] = [`${base}.jsonl`, `${base}.log`, `${base}.times`];
  for (const file of [report, times]) rmSync(file, { force: true });
  const line = ['sh', '-c', TIMED, times, String(nice), ...commandLine(command, report)];
  const exit = await execute(line, root, log, echo, deadline);
  const output = stripVTControlCharacters(readFileSync(log, 'utf8'));
  const counts = command.kind === 'mocha' ? readMochaReport(report) : readHardhatOutput(output);
  return withExit(counts, exit, output);
}

function commandLine(command: SuiteCommand, report: string): string[] {
  if (command.kind === 'hardhat') return ['hardhat', 'test', command.runner, ...(command.files ?? [])];
  const limits = ['--forbid-only', '--timeout', String(TEST_TIMEOUT_MS)];
  const reporter = ['--reporter', REPORTER, '--reporter-option', `output=${report}`];
  const only = command.grep === undefined ? [] : ['--grep', command.grep];
  return ['mocha', ...limits, ...reporter, ...only, ...command.files];
}

/** Seconds of the shell's `times`: minutes and seconds, user and system, of the shell and its children. */
function readTimes(path: string): number | null {
  if (!existsSync(path)) return null;
  const figures = [...readFileSync(path, 'utf8').matchAll(/(\d+)m([\d.]+)s/g)];
  return figures.reduce((sum, [, minutes, seconds]) => sum + 60 * Number(minutes) + Number(seconds), 0);
}

/** Runs a command in its own process group, which ends with it: by itself, at the deadline, or when aborted. */
async function execute(
  command: string[],
  cwd: string,
  log: string,
  echo: boolean,
  deadline: AbortSignal,
): Promise<Exit> {
  const output = createWriteStream(log);
  if (deadline.aborted) {
    output.end();
    await finished(output);
    return { status: null, timedOut: true };
  }
  const [file, ...args] = command;
  // Suites start hundreds of processes of the same few programs.
  const env = { NODE_COMPILE_CACHE: join(dirname(log), 'compile-cache'), ...process.env };
  const child = spawn(file as string, args, { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  child.stdout.pipe(output, { end: false });
  child.stderr.pipe(output, { end: false });
  if (echo) child.stderr.pipe(process.stderr, { end: false });
  const endGroup = () => {
    try {
      process.kill(-(child.pid as number), 'SIGKILL');
    } catch {
      // The group has already ended.
    }
  };
  deadline.addEventListener('abort', endGroup);
  const status = await new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(null));
    child.once('close', resolve);
  });
  deadline.removeEventListener('abort', endGroup);
  endGroup();
  output.end();
  await finished(output);
  return { status, timedOut: deadline.aborted };
}

/** A command fails by itself if it exits with an error without a failed test, runs out of time, or runs no test. */
function withExit(counts: Counts, { status, timedOut }: Exit, output: string): Counts {
  const reason = timedOut
    ? `it ran out of time ${counts.unfinished === undefined ? 'between tests' : `in: ${counts.unfinished}`}`
    : status !== 0 && counts.failed === 0
      ? `it ended with status ${status}${counts.unfinished === undefined ? '' : ` in: ${counts.unfinished}`}`
      : counts.passed + counts.failed === 0
        ? 'no test ran'
        : undefined;
  if (reason === undefined) return counts;
  const tail = output.trim().split('\n').slice(-30).join('\n');
  return { ...counts, failed: counts.failed + 1, failures: [...counts.failures, `${reason}\n${tail}`] };
}
