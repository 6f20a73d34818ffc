import { type Domain, type Hex, hexToBytes } from '@causeway/protocol';
import { PublicKey } from '@solana/web3.js';

/** Programs that every cluster has and web3.js does not name. */
export const TOKEN_PROGRAM = new PublicKey('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA');
export const ASSOCIATED_TOKEN_PROGRAM = new PublicKey('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL');
export const UPGRADEABLE_LOADER = new PublicKey('BPFLoaderUpgradeab1e11111111111111111111111');

/** Number of nonces in one status page. */
export const STATUS_PAGE_NONCES = 4096n;

/** The accounts of which a bridge program has exactly one. */
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

/** An address that a program derives, and the number of candidates that it skipped because they are on the curve. */
export interface Found {
  readonly address: PublicKey;
  /** Anyone can choose an address's seeds so that the derivation skips dozens of candidates. */
  readonly misses: number;
}

/** A derivation takes up to a millisecond, and a lane repeats the same ones, so the results are kept. */
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

/** The accounts of which the bridge `program` has exactly one. */
export const bridgeAddresses = (program: PublicKey): BridgeAddresses => ({
  program,
  bridge: derive(program, text('bridge')),
  oracles: derive(program, text('oracles')),
  escrow: derive(program, text('escrow')),
  eventAuthority: eventAuthorityOf(program),
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

/** The credit of `recipient` in `mint`, or in SOL when `mint` is null, and the cost of its derivation. */
export const findClaimable = (program: PublicKey, mint: PublicKey | null, recipient: PublicKey): Found =>
  find(program, text('claimable'), mint === null ? Buffer.alloc(32) : mint.toBytes(), recipient.toBytes());

/** The credit of `recipient` in `mint`, or in SOL when `mint` is null. */
export const claimableAddress = (program: PublicKey, mint: PublicKey | null, recipient: PublicKey): PublicKey =>
  findClaimable(program, mint, recipient).address;

/** The settler of the bridge of `bridgeProgram`: one program has the settlers of all bridges. */
export const settlerAddress = (program: PublicKey, bridgeProgram: PublicKey): PublicKey =>
  derive(program, text('settler'), bridgeProgram.toBytes());

/** What became of the swap `id` at the settler. */
export const slotAddress = (program: PublicKey, settler: PublicKey, id: Hex): PublicKey =>
  derive(program, text('slot'), settler.toBytes(), hexToBytes(id));

/** Where the order of the swap `id` goes. */
export const vaultAddress = (program: PublicKey, settler: PublicKey, id: Hex): PublicKey =>
  derive(program, text('vault'), settler.toBytes(), hexToBytes(id));

/** Signs the events of a program. */
export const eventAuthorityOf = (program: PublicKey): PublicKey => derive(program, text('__event_authority'));

/** The account in which the loader keeps the code and the upgrade authority of `program`. */
export const programDataAddress = (program: PublicKey): PublicKey => derive(UPGRADEABLE_LOADER, program.toBytes());

/**
 * The canonical token account for `mint` of `owner`, a wallet or a program's account, and the cost of its derivation.
 */
export const findAssociatedToken = (mint: PublicKey, owner: PublicKey): Found =>
  find(ASSOCIATED_TOKEN_PROGRAM, owner.toBytes(), TOKEN_PROGRAM.toBytes(), mint.toBytes());

/** The canonical token account for `mint` of `owner`, a wallet or a program's account. */
export const associatedTokenAddress = (mint: PublicKey, owner: PublicKey): PublicKey =>
  findAssociatedToken(mint, owner).address;

/** The 32 bytes of an address, in the form that messages carry. */
export const addressBytes = (address: PublicKey): Hex => `0x${Buffer.from(address.toBytes()).toString('hex')}`;

/** The address of 32 bytes from a message. */
export const addressOf = (bytes: Hex): PublicKey => new PublicKey(hexToBytes(bytes));
