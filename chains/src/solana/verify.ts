import { ok, type Result } from '@causeway/protocol';
import { oracleOf } from '../config/deployment.ts';
import type { ReadFailure } from '../failures.ts';
import { mismatch, requireChain, verifyAll, verifyAsset, verifyRemotes } from '../provider/verification.ts';
import { servedCluster } from './clusters.ts';
import type { SolanaContext } from './context.ts';
import { readBridge, readDecimals, readOracle, readRemote } from './reads.ts';
import { verifySettler } from './settler.ts';

/**
 * Compares the deployment file with the chain: the cluster itself, the asset, the program, the bridge, its oracle, its
 * lookup table, its settler and its remotes. DEPLOYMENT_MISMATCH names the difference, ASSET_MISSING the asset, and
 * NETWORK_UNSUITABLE another cluster.
 */
export const verifyDeployment = (context: SolanaContext): Promise<Result<void, ReadFailure>> =>
  verifyAll(context, [
    async ({ connection, deployment }) => requireChain(deployment, await servedCluster(connection.rpc)),
    (each) => verifyAsset(each, readDecimals),
    verifyProgram,
    verifyBridge,
    verifyTable,
    verifySettler,
    (each) => verifyRemotes(each, { readRemote, readDecimals }),
  ]);

async function verifyProgram(context: SolanaContext): Promise<Result<void, ReadFailure>> {
  const program = await context.connection.rpc.account(context.addresses.program);
  if (!program.ok) return program;
  return program.value?.executable ? ok(undefined) : mismatch(context, 'the program', 'missing', 'there');
}

async function verifyBridge(context: SolanaContext): Promise<Result<void, ReadFailure>> {
  const { bridge: record, deployment, family, canonicalMint } = context;
  const [bridge, oracle] = await Promise.all([readBridge(context), readOracle(context)]);
  if (!bridge.ok) return bridge;
  if (!oracle.ok) return oracle;
  const onFile = oracleOf(deployment, family);
  const facts: readonly (readonly [name: string, onChain: unknown, onFile: unknown])[] = [
    ['domain', bridge.value.domain, deployment.domain],
    ['canonicalAsset', bridge.value.canonicalMint?.toBase58() ?? 'SOL', canonicalMint?.toBase58() ?? 'SOL'],
    ['canonicalAsset.decimals', bridge.value.canonicalDecimals, record.canonicalAsset.decimals],
    ['wireDecimals', bridge.value.wireDecimals, record.wireDecimals],
    ['oracle', oracle.value.address, onFile.address],
    ['the oracle', oracle.value.deviations.join('; '), ''],
    ['oracle.threshold', oracle.value.threshold, onFile.threshold],
    ['oracle.members', [...oracle.value.members].sort().join(), [...onFile.members].sort().join()],
  ];
  const different = facts.find(([, onChain, onFile]) => onChain !== onFile);
  return different ? mismatch(context, ...different) : ok(undefined);
}

async function verifyTable(context: SolanaContext): Promise<Result<void, ReadFailure>> {
  const entries = await context.table.read();
  if (!entries.ok) return entries;
  const { bridge, oracles, escrow, eventAuthority } = context.addresses;
  const lacks = [bridge, oracles, escrow, eventAuthority].find(
    (address) => !entries.value.some((entry) => entry.equals(address)),
  );
  return lacks ? mismatch(context, `lookup table entry ${lacks.toBase58()}`, 'missing', 'needed') : ok(undefined);
}
