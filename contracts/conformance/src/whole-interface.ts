// What the tests of a kind ask once all of them have run: which parts of its interface they have not seen.
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';

/** The declared parts that were not seen. */
export const missing = <Part>(declared: readonly Part[], seen: ReadonlySet<Part>): Part[] =>
  declared.filter((part) => !seen.has(part));

/** Asserts that no test file of its folder comes after the one at `url`. Mocha orders files by name. */
export function assertRunsLast(url: string): void {
  const files = readdirSync(new URL('.', url)).filter((name) => name.endsWith('.test.ts'));
  const last = files.sort((a, b) => a.localeCompare(b, 'en')).at(-1);
  assert(url.endsWith(`/${last}`), `${last} runs later`);
}
