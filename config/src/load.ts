import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { sleep, systemClock } from '@causeway/runtime';
import type { z } from 'zod';
import { parseYaml, SECTIONS } from './places.ts';

/** A configuration file that cannot be used. The message has one line per problem, with its path and how to fix it. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/**
 * Reads and checks the YAML file at `path` against `schema`. Unknown sections and values are refused.
 * Throws ConfigError with every problem found.
 */
export function loadConfig<S extends z.ZodObject>(path: string, schema: S): z.infer<S> & { readonly baseDir: string } {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    throw new ConfigError(`${path}: cannot be read; give the file with --config`);
  }
  const { document, lineCounter, placeOf } = parseYaml(path, text);
  if (document.errors.length > 0) {
    const problems = document.errors.map(({ pos: [start], message }) => {
      const { line, col } = lineCounter.linePos(start);
      return `${path}: line ${line}, column ${col} is not YAML: ${message}`;
    });
    throw new ConfigError(problems.join('\n'));
  }
  const value: unknown = document.toJS() ?? {};
  const problems: string[] = [];
  if (typeof value === 'object') {
    for (const key of Object.keys(value as object)) {
      if (!SECTIONS.includes(key))
        problems.push(`${placeOf([key])}: ${key}: unknown section; known are ${SECTIONS.join(', ')}`);
    }
  }
  const parsed = schema.safeParse(value, { reportInput: true });
  if (!parsed.success) {
    problems.push(
      ...parsed.error.issues.map(
        (issue) => `${placeOf(issue.path)}: ${issue.path.join('.') || 'file'}: ${wordsOf(issue)}`,
      ),
    );
  }
  if (!parsed.success || problems.length > 0) throw new ConfigError(problems.join('\n'));
  return { ...(parsed.data as z.infer<S>), baseDir: dirname(resolve(path)) };
}

/** A problem in words; what is not there at all is called missing. */
const wordsOf = (issue: z.core.$ZodIssue): string =>
  issue.code === 'invalid_type' && issue.input === undefined ? `is missing; give a ${issue.expected}` : issue.message;

/** How often it is looked whether a configuration file is there yet, milliseconds. */
const LOOK_MS = 100;

/** Waits until there is a configuration file at `path`, doing `meanwhile` first. */
export async function waitForConfig(path: string, meanwhile: () => Promise<unknown>): Promise<void> {
  await meanwhile();
  while (!existsSync(path)) await sleep(systemClock, LOOK_MS);
}
