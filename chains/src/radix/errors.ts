import type { EngineCode, ExecutionFailure } from '@causeway/protocol';
import type { OracleCall } from '../provider/provider.ts';
import { isOwnError, isTemporary, type OwnContractError, refusalSentence } from '../provider/refusals.ts';

/** The account cannot pay now, but may be able to later. */
export const INSUFFICIENT_FUNDS: ExecutionFailure = {
  code: 'INSUFFICIENT_FUNDS',
  message: 'the account holds less than the amount',
  retryable: true,
};

const final = (code: EngineCode, message: string): ExecutionFailure => ({ code, message, retryable: false });

/** The refusal of a bridge or settler of that name. */
const refusal = (name: OwnContractError): ExecutionFailure => ({
  code: name,
  message: refusalSentence(name),
  retryable: isTemporary(name),
});

/** Codes for calls that lack one of the blueprint's roles. The first role that the engine names counts. */
const ROLES: readonly (readonly [role: string, code: OwnContractError])[] = [
  ['"oracle"', 'NotOracle'],
  ['"guardian"', 'NotGuardian'],
  ['"admin"', 'NotAdmin'],
  ['"proposed_admin"', 'NotAdmin'],
];

/** The bridge cannot pay its debt. The issuer of its asset may give the tokens back. */
const ESCROW_SHORT: ExecutionFailure = {
  code: 'ESCROW_SHORT',
  message: 'the bridge holds less than it is to pay: the issuer of its asset has recalled tokens from it',
  retryable: true,
};

/** The transaction did not succeed, and the reserved fee is spent. */
export const FEE_EXHAUSTED: ExecutionFailure = final('FEE_EXHAUSTED', 'it costs more than is set aside for its fee');

/**
 * Code of a transaction that names an address without an entity. Its message ends in that address, in bech32m or
 * hexadecimal.
 */
export const NODE_MISSING = 'NODE_MISSING';
/** Code of a call of a method that its component does not have. */
export const METHOD_MISSING = 'METHOD_MISSING';

/** A call that the access rules refuse. They belong to the engine, so the bridge has no error name for it. */
function unauthorized(text: string): ExecutionFailure {
  const role = ROLES.find(([name]) => text.includes(name));
  return role ? refusal(role[1]) : final('NOT_OWNER', 'the signatures do not own the account');
}

/** The engine's words for its refusals; it has no codes for them. The first match counts. */
const WORDS: readonly { readonly words: RegExp; readonly failure: ExecutionFailure }[] = [
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
  { words: /NoMethodMapping/, failure: final(METHOD_MISSING, 'the component has no such method') },
  { words: /LimitExceeded/, failure: final('OUT_OF_COMPUTE', 'it is more than one transaction may do') },
  { words: /FeeReserveError/, failure: FEE_EXHAUSTED },
  { words: /VaultIsFrozen/, failure: final('ACCOUNT_FROZEN', 'the issuer of the token has frozen the vault') },
  // An account has no vault for a resource that it never held.
  { words: /InsufficientBalance|VaultDoesNotExist/, failure: INSUFFICIENT_FUNDS },
];

/**
 * The failure behind the engine's text of an error. Its code is the contract's error name, or one of this module's
 * codes for an error of the engine.
 */
export function decodeEngineError(text: string): ExecutionFailure {
  const [, name] = /PanicMessage\("([A-Z]\w+)/.exec(text) ?? [];
  if (name !== undefined && isOwnError(name)) return refusal(name);
  // The second is an owner that a blueprint asks for by itself.
  if (/Unauthorized|AssertAccessRuleFailed/.test(text)) return unauthorized(text);
  const [, missing] = /ReferencedNodeDoesNotExist\(NodeId\("(\w+)"/.exec(text) ?? [];
  if (missing !== undefined) return final(NODE_MISSING, `there is nothing at ${missing}`);
  const known = WORDS.find(({ words }) => words.test(text));
  return known?.failure ?? final('EXECUTION_FAILED', `the engine refused: ${text.slice(0, 200)}`);
}

/**
 * The meaning of `failure` in a call of the oracle. No account of a caller takes part in one: missing tokens are the
 * bridge's, and rules that refuse are the token's.
 */
export function ofPayment(failure: ExecutionFailure, call: OracleCall['function']): ExecutionFailure {
  if (call !== 'releaseTokens' && call !== 'mintTokens') return failure;
  if (call === 'releaseTokens' && failure.code === 'INSUFFICIENT_FUNDS') return ESCROW_SHORT;
  if (failure.code !== 'NOT_OWNER') return failure;
  return final('PAYMENT_FORBIDDEN', 'the rules of the token forbid this payment: its issuer has changed them');
}
