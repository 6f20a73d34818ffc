import type { SuiteName } from './suites.ts';

/** One line that is broken on purpose, and the suite that must fail because of it. */
export interface Mutant {
  /** Made of the suite and the rule: `codec-a-proof-has-no-leftover-byte`. */
  readonly id: string;
  /** The rule that the unbroken line enforces. */
  readonly rule: string;
  readonly file: string;
  /** Text that occurs exactly once in the file. */
  readonly find: string;
  readonly replace: string;
  readonly suite: SuiteName;
}

/** Mutants by file and rule: the text that the file has exactly once, and what breaks the rule in its place. */
type Broken = Readonly<Record<string, Readonly<Record<string, readonly [find: string, replace: string]>>>>;

/** The mutants of these files, each of which the tests of `suite` must notice. */
export const mutantsOf = (suite: SuiteName, broken: Broken): Mutant[] =>
  Object.entries(broken).flatMap(([file, rules]) =>
    Object.entries(rules).map(([rule, [find, replace]]) => {
      const id = `${suite}-${rule
        .toLowerCase()
        .replaceAll(/['’]/g, '')
        .replaceAll(/[^a-z0-9]+/g, '-')}`;
      return { id, rule, file, find, replace, suite };
    }),
  );
