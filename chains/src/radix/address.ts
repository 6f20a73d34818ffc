import {
  ADDRESS_LENGTH,
  bytesToHex,
  fail,
  fromAddress32,
  type Hex,
  hexToBytes,
  isAddress32,
  ok,
  type Result,
  toAddress32,
  ZERO_32,
} from '@causeway/protocol';
import { bech32m } from '@scure/base';
import type { AddressFailure } from '../failures.ts';
import { findNetwork, type RadixNetwork } from './network.ts';

/** The entities that bridges deal with, and the first bytes of their node ids. */
const ENTITIES = {
  // Allocated; preallocated to an ed25519 key; preallocated to a secp256k1 key.
  account: [0xc1, 0x51, 0xd1],
  component: [0xc0],
  // Fungible, non-fungible.
  resource: [0x5d, 0x9a],
  package: [0x0d],
  locker: [0x68],
} as const;
export type RadixEntity = keyof typeof ENTITIES;

/** The entity that the first byte of a node id stands for. */
const entityOf = (first: number | undefined): RadixEntity | undefined =>
  (Object.keys(ENTITIES) as RadixEntity[]).find((entity) =>
    (ENTITIES[entity] as readonly number[]).includes(first ?? -1),
  );

/** A decoded address. */
export interface RadixAddress {
  readonly entity: RadixEntity;
  readonly network: RadixNetwork;
  /** 30 bytes; the first stands for the entity. */
  readonly nodeId: Hex;
}

/** Decodes a bech32m address. Null for any other text, and for entities that bridges do not deal with. */
export function decodeAddress(text: string): RadixAddress | null {
  const decoded = bech32m.decodeUnsafe(text, false);
  if (decoded === undefined || text !== text.toLowerCase()) return null;
  const bytes = bech32m.fromWordsUnsafe(decoded.words);
  if (!bytes || bytes.length !== ADDRESS_LENGTH.radix) return null;
  const entity = entityOf(bytes[0]);
  const network = findNetwork(({ suffix }) => decoded.prefix === `${entity}_${suffix}`);
  return entity === undefined || network === null ? null : { entity, network, nodeId: bytesToHex(bytes) };
}

/** The node id of an address of that entity on that network; null for any other text. */
export function nodeIdOf(text: string, entity: RadixEntity, network: RadixNetwork): Hex | null {
  const address = decodeAddress(text);
  return address?.entity === entity && address.network === network ? address.nodeId : null;
}

/** bech32m of a node id on `network`. Throws RangeError for an entity that bridges do not deal with. */
export function encodeAddress(nodeId: Hex, network: RadixNetwork): string {
  const bytes = hexToBytes(nodeId);
  const entity = entityOf(bytes[0]);
  if (entity === undefined || bytes.length !== ADDRESS_LENGTH.radix) throw new RangeError(`${nodeId} is no node id`);
  return bech32m.encode(`${entity}_${network.suffix}`, bech32m.toWords(bytes), false);
}

/** An account's address on `network` as 32 left-padded bytes. Fails with INVALID_ADDRESS and how to fix it. */
export function parseRadixAddress(text: string, network: RadixNetwork): Result<Hex, AddressFailure> {
  const nodeId = nodeIdOf(text, 'account', network);
  if (nodeId !== null) return ok(toAddress32(nodeId));
  return fail('INVALID_ADDRESS', `a Radix address here is that of an account: account_${network.suffix}1…`);
}

/**
 * bech32m of a left-padded address, or its 30 bytes in hexadecimal when they are no known entity: messages of other
 * chains can name any recipient. Throws RangeError when the padding is not zero.
 */
export function formatRadixAddress(address: Hex, network: RadixNetwork): string {
  const nodeId = fromAddress32(address, ADDRESS_LENGTH.radix);
  return entityOf(hexToBytes(nodeId)[0]) === undefined ? nodeId : encodeAddress(nodeId, network);
}

/** True when the left-padded address is an account's. */
export const isAccount = (address: Hex): boolean =>
  isAddress32(address, ADDRESS_LENGTH.radix) && entityOf(hexToBytes(address)[32 - ADDRESS_LENGTH.radix]) === 'account';

/** The node id of a resource's address; zero where the text is no address. */
export const radixOriginBytes = (address: string): string => decodeAddress(address)?.nodeId ?? ZERO_32;
