import { type Domain, fail, type Hex, hexToBytes, ok, type Result } from '@causeway/protocol';
import { PublicKey, type TransactionInstruction } from '@solana/web3.js';
import type { LimitsRecord } from '../../deployment.ts';
import type { LimitSide } from '../../provider.ts';
import {
  type BridgeAccount,
  decodeBridge,
  decodeOracles,
  decodeRemote,
  type OraclesAccount,
  type RemoteAccount,
} from '../accounts.ts';
import { publicKeyOf } from '../address.ts';
import { type BridgeAddresses, mintAddress, programDataAddress, remoteAddress } from '../addresses.ts';
import { bridgeInstruction } from '../program.ts';
import type { Cluster } from './cluster.ts';

/** The IDL's name of each limit set. */
const SIDES = { canonical: { Canonical: {} }, bridged: { Bridged: {} } } as const;

/** A remote's registration at this bridge. */
export interface RemoteArguments {
  readonly domain: Domain;
  readonly bridge: Hex;
  readonly addressLength: number;
  readonly wireDecimals: number;
  readonly name: string;
  readonly symbol: string;
}

/** Arguments of `initialize`. `canonicalMint` is null for SOL. */
export interface BridgeArguments {
  readonly domain: Domain;
  readonly admin: string;
  readonly guardian: string;
  readonly members: readonly string[];
  readonly threshold: number;
  readonly canonicalMint: PublicKey | null;
}

/** An account of the program `owner`, decoded; null when it does not exist. */
async function read<T>(
  cluster: Cluster,
  address: PublicKey,
  owner: PublicKey,
  decode: (data: Uint8Array) => T,
): Promise<Result<T | null>> {
  const found = await cluster.account(address);
  if (!found.ok) return found;
  return ok(found.value?.owner.equals(owner) ? decode(found.value.data) : null);
}

export const readBridge = (
  cluster: Cluster,
  { program, bridge }: BridgeAddresses,
): Promise<Result<BridgeAccount | null>> => read(cluster, bridge, program, decodeBridge);

export const readOracles = (
  cluster: Cluster,
  { program, oracles }: BridgeAddresses,
): Promise<Result<OraclesAccount | null>> => read(cluster, oracles, program, decodeOracles);

export const readRemote = (
  cluster: Cluster,
  program: PublicKey,
  domain: Domain,
): Promise<Result<RemoteAccount | null>> => read(cluster, remoteAddress(program, domain), program, decodeRemote);

/** A public key from the configuration. `what` names it in the failure. */
export function parseKey(address: string, what: string): Result<PublicKey> {
  const key = publicKeyOf(address);
  return key === null ? fail('INVALID_ADDRESS', `${what} is no Solana address: 32 bytes in base58`) : ok(key);
}

/** `initialize`, which the upgrade authority pays and authorises. */
export function initialize(
  addresses: BridgeAddresses,
  payer: PublicKey,
  bridge: BridgeArguments,
): TransactionInstruction {
  const args = {
    domain: bridge.domain,
    admin: new PublicKey(bridge.admin),
    guardian: new PublicKey(bridge.guardian),
    members: bridge.members.map((member) => new PublicKey(member)),
    threshold: bridge.threshold,
  };
  return bridgeInstruction(addresses, 'initialize', args, {
    payer,
    upgrade_authority: payer,
    program_data: programDataAddress(addresses.program),
    canonical_mint: bridge.canonicalMint,
    ...(bridge.canonicalMint === null ? { token_program: null } : {}),
  });
}

export function setRemote(
  addresses: BridgeAddresses,
  admin: PublicKey,
  remote: RemoteArguments,
): TransactionInstruction {
  const { domain, bridge, addressLength, wireDecimals, name, symbol } = remote;
  const args = {
    remote_domain: domain,
    bridge: hexToBytes(bridge),
    address_length: addressLength,
    wire_decimals: wireDecimals,
    name,
    symbol,
  };
  const { program } = addresses;
  const accounts = { remote: remoteAddress(program, domain), mint: mintAddress(program, domain, wireDecimals) };
  return bridgeInstruction(addresses, 'set_remote', args, { admin, ...accounts });
}

export function setLimits(
  addresses: BridgeAddresses,
  admin: PublicKey,
  domain: Domain,
  side: LimitSide,
  { minAmount, maxAmount, capacity, refillPerSecond }: LimitsRecord,
): TransactionInstruction {
  const limits = {
    min_amount: BigInt(minAmount),
    max_amount: BigInt(maxAmount),
    capacity: BigInt(capacity),
    refill_per_second: BigInt(refillPerSecond),
  };
  const args = { remote_domain: domain, side: SIDES[side], limits };
  return bridgeInstruction(addresses, 'set_limits', args, { admin, remote: remoteAddress(addresses.program, domain) });
}

export const openRemote = (
  addresses: BridgeAddresses,
  admin: PublicKey,
  domain: Domain,
  mint: PublicKey,
): TransactionInstruction => {
  const accounts = { admin, remote: remoteAddress(addresses.program, domain), mint };
  return bridgeInstruction(addresses, 'open_remote', { remote_domain: domain }, accounts);
};

/** True when both have the same limits, whatever the form of their numbers. */
export const sameLimits = (a: RemoteAccount['canonical']['limits'], b: LimitsRecord): boolean =>
  (['minAmount', 'maxAmount', 'capacity', 'refillPerSecond'] as const).every((name) => a[name] === BigInt(b[name]));

/** Fails with InvalidLimits when a limit does not fit the 64 bits of amounts on Solana. */
export function checkWidth(limits: LimitsRecord): Result<void> {
  const wide = Object.entries(limits).find(([, value]) => BigInt(value) >= 2n ** 64n);
  return wide === undefined ? ok(undefined) : fail('InvalidLimits', `${wide[0]} is above 2^64 - 1, Solana's most`);
}

/** Differences between the deployed bridge and `expected`, in words. */
export function differences(
  expected: BridgeArguments,
  bridge: BridgeAccount,
  oracles: OraclesAccount | null,
): string[] {
  const members = oracles?.members.map((member) => member.toBase58()).sort() ?? [];
  const facts: readonly (readonly [what: string, there: unknown, asked: unknown])[] = [
    ['domain', bridge.domain, expected.domain],
    ['canonical mint', bridge.canonicalMint?.toBase58() ?? 'SOL', expected.canonicalMint?.toBase58() ?? 'SOL'],
    ['admin', bridge.admin.toBase58(), expected.admin],
    ['guardian', bridge.guardian.toBase58(), expected.guardian],
    ['oracle members', members.join(' '), [...expected.members].sort().join(' ')],
    ['oracle threshold', oracles?.threshold, expected.threshold],
  ];
  return facts.filter(([, there, asked]) => there !== asked).map(([what, there]) => `its ${what} is ${there}`);
}
