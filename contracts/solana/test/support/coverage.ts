// The parts of the program's interface that the whole run has seen, for whole-interface.test.ts.

/** Codes of the program's own errors in refused calls. */
export const seenErrors = new Set<number>();
/** Events of successful transactions. */
export const seenEvents = new Set<string>();
/** Instructions that succeeded. */
export const seenInstructions = new Set<string>();
/** Account types that were decoded from the program's accounts. */
export const seenAccounts = new Set<string>();

/** The same of the settler, by the names of its interface. */
export const seenOfSettler = {
  errors: new Set<string>(),
  events: new Set<string>(),
  instructions: new Set<string>(),
  accounts: new Set<string>(),
};
