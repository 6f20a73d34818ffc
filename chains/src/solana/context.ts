import { fail, ok, type Result } from '@causeway/protocol';
import type { PublicKey } from '@solana/web3.js';
import type { BridgeRecord, Deployment } from '../config/deployment.ts';
import type { ConfigFailure } from '../failures.ts';
import type { HeadFeed } from '../rpc/head-feed.ts';
import { publicKeyOf } from './address.ts';
import { type BridgeAddresses, bridgeAddresses } from './addresses.ts';
import { Administered } from './changes.ts';
import type { SolanaConnection } from './connection.ts';
import type { BridgeIdentity } from './events.ts';
import { History } from './history.ts';
import { LookupTable, lookupTableName } from './lookup-table.ts';
import { type OracleSet, oracleSetOf } from './oracle-set.ts';
import { UpgradeAuthority } from './program-data.ts';
import { SeenTransactions } from './seen-transactions.ts';

/** One bridge on a Solana cluster, with everything needed to reach it. */
export interface SolanaContext {
  readonly connection: SolanaConnection;
  readonly deployment: Deployment;
  readonly family: string;
  readonly bridge: BridgeRecord;
  readonly addresses: BridgeAddresses;
  readonly identity: BridgeIdentity;
  /** Mint of the canonical asset, or null for SOL. */
  readonly canonicalMint: PublicKey | null;
  readonly oracle: OracleSet;
  readonly table: LookupTable;
  readonly history: History;
  readonly upgradeAuthority: UpgradeAuthority;
  /** What scans have seen of its administration. */
  readonly administered: Administered;
  readonly seen: SeenTransactions;
  readonly heads: HeadFeed;
}

/**
 * The context of `family` in `deployment`; `heads` is the cluster's feed of heads. Fails with FAMILY_NOT_DEPLOYED or
 * DEPLOYMENT_INVALID.
 */
export function contextOf(
  connection: SolanaConnection,
  heads: HeadFeed,
  deployment: Deployment,
  family: string,
): Result<SolanaContext, ConfigFailure> {
  const { network } = deployment;
  const bridge = deployment.bridges[family];
  if (!bridge) return fail('FAMILY_NOT_DEPLOYED', `${network} has no bridge of family ${family}`);
  const invalid = (what: string) => fail('DEPLOYMENT_INVALID', `${network}: ${what}`);
  const program = publicKeyOf(bridge.address);
  if (!program) return invalid(`bridges.${family}.address is no address`);
  const table = publicKeyOf(deployment.contracts[lookupTableName(family)] ?? '');
  if (!table) return invalid(`contracts.${lookupTableName(family)} is no address`);
  const mint = bridge.canonicalAsset.address;
  const canonicalMint = mint === null ? null : publicKeyOf(mint);
  if (mint !== null && !canonicalMint) return invalid(`bridges.${family}.canonicalAsset.address is no address`);
  const oracle = oracleSetOf(deployment.oracle.members, deployment.oracle.threshold);
  if (!oracle.ok) return invalid(oracle.error.message);
  const addresses = bridgeAddresses(program);
  const upgradeAuthority = new UpgradeAuthority(connection.rpc, program);
  const remotes = Object.values(bridge.remotes).map(({ domain }) => domain);
  return ok({
    connection,
    deployment,
    family,
    bridge,
    addresses,
    identity: { domain: deployment.domain, program, address32: bridge.address32 },
    canonicalMint,
    oracle: oracle.value,
    table: new LookupTable(connection.rpc, table),
    history: new History(addresses.eventAuthority),
    upgradeAuthority,
    administered: new Administered(connection.rpc, addresses, remotes, upgradeAuthority),
    seen: new SeenTransactions(),
    heads,
  });
}
