import type { AddressLookupTableAccount, PublicKey, TransactionInstruction } from '@solana/web3.js';
import bs58 from 'bs58';

/** First byte of a message of version 0. */
const VERSION_0 = 0x80;

/** What a message is made of. */
export interface MessageParts {
  readonly payer: PublicKey;
  /** Base58. */
  readonly blockhash: string;
  readonly instructions: readonly TransactionInstruction[];
  readonly table: AddressLookupTableAccount;
}

/** What a message does with a key. */
interface Role {
  readonly bytes: Uint8Array;
  isSigner: boolean;
  isWritable: boolean;
  isInvoked: boolean;
}

/** The bytes of a key as a text of one character each: base58 takes longer than all the rest of a message. */
const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');

/** Indexes of the entries of a table, which never change in one table object. */
const indexes = new WeakMap<AddressLookupTableAccount, ReadonlyMap<string, number>>();

function indexesOf(table: AddressLookupTableAccount): ReadonlyMap<string, number> {
  const known = indexes.get(table);
  if (known) return known;
  const made = new Map<string, number>();
  for (const [index, entry] of table.state.addresses.entries()) {
    const text = textOf(entry.toBytes());
    if (!made.has(text)) made.set(text, index);
  }
  indexes.set(table, made);
  return made;
}

/**
 * The bytes of the message of version 0 that `@solana/web3.js` compiles of the same parts. Throws RangeError when it
 * has more than 256 keys.
 */
export function messageBytes({ payer, blockhash, instructions, table }: MessageParts): Uint8Array {
  const roles = rolesOf(payer, instructions);
  const entries = indexesOf(table);
  const looked = (isWritable: boolean) =>
    [...roles].filter(
      ([key, role]) => role.isWritable === isWritable && !role.isSigner && !role.isInvoked && entries.has(key),
    );
  const [writable, readable] = [looked(true), looked(false)];
  const lookedUp = new Set([...writable, ...readable].map(([key]) => key));
  const own = [...roles].filter(([key]) => !lookedUp.has(key));
  const those = (isSigner: boolean, isWritable: boolean) =>
    own.filter(([, role]) => role.isSigner === isSigner && role.isWritable === isWritable);
  const parts = [those(true, true), those(true, false), those(false, true), those(false, false)] as const;
  const [payers, members, , readers] = parts;
  const statics = parts.flat();
  const places = new Map([...statics, ...writable, ...readable].map(([key], index) => [key, index]));
  if (places.size > 256) throw new RangeError('a message has at most 256 keys');
  const placeOf = (key: PublicKey) => places.get(textOf(key.toBytes())) as number;
  const indexesIn = (found: typeof writable) => found.map(([key]) => entries.get(key) as number);
  return Uint8Array.from([
    ...[VERSION_0, payers.length + members.length, members.length, readers.length],
    ...compact(statics.length),
    ...statics.flatMap(([, { bytes }]) => [...bytes]),
    ...bs58.decode(blockhash),
    ...compact(instructions.length),
    ...instructions.flatMap(({ programId, keys, data }) => [
      placeOf(programId),
      ...compact(keys.length),
      ...keys.map(({ pubkey }) => placeOf(pubkey)),
      ...compact(data.length),
      ...data,
    ]),
    ...(lookedUp.size === 0
      ? [0]
      : [
          ...[1, ...table.key.toBytes()],
          ...[...compact(writable.length), ...indexesIn(writable)],
          ...[...compact(readable.length), ...indexesIn(readable)],
        ]),
  ]);
}

/** The keys of a message, the payer first, and then in the order in which instructions name them. */
function rolesOf(payer: PublicKey, instructions: readonly TransactionInstruction[]): ReadonlyMap<string, Role> {
  const roles = new Map<string, Role>();
  const roleOf = (key: PublicKey): Role => {
    const bytes = key.toBytes();
    const text = textOf(bytes);
    const role = roles.get(text) ?? { bytes, isSigner: false, isWritable: false, isInvoked: false };
    roles.set(text, role);
    return role;
  };
  Object.assign(roleOf(payer), { isSigner: true, isWritable: true });
  for (const { programId, keys } of instructions) {
    roleOf(programId).isInvoked = true;
    for (const { pubkey, isSigner, isWritable } of keys) {
      const role = roleOf(pubkey);
      role.isSigner ||= isSigner;
      role.isWritable ||= isWritable;
    }
  }
  return roles;
}

/** A length as the cluster writes it: seven bits a byte, the lowest first. */
function compact(length: number): readonly number[] {
  return length < 0x80 ? [length] : [0x80 | (length & 0x7f), ...compact(length >> 7)];
}
