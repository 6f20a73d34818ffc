import { ADDRESS_LENGTH, bytesToHex, fromAddress32, type Hex, hexToBytes, toAddress32 } from '@causeway/protocol';
import { bech32m } from '@scure/base';

/** bech32m of a node id on the local network. */
export type Address = `${string}_sim1${string}`;

/** What a node id's first byte says that it is of. */
const ENTITIES: Readonly<Record<number, string>> = {
  13: 'package',
  81: 'account',
  193: 'account',
  192: 'component',
  93: 'resource',
  154: 'resource',
  104: 'locker',
};

/** The 30 bytes of an address. */
export function nodeIdOf(address: Address): Hex {
  const { words } = bech32m.decode(address, false);
  return bytesToHex(bech32m.fromWords(words));
}

/** The address of a node id. Throws for one of an entity that no test deals with. */
export function addressOfNode(nodeId: Hex): Address {
  const bytes = hexToBytes(nodeId);
  const entity = ENTITIES[bytes[0] ?? -1];
  if (entity === undefined || bytes.length !== ADDRESS_LENGTH.radix) throw new RangeError(`${nodeId} is no node id`);
  return bech32m.encode(`${entity}_sim`, bech32m.toWords(bytes), false) as Address;
}

/** The address as messages carry it, and back. */
export const wordOf = (address: Address): Hex => toAddress32(nodeIdOf(address));
export const addressOf = (word: Hex): Address => addressOfNode(fromAddress32(word, ADDRESS_LENGTH.radix));

// Well-known addresses, the same on every network but for the prefix.
export const XRD: Address = 'resource_sim1tknxxxxxxxxxradxrdxxxxxxxxx009923554798xxxxxxxxxakj8n3';
export const FAUCET: Address = 'component_sim1cptxxxxxxxxxfaucetxxxxxxxxx000527798379xxxxxxxxxhkrefh';
const ED25519_SIGNATURES: Address = 'resource_sim1nfxxxxxxxxxxed25sgxxxxxxxxx002236757237xxxxxxxxx8x44q5';

/** First byte of the preallocated account of an ed25519 key. */
const PREALLOCATED = 0x51;

/** The preallocated account of the key with this hash: the last 29 bytes of blake2b-256 of it. */
export const accountOf = (keyHash: Uint8Array): Address =>
  addressOfNode(bytesToHex(Uint8Array.of(PREALLOCATED, ...keyHash)));

/** The hash of the key whose preallocated account it is. */
export function keyHashOf(account: Address): Hex {
  const nodeId = nodeIdOf(account);
  if (Number.parseInt(nodeId.slice(2, 4), 16) !== PREALLOCATED) throw new RangeError(`${account} is not of a key`);
  return `0x${nodeId.slice(4)}`;
}

/** The badge that a signature of the account's key is. */
export const badgeOf = (account: Address): string => `${ED25519_SIGNATURES}:[${keyHashOf(account).slice(2)}]`;

/** The account whose key's signature is `badge`; the badge itself when it is another one. */
export function holderOf(badge: string): string {
  const [resource, id = ''] = badge.split(':');
  return resource === ED25519_SIGNATURES ? accountOf(hexToBytes(`0x${id.slice(1, -1)}`)) : badge;
}
