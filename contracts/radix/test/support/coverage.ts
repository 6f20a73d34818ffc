// The parts of the blueprint's interface that the whole run has seen, for whole-interface.test.ts.

/** The blueprint's own errors that calls panicked with. */
export const seenErrors = new Set<string>();
/** Events of successful transactions. */
export const seenEvents = new Set<string>();
/** Functions that succeeded. */
export const seenFunctions = new Set<string>();
/** Methods that the engine refused to callers without the role. */
export const seenUnauthorized = new Set<string>();
