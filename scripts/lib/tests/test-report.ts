import { existsSync, readFileSync } from 'node:fs';
import type { TestEvent } from './mocha-stream.ts';

/** A finished test. */
export interface TimedTest {
  readonly title: string;
  readonly seconds: number;
}

/** The results of one command's tests. A skipped test counts as failed. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
  /** One text per failed test: its name, then its message. */
  readonly failures: readonly string[];
  /** Durations of the tests that the command reports. */
  readonly tests: readonly TimedTest[];
  /** The test or hook that began and did not end, if any. */
  readonly unfinished?: string | undefined;
}

const SKIPPED = 'skipped: a test that does not run proves nothing';

/** Counts from the stream of mocha-stream.ts so far; zero when nothing was written. */
export function readMochaReport(path: string): Counts {
  const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n') : [];
  // The last line is empty, or torn when the process was killed while writing it.
  const events = lines.slice(0, -1).map((line) => JSON.parse(line) as TestEvent);
  const failures: string[] = [];
  const tests: TimedTest[] = [];
  let passed = 0;
  let unfinished: string | undefined;
  for (const event of events) {
    unfinished = event.event === 'begin' ? event.title : undefined;
    if (event.event === 'passed') passed += 1;
    if (event.event === 'failed') failures.push(`${event.title}\n${event.error}`);
    if (event.event === 'skipped') failures.push(`${event.title}\n${SKIPPED}`);
    if ('milliseconds' in event) tests.push({ title: event.title, seconds: event.milliseconds / 1000 });
  }
  return { passed, failed: failures.length, failures, tests, unfinished };
}

/** Counts from the last lines of Hardhat's output: "12 passing", "1 failing", "1 skipped" or "1 pending". */
export function readHardhatOutput(output: string): Counts {
  const count = (word: string) =>
    [...output.matchAll(new RegExp(`^\\s*(\\d+) ${word}\\b`, 'gm'))].reduce((sum, [, n]) => sum + Number(n), 0);
  const failing = count('failing');
  const skipped = count('skipped') + count('pending');
  const failures = [];
  if (failing > 0) failures.push(output.slice(Math.max(0, output.search(/^\s*\d+ failing/m))));
  if (skipped > 0) failures.push(`${skipped} ${SKIPPED}`);
  const tests = [...output.matchAll(/^\s*✔ (.*) \((\d+)ms\)$/gm)].map(([, title, milliseconds]) => ({
    title: title as string,
    seconds: Number(milliseconds) / 1000,
  }));
  return { passed: count('passing'), failed: failing + skipped, failures, tests };
}
