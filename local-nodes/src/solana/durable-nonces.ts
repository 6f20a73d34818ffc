import { createHash } from 'node:crypto';
import bs58 from 'bs58';
import type { AccountState } from './accounts.ts';
import { SYSTEM_PROGRAM } from './programs.ts';
import type { WireTransaction } from './wire.ts';

// A durable nonce stands in the place of a transaction's block hash, and stays valid until it is advanced.

/** Length of a nonce account, the offsets of its authority and its nonce, and its first bytes once it has one. */
const LENGTH = 80;
const AUTHORITY_AT = 8;
const NONCE_AT = 40;
const INITIALIZED = Buffer.from('0100000001000000', 'hex');

/** The System program's AdvanceNonceAccount. */
const ADVANCE_NONCE_ACCOUNT = 4;

/** A nonce account's content, base58. */
export interface Nonce {
  readonly authority: string;
  readonly value: string;
}

/** The nonce that an account gets while `blockhash` is the chain's newest. */
export const nonceFrom = (blockhash: string): string =>
  bs58.encode(createHash('sha256').update('DURABLE_NONCE').update(bs58.decode(blockhash)).digest());

/** The nonce in an account; null when it has none. */
export function nonceOf(state: AccountState | null): Nonce | null {
  if (state?.owner !== SYSTEM_PROGRAM || state.data.length !== LENGTH) return null;
  const data = Buffer.from(state.data);
  if (!data.subarray(0, AUTHORITY_AT).equals(INITIALIZED)) return null;
  return {
    authority: bs58.encode(data.subarray(AUTHORITY_AT, NONCE_AT)),
    value: bs58.encode(data.subarray(NONCE_AT, NONCE_AT + 32)),
  };
}

/** The nonce account `state` with another nonce. */
export function withNonce(state: AccountState, value: string): AccountState {
  const data = Buffer.from(state.data);
  data.set(bs58.decode(value), NONCE_AT);
  return { ...state, data };
}

/** The nonce account that the first instruction of a transaction advances, and who signs that; null when none does. */
export function advancedNonce({
  message,
}: Pick<WireTransaction, 'message'>): { readonly account: string; readonly signers: readonly string[] } | null {
  const { staticKeys, header, instructions } = message;
  const [first] = instructions;
  if (first === undefined || staticKeys[first.programIdIndex] !== SYSTEM_PROGRAM) return null;
  const data = Buffer.from(first.data);
  if (data.length < 4 || data.readUInt32LE(0) !== ADVANCE_NONCE_ACCOUNT) return null;
  // A nonce account from a lookup table does not count.
  const account = staticKeys[first.accounts[0] ?? staticKeys.length];
  if (account === undefined) return null;
  const signing = first.accounts.filter((index) => index < header.numRequiredSignatures);
  return { account, signers: signing.map((index) => staticKeys[index] as string) };
}
