// What refusals of signers mean for what is proposed next.

/** Refusals of signers that had too much to do, or too little time. */
export const OVERLOADED: readonly string[] = ['SIGNER_TIMEOUT', 'BUSY'];

/** Refusals of an anchor, also by signers that do not know its form. */
const REFUSED_ANCHOR: readonly string[] = ['ANCHOR_MISMATCH', 'NOT_BUILDABLE'];

/** Refusals by signers that do not know a form, or take fewer calls in it. */
export const REFUSED_FORM: readonly string[] = [...REFUSED_ANCHOR, 'INVALID_ACTIONS'];

/**
 * Refusals of an action because of its source: a signer that cannot read it, or whose view of it is broken, signs
 * nothing from it.
 */
export const REFUSED_SOURCE: readonly string[] = ['NO_QUORUM', 'VIEW_BROKEN'];

/** Refusals of an action for what its recipient can change after one builder has read it, and before another does. */
export const RECIPIENT_CHANGED: readonly string[] = ['ACCOUNT_CREATION_NEEDED'];

/**
 * Refusals of a transaction because of those before it: by signers that have not signed them, or signed others in their
 * places.
 */
export const REFUSED_ON_TOP: readonly string[] = [...REFUSED_ANCHOR, 'NONCE_GAP', 'ROOT_NOT_COMMITTED'];
