import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import type { SuiteResult } from './suite-run.ts';
import type { Suite } from './suites.ts';

const times = z.record(z.string(), z.number().positive());

/** Seconds that suites took here when they last ran, by name. */
export type Times = Readonly<z.infer<typeof times>>;

/** What the file at `path` has learned; nothing when there is none, or when it is none of ours. */
export function readTimes(path: string): Times {
  try {
    return times.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return {};
  }
}

/** Keeps how long the suites took that passed. */
export function learnTimes(path: string, results: readonly SuiteResult[]): void {
  const passed = results.filter(({ failed }) => failed === 0).map(({ name, seconds }) => [name, seconds]);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, JSON.stringify({ ...readTimes(path), ...Object.fromEntries(passed) }, null, 2));
}

/** Longest first, so that none is left over at the end. */
export const longestFirst = (suites: readonly Suite[], learned: Times): readonly Suite[] => {
  const seconds = ({ name, usualSeconds }: Suite) => learned[name] ?? usualSeconds;
  return suites.toSorted((a, b) => seconds(b) - seconds(a));
};
