import type { Hex } from '@causeway/protocol';
import { encodeAddress } from './address.ts';
import type { RadixNetwork } from './network.ts';

/** Node ids that are the same on every network. */
const NODE_IDS = {
  xrd: '0x5da66318c6318c61f5a61b4c6318c6318cf794aa8d295f14e6318c6318c6',
  secp256k1SignatureBadge: '0x9a4c6318c6318c686701820c6318c6318cf7d75139d5aad5e6318c6318c6',
  ed25519SignatureBadge: '0x9a4c6318c6318c6cb554820c6318c6318cf7a951d7a9e547c6318c6318c6',
  globalCallerBadge: '0x9a4c6318c6318c647f1ff8cc6318c6318cf7aa347bdfaa51e6318c6318c6',
  packagePackage: '0x0d906318c6318c60f716464c6318c6318cf7bfcad6a3152b46318c6318c6',
  resourcePackage: '0x0d906318c6318c61e603c64c6318c6318cf7be913d63aafbc6318c6318c6',
  faucet: '0xc0566318c6318c64f798cacc6318c6318cf7be8af78a78f8a6318c6318c6',
} as const satisfies Readonly<Record<string, Hex>>;

/** The address of an entity that exists on every network. */
export const wellKnown = (entity: keyof typeof NODE_IDS, network: RadixNetwork): string =>
  encodeAddress(NODE_IDS[entity], network);

/** Divisibility of XRD. */
export const XRD_DECIMALS = 18;
