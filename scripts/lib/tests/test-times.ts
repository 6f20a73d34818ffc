import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import type { SuiteResult } from './suite-run.ts';
import type { Suite } from './suites.ts';

const times = z.record(z.string(), z.number().positive());

/** Durations of the suites' last runs on this machine, seconds by name. */
export type Times = Readonly<z.infer<typeof times>>;

/** The learned durations in the file at `path`; none when the file is missing or malformed. */
export function readTimes(path: string): Times {
  try {
    return times.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return {};
  }
}

/** Records the durations of the passed suites. */
export function learnTimes(path: string, results: readonly SuiteResult[]): void {
  const passed = results.filter(({ failed }) => failed === 0).map(({ name, seconds }) => [name, seconds]);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, JSON.stringify({ ...readTimes(path), ...Object.fromEntries(passed) }, null, 2));
}

/** Longest first, so that none remains at the end. */
export const longestFirst = (suites: readonly Suite[], learned: Times): readonly Suite[] => {
  const seconds = ({ name, usualSeconds }: Suite) => learned[name] ?? usualSeconds;
  return suites.toSorted((a, b) => seconds(b) - seconds(a));
};
