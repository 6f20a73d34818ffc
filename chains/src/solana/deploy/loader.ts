import {
  type PublicKey,
  SYSVAR_CLOCK_PUBKEY,
  SYSVAR_RENT_PUBKEY,
  SystemProgram,
  TransactionInstruction,
} from '@solana/web3.js';
import { programDataAddress, UPGRADEABLE_LOADER } from '../addresses.ts';

/** Indexes of the upgradeable loader's instructions, and the type of a buffer, in its bincode. */
const INSTRUCTION = { initializeBuffer: 0, write: 1, deployWithMaxDataLen: 2, upgrade: 3, setAuthority: 4 } as const;
const BUFFER = 1;

/** Bytes before the code in a buffer: type, authority. */
export const BUFFER_HEAD = 4 + 1 + 32;

/** Size of the account at the program's own address. */
export const PROGRAM_SIZE = 4 + 32;

const account = (pubkey: PublicKey, flags: { readonly signs?: true; readonly writes?: true } = {}) => ({
  pubkey,
  isSigner: flags.signs === true,
  isWritable: flags.writes === true,
});

const loaderInstruction = (keys: TransactionInstruction['keys'], ...data: readonly Uint8Array[]) =>
  new TransactionInstruction({ programId: UPGRADEABLE_LOADER, keys, data: Buffer.concat(data) });

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

function u64(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(value));
  return bytes;
}

/** Turns an empty account of the loader into a buffer that `authority` writes. */
export const initializeBuffer = (buffer: PublicKey, authority: PublicKey): TransactionInstruction =>
  loaderInstruction([account(buffer, { writes: true }), account(authority)], u32(INSTRUCTION.initializeBuffer));

/** Writes `bytes` of the code at `offset`. */
export const writeBuffer = (
  buffer: PublicKey,
  authority: PublicKey,
  offset: number,
  bytes: Uint8Array,
): TransactionInstruction =>
  loaderInstruction(
    [account(buffer, { writes: true }), account(authority, { signs: true })],
    u32(INSTRUCTION.write),
    u32(offset),
    u64(bytes.length),
    bytes,
  );

/** Turns a written buffer into the program at `program`, whose code can never grow beyond `maxLength` bytes. */
export const deployProgram = (
  program: PublicKey,
  buffer: PublicKey,
  authority: PublicKey,
  maxLength: number,
): TransactionInstruction =>
  loaderInstruction(
    [
      account(authority, { signs: true, writes: true }),
      account(programDataAddress(program), { writes: true }),
      account(program, { writes: true }),
      account(buffer, { writes: true }),
      account(SYSVAR_RENT_PUBKEY),
      account(SYSVAR_CLOCK_PUBKEY),
      account(SystemProgram.programId),
      account(authority, { signs: true }),
    ],
    u32(INSTRUCTION.deployWithMaxDataLen),
    u64(maxLength),
  );

/** Replaces the code of `program` with the content of a written buffer. */
export const upgradeProgram = (program: PublicKey, buffer: PublicKey, authority: PublicKey): TransactionInstruction =>
  loaderInstruction(
    [
      account(programDataAddress(program), { writes: true }),
      account(program, { writes: true }),
      account(buffer, { writes: true }),
      account(authority, { writes: true }),
      account(SYSVAR_RENT_PUBKEY),
      account(SYSVAR_CLOCK_PUBKEY),
      account(authority, { signs: true }),
    ],
    u32(INSTRUCTION.upgrade),
  );

/** Gives up the right to upgrade `program`. Nobody can get it back. */
export const dropUpgradeAuthority = (program: PublicKey, authority: PublicKey): TransactionInstruction =>
  loaderInstruction(
    [account(programDataAddress(program), { writes: true }), account(authority, { signs: true })],
    u32(INSTRUCTION.setAuthority),
  );

/** The content of a buffer of `authority`; null when `data` is no such buffer. */
export function parseBuffer(data: Buffer, authority: PublicKey): Buffer | null {
  const isBuffer = data.length >= BUFFER_HEAD && data.readUInt32LE(0) === BUFFER && data[4] === 1;
  return isBuffer && authority.toBuffer().equals(data.subarray(5, BUFFER_HEAD)) ? data.subarray(BUFFER_HEAD) : null;
}

/** True when `written` starts with exactly `code` and has only zeros after it. */
export const holdsCode = (written: Buffer, code: Buffer): boolean =>
  written.length >= code.length &&
  written.subarray(0, code.length).equals(code) &&
  written.subarray(code.length).every((byte) => byte === 0);
