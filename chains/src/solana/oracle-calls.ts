import {
  type Domain,
  executionOf,
  fail,
  hexToBytes,
  type Message,
  messageIdOf,
  ok,
  type Proof,
  type Result,
  unpackProof,
} from '@causeway/protocol';
import type { PublicKey, TransactionInstruction } from '@solana/web3.js';
import { remoteOf } from '../config/deployment.ts';
import type { CallFailure, ReadFailure } from '../failures.ts';
import type { OracleCall } from '../provider/provider.ts';
import {
  addressOf,
  type Found,
  findAssociatedToken,
  findClaimable,
  mintAddress,
  remoteAddress,
  rootAddress,
  statusAddress,
} from './addresses.ts';
import type { SolanaContext } from './context.ts';
import { isMember } from './oracle-set.ts';
import { bridgeInstruction } from './program.ts';
import { type Creation, tokenAccountCreation } from './token-accounts.ts';

/** The bridge that receives the calls. */
export type CallTarget = Pick<SolanaContext, 'deployment' | 'bridge' | 'addresses' | 'canonicalMint' | 'oracle'>;

/** The instructions of one oracle call, for any group of signers. */
export interface CompiledCall {
  /** The most compute units that signers grant the call, without the creation's. */
  readonly computeUnits: number;
  /** The limit of compute units of the whole transaction, from a simulation; the most when absent. */
  readonly limit?: number;
  /**
   * Creates the token account that the call pays; it precedes the call. Null when the call pays no token account, or
   * one whose owner gave it away.
   */
  readonly creation: Creation | null;
  /** The call, signed by `group`. */
  readonly instruction: (group: readonly PublicKey[]) => TransactionInstruction;
}

/**
 * The most compute units of each function: simulations run with them, and no anchor grants more. `miss` is the price of
 * one skipped candidate in the derivation of the recipient's token account or credit, which two programs each repeat.
 * Anyone can choose a recipient with so many misses that no constant would suffice. Signers accept only these figures.
 */
const COMPUTE_UNITS = {
  commitRoot: 80_000,
  mintTokens: 45_000,
  releaseTokens: 45_000,
  cancelOrder: 25_000,
  miss: 3_500,
} as const;

/** The instructions of each of `calls`, or the reason for its refusal. Reads nothing. */
export const compileCalls = (
  calls: readonly OracleCall[],
  target: CallTarget,
  payer: PublicKey,
): readonly Result<CompiledCall, CallFailure>[] => calls.map((call) => compileCall(call, target, payer));

/** The creation that precedes each call; null for calls without one. */
export const creationsOf = (compiled: readonly Result<CompiledCall, CallFailure>[]): readonly (Creation | null)[] =>
  compiled.map((call) => (call.ok ? call.value.creation : null));

/** `compiled`, where the calls at `indexes` pay token accounts without creating them. */
export const withoutCreation = (
  compiled: readonly Result<CompiledCall, CallFailure>[],
  indexes: ReadonlySet<number>,
): readonly Result<CompiledCall, CallFailure>[] =>
  compiled.map((call, index) => (call.ok && indexes.has(index) ? ok({ ...call.value, creation: null }) : call));

/** `compiled` with limits of compute units; a call without one keeps the most. */
export const withLimits = (
  compiled: readonly Result<CompiledCall, CallFailure>[],
  limits: readonly (number | undefined)[],
): readonly Result<CompiledCall, CallFailure>[] =>
  compiled.map((call, index) => {
    const limit = limits[index];
    return call.ok && limit !== undefined ? ok({ ...call.value, limit }) : call;
  });

/**
 * The instructions of one oracle call. It checks every field against the target first, so that nobody signs a call that
 * the bridge would refuse: another destination, a mint of this chain's own asset, an amount above 64 bits.
 */
function compileCall(call: OracleCall, target: CallTarget, payer: PublicKey): Result<CompiledCall, CallFailure> {
  if (call.function === 'commitRoot') return ok(compileCommit(call, target, payer));
  const { message } = call;
  if (message.destination !== target.deployment.domain || message.destinationBridge !== target.bridge.address32) {
    return fail('WRONG_BRIDGE', 'the message is for another bridge');
  }
  const proof = unpackProof(call.function, call.proof);
  if (!proof.ok) return proof;
  const shared = { ...target, call, message, proof: proof.value, payer };
  if (call.function === 'cancelOrder') return ok(compileCancel(shared));
  if (call.function !== executionOf(message))
    return fail('WrongAssetHome', `${call.function} does not execute the message`);
  // If the message named a member as recipient, the member's key would no longer be a read-only signer.
  if (isMember(target.oracle, addressOf(message.recipient)))
    return fail('InvalidRecipient', 'an oracle member cannot receive');
  if (message.wireAmount >= 1n << 64n) return fail('AmountTooLarge', 'the amount exceeds an unsigned 64-bit number');
  return call.function === 'mintTokens' ? compileMint(shared) : ok(compileRelease(shared));
}

