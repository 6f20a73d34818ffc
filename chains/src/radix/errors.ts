import type { Failure } from '@causeway/protocol';
import { isTemporary, refusalSentence } from '../refusals.ts';

/** The account cannot pay now; it may later. */
export const INSUFFICIENT_FUNDS: Failure = {
  code: 'INSUFFICIENT_FUNDS',
  message: 'the account holds less than the amount',
  retryable: true,
};

const final = (code: string, message: string): Failure => ({ code, message, retryable: false });

/** The bridge's refusal of that name. */
const refusal = (name: string): Failure => ({
  code: name,
  message: refusalSentence(name),
  retryable: isTemporary(name),
});

/** What a call without one of the blueprint's roles is refused with; the first role that the engine names counts. */
const ROLES: readonly (readonly [role: string, code: string])[] = [
  ['"oracle"', 'NotOracle'],
  ['"guardian"', 'NotGuardian'],
  ['"admin"', 'NotAdmin'],
  ['"proposed_admin"', 'NotAdmin'],
];

/** It is not done, and what was set aside is gone. */
export const FEE_EXHAUSTED: Failure = final('FEE_EXHAUSTED', 'it costs more than is set aside for its fee');

/** Code of a transaction that names an address which nothing has; its message ends in it, in bech32m or hexadecimal. */
export const NODE_MISSING = 'NODE_MISSING';

/** A call that the access rules refuse: they are the engine's, which has no name of the bridge's for it. */
function unauthorized(text: string): Failure {
  const role = ROLES.find(([name]) => text.includes(name));
  return role ? refusal(role[1]) : final('NOT_OWNER', 'the signatures do not own the account');
}

/** How the engine words what it refuses: there are no codes for it. The first that fits counts. */
const WORDS: readonly { readonly words: RegExp; readonly failure: Failure }[] = [
  {
    words: /EpochNoLongerValid/,
    failure: { code: 'INTENT_EXPIRED', message: 'its last epoch has ended', retryable: true },
  },
  {
    words: /EpochNotYetValid/,
    failure: { code: 'INTENT_NOT_YET_VALID', message: 'its first epoch has not begun', retryable: true },
  },
  {
    words: /LockFeeInsufficientBalance|FeeLoanNotRepaid/,
    failure: { ...INSUFFICIENT_FUNDS, message: 'the account cannot pay the fee' },
  },
  { words: /LimitExceeded/, failure: final('OUT_OF_COMPUTE', 'it is more than one transaction may do') },
  { words: /FeeReserveError/, failure: FEE_EXHAUSTED },
  // An account has no vault for what it never had.
  { words: /InsufficientBalance|VaultDoesNotExist/, failure: INSUFFICIENT_FUNDS },
];

/**
 * The failure that the engine's text of an error stands for: its code is the bridge's error name, or a name of the
 * engine's in ours.
 */
export function decodeEngineError(text: string): Failure {
  const [, name] = /PanicMessage\("([A-Z]\w+)/.exec(text) ?? [];
  if (name !== undefined) return refusal(name);
  if (text.includes('Unauthorized')) return unauthorized(text);
  const [, missing] = /ReferencedNodeDoesNotExist\(NodeId\("(\w+)"/.exec(text) ?? [];
  if (missing !== undefined) return final(NODE_MISSING, `there is nothing at ${missing}`);
  const known = WORDS.find(({ words }) => words.test(text));
  return known?.failure ?? final('EXECUTION_FAILED', `the engine refused: ${text.slice(0, 200)}`);
}
