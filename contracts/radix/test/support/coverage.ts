// What the whole run has seen of the blueprint's interface, for whole-interface.test.ts.

/** The blueprint's own errors that a refused call panicked with. */
export const seenErrors = new Set<string>();
/** Events that succeeded transactions emitted. */
export const seenEvents = new Set<string>();
/** Functions that succeeded. */
export const seenFunctions = new Set<string>();
/** Methods that the engine refused to callers without the role. */
export const seenUnauthorized = new Set<string>();
