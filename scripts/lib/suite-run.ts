import { spawn } from 'node:child_process';
import { createWriteStream, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { stripVTControlCharacters } from 'node:util';
import type { Suite, SuiteCommand } from './suites.ts';

/** What one suite came to. A skipped test is a failed one. */
export interface SuiteResult {
  readonly name: string;
  readonly passed: number;
  readonly failed: number;
  readonly seconds: number;
  /** One text a failed test: its name, then what it said. */
  readonly failures: readonly string[];
}

/** Counts of one command. */
export type Counts = Pick<SuiteResult, 'passed' | 'failed' | 'failures'>;

/** How long a test may take that says nothing of its own; generous, as suites share the processors. */
const TEST_TIMEOUT_MS = 120_000;

interface Exit {
  readonly status: number | null;
  readonly timedOut: boolean;
}

/** Runs `suite` in `root`, writing what it prints and counts below `folder`. */
export async function runSuite(suite: Suite, root: string, folder: string, signal: AbortSignal): Promise<SuiteResult> {
  mkdirSync(folder, { recursive: true });
  const started = performance.now();
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(suite.timeoutMinutes * 60_000)]);
  const counts: Counts[] = [];
  for (const [index, command] of suite.commands.entries()) {
    counts.push(await runCommand(command, root, join(folder, `${suite.name.replaceAll('/', '-')}-${index}`), deadline));
  }
  const total = (field: 'passed' | 'failed') => counts.reduce((sum, count) => sum + count[field], 0);
  return {
    name: suite.name,
    passed: total('passed'),
    failed: total('failed'),
    seconds: (performance.now() - started) / 1000,
    failures: counts.flatMap(({ failures }) => failures),
  };
}

async function runCommand(command: SuiteCommand, root: string, base: string, deadline: AbortSignal): Promise<Counts> {
  const report = `${base}.json`;
  const log = `${base}.log`;
  rmSync(report, { force: true });
  const exit = await execute(commandLine(command, report), root, log, deadline);
  const output = stripVTControlCharacters(readFileSync(log, 'utf8'));
  const counts = command.kind === 'mocha' ? readMochaReport(report) : readHardhatOutput(output);
  return withExit(counts, exit, output);
}

function commandLine(command: SuiteCommand, report: string): string[] {
  if (command.kind === 'hardhat') return ['hardhat', 'test', command.runner];
  const limits = ['--forbid-only', '--timeout', String(TEST_TIMEOUT_MS)];
  return ['mocha', ...limits, '--reporter', 'json', '--reporter-option', `output=${report}`, command.files];
}

/** Runs a command in a process group of its own, which ends with it: by itself, at the deadline, or when aborted. */
async function execute(command: string[], cwd: string, log: string, deadline: AbortSignal): Promise<Exit> {
  if (deadline.aborted) return { status: null, timedOut: true };
  const [file, ...args] = command;
  const output = createWriteStream(log);
  const child = spawn(file as string, args, { cwd, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  child.stdout.pipe(output, { end: false });
  child.stderr.pipe(output, { end: false });
  const endGroup = () => {
    try {
      process.kill(-(child.pid as number), 'SIGKILL');
    } catch {
      // The group has ended by itself.
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

interface MochaTest {
  readonly fullTitle: string;
  readonly err: { readonly message?: string; readonly stack?: string };
}

/** Counts of mocha's JSON report; none when it was not written. */
export function readMochaReport(path: string): Counts {
  if (!existsSync(path)) return { passed: 0, failed: 0, failures: [] };
  const report = JSON.parse(readFileSync(path, 'utf8')) as Record<'passes' | 'failures' | 'pending', MochaTest[]>;
  const failures = [
    ...report.failures.map(({ fullTitle, err }) => `${fullTitle}\n${err.stack ?? err.message ?? ''}`),
    ...report.pending.map(({ fullTitle }) => `${fullTitle}\nskipped: a test that does not run proves nothing`),
  ];
  return { passed: report.passes.length, failed: failures.length, failures };
}

/** Counts of the lines that end Hardhat's output: "12 passing", "1 failing", "1 skipped" or "1 pending". */
export function readHardhatOutput(output: string): Counts {
  const count = (word: string) =>
    [...output.matchAll(new RegExp(`^\\s*(\\d+) ${word}\\b`, 'gm'))].reduce((sum, [, n]) => sum + Number(n), 0);
  const failing = count('failing');
  const skipped = count('skipped') + count('pending');
  const failures = [];
  if (failing > 0) failures.push(output.slice(Math.max(0, output.search(/^\s*\d+ failing/m))));
  if (skipped > 0) failures.push(`${skipped} skipped: a test that does not run proves nothing`);
  return { passed: count('passing'), failed: failing + skipped, failures };
}

/** A command that failed without a failed test, ran out of time, or ran no test at all has failed itself. */
function withExit(counts: Counts, { status, timedOut }: Exit, output: string): Counts {
  const reason = timedOut
    ? 'it ran out of time'
    : status !== 0 && counts.failed === 0
      ? `it ended with status ${status}`
      : counts.passed + counts.failed === 0
        ? 'no test ran'
        : undefined;
  if (reason === undefined) return counts;
  const tail = output.trim().split('\n').slice(-30).join('\n');
  return { ...counts, failed: counts.failed + 1, failures: [...counts.failures, `${reason}\n${tail}`] };
}
