import { type Domain, type Hex, hexToBytes } from '@causeway/protocol';
import { PublicKey } from '@solana/web3.js';

/** Programs that every cluster has, besides those that web3.js names. */
export const TOKEN_PROGRAM = new PublicKey('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA');
export const ASSOCIATED_TOKEN_PROGRAM = new PublicKey('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL');
export const UPGRADEABLE_LOADER = new PublicKey('BPFLoaderUpgradeab1e11111111111111111111111');

/** Nonces whose status lies in one page. */
export const STATUS_PAGE_NONCES = 4096n;

/** The accounts that a bridge program has one each of. */
export interface BridgeAddresses {
  readonly program: PublicKey;
  readonly bridge: PublicKey;
  readonly oracles: PublicKey;
  readonly escrow: PublicKey;
  readonly eventAuthority: PublicKey;
}

const text = (seed: string) => Buffer.from(seed);

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

function u64(value: bigint): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(value);
  return bytes;
}

/** An address that a program derives, and how many it had to pass over because they are on the curve. */
export interface Found {
  readonly address: PublicKey;
  /** Anyone can choose what an address is derived from so that it takes dozens. */
  readonly misses: number;
}

/** Finding an address takes up to a millisecond, and a lane asks for the same ones all the time. */
const found = new Map<string, Found>();
const MAX_FOUND = 10_000;

function find(program: PublicKey, ...seeds: readonly Uint8Array[]): Found {
  const key = [program.toBytes(), ...seeds].map((part) => Buffer.from(part).toString('hex')).join();
  const known = found.get(key);
  if (known) return known;
  const [address, bump] = PublicKey.findProgramAddressSync([...seeds], program);
  if (found.size >= MAX_FOUND) found.clear();
  found.set(key, { address, misses: 255 - bump });
  return { address, misses: 255 - bump };
}

const derive = (program: PublicKey, ...seeds: readonly Uint8Array[]): PublicKey => find(program, ...seeds).address;

/** The accounts that the bridge `program` has one each of. */
export const bridgeAddresses = (program: PublicKey): BridgeAddresses => ({
  program,
  bridge: derive(program, text('bridge')),
  oracles: derive(program, text('oracles')),
  escrow: derive(program, text('escrow')),
  eventAuthority: derive(program, text('__event_authority')),
});

/** The registration of `domain` at the bridge. */
export const remoteAddress = (program: PublicKey, domain: Domain): PublicKey =>
  derive(program, text('remote'), u32(domain));

/** The committed root of the messages [firstNonce, firstNonce + count) from `source`. */
export const rootAddress = (program: PublicKey, source: Domain, firstNonce: bigint, count: number): PublicKey =>
  derive(program, text('root'), u32(source), u64(firstNonce), u32(count));

/** The status page that holds `nonce` of the lane from `source`. */
export const statusAddress = (program: PublicKey, source: Domain, nonce: bigint): PublicKey =>
  derive(program, text('status'), u32(source), u64(nonce / STATUS_PAGE_NONCES));

/** The bridged token of `home`'s canonical asset, which has `decimals` wire decimals. */
export const mintAddress = (program: PublicKey, home: Domain, decimals: number): PublicKey =>
  derive(program, text('mint'), u32(home), Buffer.from([decimals]));

/** The credit of `recipient` in `mint`, or in SOL when it is null, and what finding it takes. */
export const findClaimable = (program: PublicKey, mint: PublicKey | null, recipient: PublicKey): Found =>
  find(program, text('claimable'), mint === null ? Buffer.alloc(32) : mint.toBytes(), recipient.toBytes());

/** The credit of `recipient` in `mint`, or in SOL when it is null. */
export const claimableAddress = (program: PublicKey, mint: PublicKey | null, recipient: PublicKey): PublicKey =>
  findClaimable(program, mint, recipient).address;

/** Where the loader keeps the code and the upgrade authority of `program`. */
export const programDataAddress = (program: PublicKey): PublicKey => derive(UPGRADEABLE_LOADER, program.toBytes());

/** The canonical token account of `owner`, a wallet or a program's account, for `mint`, and what finding it takes. */
export const findAssociatedToken = (mint: PublicKey, owner: PublicKey): Found =>
  find(ASSOCIATED_TOKEN_PROGRAM, owner.toBytes(), TOKEN_PROGRAM.toBytes(), mint.toBytes());

/** The canonical token account of `owner`, a wallet or a program's account, for `mint`. */
export const associatedTokenAddress = (mint: PublicKey, owner: PublicKey): PublicKey =>
  findAssociatedToken(mint, owner).address;

/** The 32 bytes of an address as messages carry it. */
export const addressBytes = (address: PublicKey): Hex => `0x${Buffer.from(address.toBytes()).toString('hex')}`;

/** The address of 32 bytes that a message carries. */
export const addressOf = (bytes: Hex): PublicKey => new PublicKey(hexToBytes(bytes));
