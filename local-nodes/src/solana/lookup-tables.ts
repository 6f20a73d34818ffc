import bs58 from 'bs58';
import type { AccountState } from './accounts.ts';
import { LOOKUP_TABLE_PROGRAM } from './programs.ts';
import type { Message } from './wire.ts';

/**
 * State of the lookup table program: u32 kind, u64 deactivation slot, u64 slot of the last extension, u8 its start
 * index.
 */
const KIND_TABLE = 1;
const DEACTIVATION_OFFSET = 4;
const EXTENSION_OFFSET = 12;
const EXTENSION_START_OFFSET = 20;
const HEADER_BYTES = 56;
const KEY_BYTES = 32;
const NEVER = 2n ** 64n - 1n;
/** Slots for which a deactivated table still works, while its slot is in the SlotHashes sysvar. */
const DEACTIVATION_SLOTS = 512n;

/** The accounts that a message takes from lookup tables, in their order after the static keys. */
export interface LoadedAddresses {
  readonly writable: readonly string[];
  readonly readonly: readonly string[];
}

/** Name of a transaction error. */
export type LookupError =
  | 'AddressLookupTableNotFound'
  | 'InvalidAddressLookupTableOwner'
  | 'InvalidAddressLookupTableData'
  | 'InvalidAddressLookupTableIndex';

/**
 * Resolves the lookups of `message` in `slot`, with tables from `read`. Addresses that were added to a table in `slot`
 * itself are not usable yet.
 */
export function loadAddresses(
  message: Message,
  slot: number,
  read: (address: string) => AccountState | null,
): LoadedAddresses | LookupError {
  const writable: string[] = [];
  const readonly: string[] = [];
  for (const { accountKey, writableIndexes, readonlyIndexes } of message.lookups) {
    const addresses = activeAddresses(read(accountKey), slot);
    if (typeof addresses === 'string') return addresses;
    for (const [indexes, into] of [
      [writableIndexes, writable],
      [readonlyIndexes, readonly],
    ] as const) {
      for (const index of indexes) {
        const start = HEADER_BYTES + index * KEY_BYTES;
        if (start + KEY_BYTES > addresses.length) return 'InvalidAddressLookupTableIndex';
        into.push(bs58.encode(addresses.subarray(start, start + KEY_BYTES)));
      }
    }
  }
  return { writable, readonly };
}

/** The table's data up to the last address that is usable in `slot`. */
function activeAddresses(table: AccountState | null, slot: number): Buffer | LookupError {
  if (table === null) return 'AddressLookupTableNotFound';
  if (table.owner !== LOOKUP_TABLE_PROGRAM) return 'InvalidAddressLookupTableOwner';
  const data = Buffer.from(table.data);
  if (data.length < HEADER_BYTES || data.readUInt32LE(0) !== KIND_TABLE) return 'InvalidAddressLookupTableData';
  const deactivated = data.readBigUInt64LE(DEACTIVATION_OFFSET);
  if (deactivated !== NEVER && deactivated + DEACTIVATION_SLOTS < BigInt(slot)) return 'AddressLookupTableNotFound';
  if (BigInt(slot) > data.readBigUInt64LE(EXTENSION_OFFSET)) return data;
  return data.subarray(0, HEADER_BYTES + data.readUInt8(EXTENSION_START_OFFSET) * KEY_BYTES);
}