type Commit = Extract<OracleCall, { readonly function: 'commitRoot' }>;

/** A checked call that uses a committed root. */
interface Use extends CallTarget {
  readonly call: Exclude<OracleCall, Commit>;
  readonly message: Message;
  readonly proof: Proof;
  readonly payer: PublicKey;
}

function compileCommit(
  { source, firstNonce, count, root }: Commit,
  { addresses }: CallTarget,
  payer: PublicKey,
): CompiledCall {
  const { program } = addresses;
  const accounts = {
    payer,
    remote: remoteAddress(program, source),
    root: rootAddress(program, source, firstNonce, count),
    first_status: statusAddress(program, source, firstNonce),
    last_status: statusAddress(program, source, firstNonce + BigInt(Math.max(count, 1) - 1)),
  };
  const args = { source, first_nonce: firstNonce, count, root: hexToBytes(root) };
  return {
    computeUnits: COMPUTE_UNITS.commitRoot,
    creation: null,
    instruction: (group) => bridgeInstruction(addresses, 'commit_root', args, accounts, group),
  };
}

/** The accounts that prove a message: its lane, its root and its status. */
const provingAccounts = ({ addresses: { program }, message, proof }: Use) => ({
  remote: remoteAddress(program, message.source),
  root: rootAddress(program, message.source, proof.firstNonce, proof.count),
  status: statusAddress(program, message.source, message.nonce),
});

function compileCancel(use: Use): CompiledCall {
  const args = { order_id: hexToBytes(messageIdOf(use.message)), proof: hexToBytes(use.call.proof) };
  return {
    computeUnits: COMPUTE_UNITS.cancelOrder,
    creation: null,
    instruction: (group) => bridgeInstruction(use.addresses, 'cancel_order', args, provingAccounts(use), group),
  };
}

function compileMint(use: Use): Result<CompiledCall, CallFailure> {
  const { addresses, message, payer } = use;
  const mint = bridgedMint(use, message.source);
  if (!mint.ok) return mint;
  const recipient = addressOf(message.recipient);
  const token = findAssociatedToken(mint.value, recipient);
  const claimable = findClaimable(addresses.program, mint.value, recipient);
  const accounts = {
    ...provingAccounts(use),
    payer,
    mint: mint.value,
    recipient_token: token.address,
    claimable: claimable.address,
  };
  const args = { ...executionArgs(use, recipient), amount: message.wireAmount };
  return ok({
    computeUnits: COMPUTE_UNITS.mintTokens + searching(token, claimable),
    creation: tokenAccountCreation(payer, mint.value, recipient),
    instruction: (group) => bridgeInstruction(addresses, 'mint_tokens', args, accounts, group),
  });
}

function compileRelease(use: Use): CompiledCall {
  const { addresses, canonicalMint, message, payer } = use;
  const recipient = addressOf(message.recipient);
  const token = canonicalMint === null ? null : findAssociatedToken(canonicalMint, recipient);
  const claimable = findClaimable(addresses.program, canonicalMint, recipient);
  const accounts = {
    ...provingAccounts(use),
    payer,
    recipient,
    recipient_token: token === null ? null : token.address,
    claimable: claimable.address,
    ...(canonicalMint === null ? { token_program: null } : {}),
  };
  return {
    computeUnits: COMPUTE_UNITS.releaseTokens + searching(claimable, ...(token === null ? [] : [token])),
    creation: canonicalMint === null ? null : tokenAccountCreation(payer, canonicalMint, recipient),
    instruction: (group) =>
      bridgeInstruction(addresses, 'release_tokens', executionArgs(use, recipient), accounts, group),
  };
}

const searching = (...found: readonly Found[]): number =>
  found.reduce((sum, { misses }) => sum + COMPUTE_UNITS.miss * misses, 0);

const executionArgs = ({ message, call }: Use, recipient: PublicKey) => ({
  order_id: hexToBytes(messageIdOf(message)),
  recipient,
  proof: hexToBytes(call.proof),
});

/** The local bridged token of `home`'s asset. It has wire decimals, so its amounts are wire amounts. */
export function bridgedMint({ addresses, bridge }: CallTarget, home: Domain): Result<PublicKey, ReadFailure> {
  const remote = remoteOf(bridge, home);
  if (!remote) return fail('UnknownRemote', `domain ${home} is not connected`);
  return ok(mintAddress(addresses.program, home, remote.wireDecimals));
}
