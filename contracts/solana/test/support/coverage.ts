// What the whole run has seen of the program's interface, for whole-interface.test.ts.

/** Codes of the program's own errors that a refused call returned. */
export const seenErrors = new Set<number>();
/** Events that succeeded transactions emitted. */
export const seenEvents = new Set<string>();
/** Instructions that succeeded. */
export const seenInstructions = new Set<string>();
/** Account types that were decoded from what the program wrote. */
export const seenAccounts = new Set<string>();
