import type { SuiteName } from './suites.ts';

/** One line that is broken on purpose, and the suite that must fail because of it. */
export interface Mutant {
  readonly id: string;
  /** The rule that the unbroken line enforces. */
  readonly rule: string;
  readonly file: string;
  /** Text that occurs exactly once in the file. */
  readonly find: string;
  readonly replace: string;
  readonly suite: SuiteName;
}
