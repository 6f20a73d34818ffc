import { bytesToHex, concatHex, fail, type Hex, hexToBytes, keccak256, ok, type Result } from '@causeway/protocol';
import type { AddressLookupTableAccount, PublicKey, TransactionInstruction } from '@solana/web3.js';
import type { CallFailure } from '../failures.ts';
import type { OracleTransaction } from '../provider/provider.ts';
import type { Anchor } from './anchor.ts';
import { budgetInstructions } from './compute-budget.ts';
import { messageBytes } from './message.ts';
import type { CompiledCall } from './oracle-calls.ts';
import { isMember, type OracleSet } from './oracle-set.ts';
import { MAX_TRANSACTION, tooLarge } from './transaction.ts';

const SIGNATURE = 64;
const KEY = 32;

/** Offset of the signers' keys in a v0 message, after the version, three counts, the number of keys and the payer. */
const MEMBERS_AT = 1 + 3 + 1 + KEY;

/** The instructions of a call's transaction for `group`, in the only form that signers accept. */
export function instructionsOf(
  { computeUnits, limit, creation, instruction }: CompiledCall,
  price: bigint,
  group: readonly PublicKey[],
): readonly TransactionInstruction[] {
  const most = computeUnits + (creation?.computeUnits ?? 0);
  return [
    ...budgetInstructions({ computeUnits: Math.min(limit ?? most, most), price }),
    ...(creation === null ? [] : [creation.instruction]),
    instruction(group),
  ];
}

/**
 * The messages of `calls`. A Solana message names its signers, so each call has one message for every group of members
 * that reaches the threshold; any of these groups can act. Fails with INVALID_PAYER, with the refusal of a call, or
 * with TRANSACTION_TOO_LARGE for a call.
 */
export function oracleMessages(
  calls: readonly Result<CompiledCall, CallFailure>[],
  anchor: Anchor,
  oracle: OracleSet,
  table: AddressLookupTableAccount,
): Result<readonly Hex[], CallFailure> {
  if (isMember(oracle, anchor.payer)) return fail('INVALID_PAYER', 'an oracle member cannot pay');
  const payloads: Hex[] = [];
  for (const [callIndex, call] of calls.entries()) {
    const first = call.ok ? messageFor(call.value, anchor, oracle, table) : call;
    if (!first.ok) return { ok: false, error: { ...first.error, callIndex } };
    for (const group of oracle.groups) payloads.push(withSigners(first.value, group));
  }
  return ok(payloads);
}

/** The message of one call for the first group. */
export function messageFor(
  call: CompiledCall,
  anchor: Anchor,
  oracle: OracleSet,
  table: AddressLookupTableAccount,
): Result<Uint8Array, CallFailure> {
  const [group = []] = oracle.groups;
  const bytes = messageBytes({
    payer: anchor.payer,
    blockhash: anchor.blockhash,
    instructions: instructionsOf(call, anchor.computeUnitPrice, group),
    table,
  });
  return 1 + SIGNATURE * (1 + group.length) + bytes.length > MAX_TRANSACTION ? tooLarge() : ok(bytes);
}

/** `message` with `group` as its signers and everything else unchanged. */
function withSigners(message: Uint8Array, group: readonly PublicKey[]): Hex {
  const bytes = Uint8Array.from(message);
  for (const [index, member] of group.entries()) bytes.set(member.toBytes(), MEMBERS_AT + KEY * index);
  return bytesToHex(bytes);
}

/** 32 bytes that identify all payloads. */
export const digestOf = (payloads: readonly Hex[]): Hex => keccak256(concatHex(...payloads.map(keccak256)));

/** True when `member` is one of the oracle members that sign `payload`. */
const signs = (payload: Hex, member: PublicKey, threshold: number): boolean => {
  const at = 2 + 2 * MEMBERS_AT;
  const keys = payload.slice(at, at + 2 * KEY * threshold);
  const wanted = Buffer.from(member.toBytes()).toString('hex');
  return Array.from({ length: threshold }, (_, index) => keys.slice(2 * KEY * index, 2 * KEY * (index + 1))).includes(
    wanted,
  );
};

/** The payloads that `member` signs, in order: one for each group that includes `member`. */
export const payloadsOf = (
  { payloads }: OracleTransaction,
  { threshold }: OracleSet,
  member: PublicKey,
): readonly Hex[] => payloads.filter((payload) => signs(payload, member, threshold));

/** Splits a member's concatenated signatures; empty unless there are exactly `count`. */
export function splitSignatures(signature: Hex, count: number): readonly Uint8Array[] {
  if (signature.length !== 2 + 2 * SIGNATURE * count) return [];
  const bytes = hexToBytes(signature);
  return Array.from({ length: count }, (_, index) => bytes.subarray(SIGNATURE * index, SIGNATURE * (index + 1)));
}
