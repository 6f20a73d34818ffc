import type { RandomMutant } from './sources.ts';

/** A change that no test can notice, because the program does the same. */
export interface Equivalent extends Pick<RandomMutant, 'file' | 'line' | 'becomes'> {
  readonly why: string;
}

/** The changes of shipped code that random mutants leave out. Each was judged by hand. */
export const EQUIVALENT: readonly Equivalent[] = [];

/** Whether `mutant` is the change that `equivalent` describes. */
export const isSame = (mutant: Omit<Equivalent, 'why'>, equivalent: Equivalent): boolean =>
  mutant.file === equivalent.file && mutant.line === equivalent.line && mutant.becomes === equivalent.becomes;
