import { type BlockRef, type Domain, fail, type Hex, ok, type Result, STATUS, type Status } from '@causeway/protocol';
import type { PublicKey } from '@solana/web3.js';
import type { ReadFailure } from '../failures.ts';
import type { LaneState, LimitSide, LimitState, OracleState, RemoteRegistration } from '../provider/provider.ts';
import { map } from '../provider/result.ts';
import {
  type Bucket,
  decodeBridge,
  decodeClaimable,
  decodeMint,
  decodeOracles,
  decodeRemote,
  decodeRoot,
  decodeStatusPage,
  decodeTokenAmount,
  type RemoteAccount,
} from './accounts.ts';
import { publicKeyOf } from './address.ts';
import {
  associatedTokenAddress,
  claimableAddress,
  remoteAddress,
  rootAddress,
  STATUS_PAGE_NONCES,
  statusAddress,
  TOKEN_PROGRAM,
} from './addresses.ts';
import type { SolanaContext } from './context.ts';
import { bridgedMint } from './oracle-calls.ts';
import { upgradeAuthorityName } from './program-data.ts';

/** The account at `address` of the program `owner`, decoded, in slot `since` or later; null when it does not exist. */
export async function read<T>(
  { connection, deployment }: SolanaContext,
  address: PublicKey,
  owner: PublicKey,
  decode: (data: Uint8Array) => T,
  since?: number,
): Promise<Result<T | null, ReadFailure>> {
  const found = await connection.rpc.account(address, since);
  if (!found.ok) return found;
  if (!found.value?.owner.equals(owner)) return ok(null);
  try {
    return ok(decode(found.value.data));
  } catch {
    return fail(
      'CONTRACT_MISSING',
      `${address.toBase58()} holds something else than ${deployment.network} should have`,
    );
  }
}

const readOwn = <T>(context: SolanaContext, address: PublicKey, decode: (data: Uint8Array) => T, since?: number) =>
  read(context, address, context.addresses.program, decode, since);

/** Fails with CONTRACT_MISSING on null. */
function required<T>(found: Result<T | null, ReadFailure>, what: string): Result<T, ReadFailure> {
  if (!found.ok) return found;
  if (found.value !== null) return ok(found.value);
  return fail('CONTRACT_MISSING', `there is no ${what}; is the deployment file of this cluster?`);
}

export const readBridge = async (context: SolanaContext) =>
  required(await readOwn(context, context.addresses.bridge, decodeBridge), 'bridge');

/** The account of the remote `domain` as the program keeps it, or null. */
export const readRemoteAccount = (
  context: SolanaContext,
  domain: Domain,
  since?: number,
): Promise<Result<RemoteAccount | null, ReadFailure>> =>
  readOwn(context, remoteAddress(context.addresses.program, domain), decodeRemote, since);

export const readPaused = async (context: SolanaContext) => map(await readBridge(context), ({ paused }) => paused);

/** The registration of `domain`, or null when there is none. */
export async function readRemote(
  context: SolanaContext,
  domain: Domain,
): Promise<Result<RemoteRegistration | null, ReadFailure>> {
  return map(
    await readRemoteAccount(context, domain),
    (remote) =>
      remote && {
        bridge: remote.bridge,
        token: remote.mint.toBase58(),
        addressLength: remote.addressLength,
        wireDecimals: remote.wireDecimals,
        opened: remote.opened,
      },
  );
}

export async function readLane(
  context: SolanaContext,
  domain: Domain,
  at?: BlockRef,
): Promise<Result<LaneState, ReadFailure>> {
  return map(await readRemoteAccount(context, domain, at?.number), (remote) => ({
    nextOutboundNonce: remote?.nextOutboundNonce ?? 0n,
    nextInboundNonce: remote?.nextInboundNonce ?? 0n,
    outstanding: remote?.outstanding ?? 0n,
    paused: remote?.paused ?? false,
  }));
}

