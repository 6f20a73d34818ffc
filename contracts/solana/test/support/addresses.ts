import { bytesToHex, type Domain, type Hex, hexToBytes } from '@causeway/protocol';
import { type Address, getAddressDecoder, getAddressEncoder } from '@solana/kit';
import { getAssociatedTokenAddressSync } from '@solana/spl-token';
import { PublicKey } from '@solana/web3.js';

export const TOKEN_PROGRAM = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA' as Address;
const UPGRADEABLE_LOADER = 'BPFLoaderUpgradeab1e11111111111111111111111' as Address;

/** Number of nonces per status account. */
export const PAGE_NONCES = 4_096n;

export const bytesOf = (address: Address): Uint8Array => new Uint8Array(getAddressEncoder().encode(address));
/** Converts between an address and its form in messages. */
export const wordOf = (address: Address): Hex => bytesToHex(bytesOf(address));
export const addressOf = (word: Hex): Address => getAddressDecoder().decode(hexToBytes(word));

const u32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
};
const u64 = (value: bigint): Buffer => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(value);
  return bytes;
};

// Cached, because deriving an address takes many hashes and curve checks.
const found = new Map<string, Address>();
/** The address that `program` derives from `seeds`. */
export function derive(program: Address, seeds: readonly Uint8Array[]): Address {
  const key = `${program} ${seeds.map((seed) => Buffer.from(seed).toString('hex')).join(' ')}`;
  const known = found.get(key);
  if (known !== undefined) return known;
  const [address] = PublicKey.findProgramAddressSync([...seeds], new PublicKey(program));
  found.set(key, address.toBase58() as Address);
  return address.toBase58() as Address;
}

const tokenAccounts = new Map<string, Address>();
/** The associated token account of `owner`, which may itself be off the curve. */
export function tokenAccountOf(mint: Address, owner: Address): Address {
  const key = `${mint} ${owner}`;
  const known = tokenAccounts.get(key);
  if (known !== undefined) return known;
  const address = getAssociatedTokenAddressSync(new PublicKey(mint), new PublicKey(owner), true).toBase58() as Address;
  tokenAccounts.set(key, address);
  return address;
}

/** The addresses that a deployed program derives. */
export class Addresses {
  readonly #program: Address;
  readonly programData: Address;
  readonly bridge: Address;
  readonly oracles: Address;
  readonly escrow: Address;
  readonly eventAuthority: Address;

  constructor(program: Address) {
    this.#program = program;
    this.programData = derive(UPGRADEABLE_LOADER, [bytesOf(program)]);
    this.bridge = this.#of('bridge');
    this.oracles = this.#of('oracles');
    this.escrow = this.#of('escrow');
    this.eventAuthority = this.#of('__event_authority');
  }

  remote(domain: Domain): Address {
    return this.#of('remote', u32(domain));
  }

  root(source: Domain, firstNonce: bigint, count: number): Address {
    return this.#of('root', u32(source), u64(firstNonce), u32(count));
  }

  /** The status page of a nonce. */
  status(source: Domain, nonce: bigint): Address {
    return this.#of('status', u32(source), u64(nonce / PAGE_NONCES));
  }

  mint(home: Domain, decimals: number): Address {
    return this.#of('mint', u32(home), Uint8Array.of(decimals));
  }

  /** Credit of `recipient` in `mint`, or in SOL. */
  claimable(mint: Address | undefined, recipient: Address): Address {
    return this.#of('claimable', mint === undefined ? new Uint8Array(32) : bytesOf(mint), bytesOf(recipient));
  }

  #of(seed: string, ...rest: Uint8Array[]): Address {
    return derive(this.#program, [Buffer.from(seed), ...rest]);
  }
}
