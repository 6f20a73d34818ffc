import { ADDRESS_LENGTH, bytesToHex, fromAddress32, type Hex, hexToBytes, toAddress32 } from '@causeway/protocol';
import { bech32m } from '@scure/base';

/** bech32m of a node id on the local network. */
export type Address = `${string}_sim1${string}`;

/** The entity that a node id's first byte stands for. */
const ENTITIES: Readonly<Record<number, string>> = {
  13: 'package',
  81: 'account',
  193: 'account',
  209: 'account',
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

/** The address of a node id. Throws for entities that no test needs. */
export function addressOfNode(nodeId: Hex): Address {
  const bytes = hexToBytes(nodeId);
  const entity = ENTITIES[bytes[0] ?? -1];
  if (entity === undefined || bytes.length !== ADDRESS_LENGTH.radix) throw new RangeError(`${nodeId} is no node id`);
  return bech32m.encode(`${entity}_sim`, bech32m.toWords(bytes), false) as Address;
}

/** Converts between an address and its form in messages. */
export const wordOf = (address: Address): Hex => toAddress32(nodeIdOf(address));
export const addressOf = (word: Hex): Address => addressOfNode(fromAddress32(word, ADDRESS_LENGTH.radix));

// Well-known addresses. Only the prefix depends on the network.
export const XRD: Address = 'resource_sim1tknxxxxxxxxxradxrdxxxxxxxxx009923554798xxxxxxxxxakj8n3';
export const FAUCET: Address = 'component_sim1cptxxxxxxxxxfaucetxxxxxxxxx000527798379xxxxxxxxxhkrefh';

/** Properties of a key's curve: the first byte of its account, the resource of its signatures, its variant. */
const CURVES = {
  ed25519: {
    first: 0x51,
    signatures: 'resource_sim1nfxxxxxxxxxxed25sgxxxxxxxxx002236757237xxxxxxxxx8x44q5',
    variant: 1,
  },
  secp256k1: {
    first: 0xd1,
    signatures: 'resource_sim1nfxxxxxxxxxxsecpsgxxxxxxxxx004638826440xxxxxxxxxwj8qq5',
    variant: 0,
  },
} as const;
export type Curve = keyof typeof CURVES;
/** The resources of signature badges. */
export const SIGNATURES: Readonly<Record<Curve, Address>> = {
  ed25519: CURVES.ed25519.signatures,
  secp256k1: CURVES.secp256k1.signatures,
};

/** The preallocated account of the key with this hash, the last 29 bytes of its blake2b-256. */
export const accountOf = (keyHash: Uint8Array, curve: Curve = 'ed25519'): Address =>
  addressOfNode(bytesToHex(Uint8Array.of(CURVES[curve].first, ...keyHash)));

/** The key of a preallocated account. */
function keyOfAccount(account: Address): { readonly curve: Curve; readonly hash: Hex } {
  const nodeId = nodeIdOf(account);
  const first = Number.parseInt(nodeId.slice(2, 4), 16);
  const curve = (Object.keys(CURVES) as Curve[]).find((each) => CURVES[each].first === first);
  if (curve === undefined) throw new RangeError(`${account} is not of a key`);
  return { curve, hash: `0x${nodeId.slice(4)}` };
}

/** The hash of the account's key as a PublicKeyHash: variant and bytes. */
export function keyHashOf(account: Address): { readonly variant: number; readonly hash: Hex } {
  const { curve, hash } = keyOfAccount(account);
  return { variant: CURVES[curve].variant, hash };
}

/** The account of a PublicKeyHash. */
export const accountOfHash = (variant: number, hash: Uint8Array): Address =>
  accountOf(hash, variant === CURVES.ed25519.variant ? 'ed25519' : 'secp256k1');

/** The signature badge of the account's key. */
export function badgeOf(account: Address): string {
  const { curve, hash } = keyOfAccount(account);
  return `${CURVES[curve].signatures}:[${hash.slice(2)}]`;
}

/** The account of a signature badge; any other badge is returned as it is. */
export function holderOf(badge: string): string {
  const [resource, id = ''] = badge.split(':');
  const curve = (Object.keys(CURVES) as Curve[]).find((each) => CURVES[each].signatures === resource);
  return curve === undefined ? badge : accountOf(hexToBytes(`0x${id.slice(1, -1)}`), curve);
}