export async function readLimits(
  context: SolanaContext,
  domain: Domain,
  side: LimitSide,
): Promise<Result<LimitState, ReadFailure>> {
  const remote = await readRemoteAccount(context, domain);
  if (!remote.ok) return remote;
  if (remote.value === null) {
    return ok({ minAmount: 0n, maxAmount: 0n, capacity: 0n, refillPerSecond: 0n, available: 0n });
  }
  const bucket = remote.value[side];
  const nowS = BigInt(Math.floor(context.connection.clock.now() / 1000));
  return ok({ ...bucket.limits, available: availableAt(bucket, nowS) });
}

/** The level of a bucket at `nowS`, Unix seconds. */
export function availableAt({ limits, level, updatedAt }: Bucket, nowS: bigint): bigint {
  const elapsed = nowS > updatedAt ? nowS - updatedAt : 0n;
  const filled = level + elapsed * limits.refillPerSecond;
  return filled < limits.capacity ? filled : limits.capacity;
}

export const readFee = async (context: SolanaContext, domain: Domain): Promise<Result<bigint, ReadFailure>> =>
  map(await readRemoteAccount(context, domain), (remote) => remote?.fee ?? 0n);

export async function readStatuses(
  context: SolanaContext,
  source: Domain,
  firstNonce: bigint,
  count: number,
  at?: BlockRef,
): Promise<Result<readonly Status[], ReadFailure>> {
  const statuses: Status[] = [];
  while (statuses.length < count) {
    const nonce = firstNonce + BigInt(statuses.length);
    const index = Number(nonce % STATUS_PAGE_NONCES);
    const here = Math.min(count - statuses.length, Number(STATUS_PAGE_NONCES) - index);
    const address = statusAddress(context.addresses.program, source, nonce);
    const page = await readOwn(context, address, decodeStatusPage, at?.number);
    if (!page.ok) return page;
    const bits = page.value?.bits ?? new Uint8Array();
    for (let offset = 0; offset < here; offset++) statuses.push(statusIn(bits, index + offset));
  }
  return ok(statuses);
}

/** The status of nonce number `index` of a page: two bits each, the first one in the lowest bits of the first byte. */
function statusIn(bits: Uint8Array, index: number): Status {
  const value = ((bits[index >> 2] ?? 0) >> (2 * (index & 3))) & 3;
  return (Object.keys(STATUS) as Status[]).find((name) => STATUS[name] === value) as Status;
}

export async function readRoot(
  context: SolanaContext,
  source: Domain,
  firstNonce: bigint,
  count: number,
  at?: BlockRef,
): Promise<Result<Hex | null, ReadFailure>> {
  const address = rootAddress(context.addresses.program, source, firstNonce, count);
  return map(await readOwn(context, address, decodeRoot, at?.number), (found) => found?.root ?? null);
}

/** Local units that `address` can claim of the asset whose home is `home`. */
export async function readClaimable(
  context: SolanaContext,
  address: string,
  home: Domain = context.deployment.domain,
): Promise<Result<bigint, ReadFailure>> {
  const owner = publicKeyOf(address);
  if (!owner) return invalidAddress();
  const mint = mintFor(context, home);
  if (!mint.ok) return mint;
  return map(await readCredit(context, mint.value, owner), (found) => found?.amount ?? 0n);
}

/** The credit of `owner` in `mint`, or in SOL when `mint` is null; null when there is none. */
export const readCredit = (context: SolanaContext, mint: PublicKey | null, owner: PublicKey) =>
  readOwn(context, claimableAddress(context.addresses.program, mint, owner), decodeClaimable);

/** Local units that `address` holds of the asset whose home is `home`: its lamports, or its token account's amount. */
export async function readBalance(
  context: SolanaContext,
  address: string,
  home: Domain,
): Promise<Result<bigint, ReadFailure>> {
  const mint = mintFor(context, home);
  return mint.ok ? readHolding(context, address, mint.value) : mint;
}

