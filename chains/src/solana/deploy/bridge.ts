import { type Domain, hexToBytes, ok, type Result } from '@causeway/protocol';
import { PublicKey, type TransactionInstruction } from '@solana/web3.js';
import type { RemoteArguments } from '../../deploy/registration.ts';
import type { DeployFailure } from '../../failures.ts';
import type { BridgeProperty } from '../../provider/verification.ts';
import { type BridgeAccount, decodeBridge, decodeOracles, type OraclesAccount } from '../accounts.ts';
import { type BridgeAddresses, mintAddress, programDataAddress, remoteAddress } from '../addresses.ts';
import { bridgeInstruction } from '../program.ts';
import type { Cluster } from './cluster.ts';

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
): Promise<Result<T | null, DeployFailure>> {
  const found = await cluster.account(address);
  if (!found.ok) return found;
  return ok(found.value?.owner.equals(owner) ? decode(found.value.data) : null);
}

export const readBridge = (
  cluster: Cluster,
  { program, bridge }: BridgeAddresses,
): Promise<Result<BridgeAccount | null, DeployFailure>> => read(cluster, bridge, program, decodeBridge);

export const readOracles = (
  cluster: Cluster,
  { program, oracles }: BridgeAddresses,
): Promise<Result<OraclesAccount | null, DeployFailure>> => read(cluster, oracles, program, decodeOracles);

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
  const { domain, bridge, addressLength, wireDecimals, token } = remote;
  const args = {
    remote_domain: domain,
    bridge: hexToBytes(bridge),
    address_length: addressLength,
    wire_decimals: wireDecimals,
    name: token.name,
    symbol: token.symbol,
  };
  const { program } = addresses;
  const accounts = { remote: remoteAddress(program, domain), mint: mintAddress(program, domain, wireDecimals) };
  return bridgeInstruction(addresses, 'set_remote', args, { admin, ...accounts });
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

/** The properties of the deployed bridge that `expected` asks for. */
export function propertiesOf(
  expected: BridgeArguments,
  bridge: BridgeAccount | null,
  oracles: OraclesAccount | null,
): readonly BridgeProperty[] {
  const members = oracles?.members.map((member) => member.toBase58()).sort() ?? [];
  return [
    ['domain', bridge?.domain, expected.domain],
    ['canonical mint', bridge?.canonicalMint?.toBase58() ?? 'SOL', expected.canonicalMint?.toBase58() ?? 'SOL'],
    ['admin', bridge?.admin.toBase58(), expected.admin],
    ['guardian', bridge?.guardian.toBase58(), expected.guardian],
    ['oracle members', members.join(' '), [...expected.members].sort().join(' ')],
    ['oracle threshold', oracles?.threshold, expected.threshold],
  ];
}
