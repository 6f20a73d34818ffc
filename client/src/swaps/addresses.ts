import { ed25519 } from '@noble/curves/ed25519.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { base58, bech32m } from '@scure/base';
import { bytesOf, wordOf } from '../words.ts';

/** Bytes of an address, by kind of chain. */
export const ADDRESS_BYTES = { evm: 20, solana: 32, radix: 30 } as const;
export type SettlerKind = keyof typeof ADDRESS_BYTES;

/** A settler that the caller trusts, as a deployment file or the operator's page names it. */
export type TrustedSettler = {
  /** The chain's id in messages, as `GET /networks` lists it. */
  readonly domain: number;
  /** In its chain's own form. */
  readonly address: string;
} & (
  | { readonly kind: 'evm' }
  /** `program` is the settlers' program, in base58. */
  | { readonly kind: 'solana'; readonly program: string }
  /** `account` is the settler's one account, to which the orders of all its swaps go. */
  | { readonly kind: 'radix'; readonly account: string }
);

/** The word of the chain's own coin, of no solver and of no home. */
export const ZERO_WORD = `0x${'00'.repeat(32)}`;

const READ: Readonly<Record<SettlerKind, (text: string) => Uint8Array | undefined>> = {
  evm: (text) => bytesOf(text, ADDRESS_BYTES.evm),
  solana: (text) => base58.decode(text),
  radix: (text) => bech32m.decodeToBytes(text).bytes,
};

/** The word of an address in its chain's own form. Undefined when `text` is no address of that kind of chain. */
export function addressWord(kind: SettlerKind, text: string): string | undefined {
  try {
    const bytes = READ[kind](text);
    return bytes?.length === ADDRESS_BYTES[kind] ? wordOf(bytes) : undefined;
  } catch {
    // The decoders of base58 and bech32m throw on any other text.
    return undefined;
  }
}

/** The word of an address that the caller gives. Throws RangeError, which names `member`, when it is none. */
export function givenWord(kind: SettlerKind, text: string, member: string): string {
  const word = addressWord(kind, text);
  if (word === undefined) throw new RangeError(`${member}: ${text} is no address of a chain of the kind ${kind}`);
  return word;
}

const lastBytes = (hash: Uint8Array): Uint8Array => hash.slice(-ADDRESS_BYTES.evm);

/** Creation code of an ERC-1167 clone around its implementation's address. */
const CLONE_HEAD = hexToBytes('3d602d80600a3d3981f3363d3d373d3d3d363d73');
const CLONE_TAIL = hexToBytes('5af43d82803e903d91602b57fd5bf3');

/** The clone that the settler makes by CREATE2 with `id` as salt, of the first contract that it made. */
function cloneOf(settler: Uint8Array, id: Uint8Array): Uint8Array {
  // RLP of the list (settler, 1).
  const implementation = lastBytes(keccak_256(concatBytes(hexToBytes('d694'), settler, hexToBytes('01'))));
  const code = keccak_256(concatBytes(CLONE_HEAD, implementation, CLONE_TAIL));
  return lastBytes(keccak_256(concatBytes(hexToBytes('ff'), settler, id, code)));
}

function isOnCurve(bytes: Uint8Array): boolean {
  try {
    ed25519.Point.fromBytes(bytes);
    return true;
  } catch {
    return false;
  }
}

/** The address that `program` derives from `seeds`: the first one, from bump 255 downwards, that has no key. */
function derived(program: Uint8Array, ...seeds: readonly Uint8Array[]): Uint8Array {
  for (let bump = 255; bump >= 0; bump -= 1) {
    const tail = utf8ToBytes('ProgramDerivedAddress');
    const candidate = sha256(concatBytes(...seeds, Uint8Array.of(bump), program, tail));
    if (!isOnCurve(candidate)) return candidate;
  }
  throw new RangeError('the program derives no address from these seeds');
}

/**
 * The word of the address to which the order of the swap `id` (32 bytes) goes at a settler. Throws RangeError when an
 * address of the settler is none of its kind of chain.
 */
export function vaultWord(settler: TrustedSettler, id: Uint8Array): string {
  const bytes = (text: string, member: string) => {
    const word = hexToBytes(givenWord(settler.kind, text, member).slice(2));
    return word.slice(-ADDRESS_BYTES[settler.kind]);
  };
  if (settler.kind === 'radix') return wordOf(bytes(settler.account, 'settler.account'));
  const address = bytes(settler.address, 'settler.address');
  if (settler.kind === 'evm') return wordOf(cloneOf(address, id));
  return wordOf(derived(bytes(settler.program, 'settler.program'), utf8ToBytes('vault'), address, id));
}