/** Lamports of `address`, or the amount in its token account of `mint`. */
export async function readHolding(
  context: SolanaContext,
  address: string,
  mint: PublicKey | null,
): Promise<Result<bigint, ReadFailure>> {
  const owner = publicKeyOf(address);
  if (!owner) return invalidAddress();
  if (mint === null) return context.connection.rpc.lamports(owner);
  const account = associatedTokenAddress(mint, owner);
  return map(await read(context, account, TOKEN_PROGRAM, decodeTokenAmount), (amount) => amount ?? 0n);
}

const invalidAddress = () => fail('INVALID_ADDRESS', 'a Solana address is 32 bytes in base58');

/** Local units of the canonical asset in the escrow: its tokens, or its lamports above its own rent. */
export async function readHoldings(context: SolanaContext): Promise<Result<bigint, ReadFailure>> {
  const { connection, canonicalMint, addresses } = context;
  if (canonicalMint !== null) {
    return required(await read(context, addresses.escrow, TOKEN_PROGRAM, decodeTokenAmount), 'escrow');
  }
  const escrow = required(await connection.rpc.account(addresses.escrow), 'escrow');
  if (!escrow.ok) return escrow;
  const [lamports, rent] = await Promise.all([
    connection.rpc.lamports(addresses.escrow),
    connection.rpc.rent(escrow.value.data.length),
  ]);
  if (!lamports.ok) return lamports;
  return map(rent, (kept) => (lamports.value > kept ? lamports.value - kept : 0n));
}

/** Local units of the canonical asset credited and not claimed. */
export const readCredits = async (context: SolanaContext): Promise<Result<bigint, ReadFailure>> =>
  map(await readBridge(context), ({ claimable }) => claimable);

/** Total supply of the bridged token of `home`, local units. */
export async function readBridgedSupply(context: SolanaContext, home: Domain): Promise<Result<bigint, ReadFailure>> {
  const mint = bridgedMint(context, home);
  if (!mint.ok) return mint;
  return map(await readMint(context, mint.value), ({ supply }) => supply);
}

/** Local decimals of the asset whose home is `home`; a token's decimals come from its mint. */
export async function readDecimals(context: SolanaContext, home: Domain): Promise<Result<number, ReadFailure>> {
  const mint = mintFor(context, home);
  if (!mint.ok) return mint;
  if (mint.value === null) return ok(context.bridge.canonicalAsset.decimals);
  return map(await readMint(context, mint.value), ({ decimals }) => decimals);
}

const readMint = async (context: SolanaContext, mint: PublicKey) =>
  required(await read(context, mint, TOKEN_PROGRAM, decodeMint), `mint ${mint.toBase58()}`);

/** Local mint of the asset whose home is `home`; null for SOL. */
export const mintFor = (context: SolanaContext, home: Domain): Result<PublicKey | null, ReadFailure> =>
  home === context.deployment.domain ? ok(context.canonicalMint) : bridgedMint(context, home);

/** The oracle set, and as a deviation an upgrade authority that the deployment does not name. */
export async function readOracle(context: SolanaContext): Promise<Result<OracleState, ReadFailure>> {
  const { addresses, deployment, family, upgradeAuthority } = context;
  const [found, authority] = await Promise.all([
    readOwn(context, addresses.oracles, decodeOracles),
    upgradeAuthority.read(),
  ]);
  const set = required(found, 'oracle set');
  if (!set.ok) return set;
  const onFile = deployment.contracts[upgradeAuthorityName(family)] ?? null;
  return map(authority, (there) => ({
    address: addresses.oracles.toBase58(),
    members: set.value.members.map((member) => member.toBase58()),
    threshold: set.value.threshold,
    deviations:
      there === onFile ? [] : [`its program can be upgraded by ${there ?? 'nobody'}, not by ${onFile ?? 'nobody'}`],
  }));
}
