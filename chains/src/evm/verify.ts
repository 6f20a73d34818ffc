import { keccak256, ok, type Result } from '@causeway/protocol';
import { ZeroAddress } from 'ethers';
import type { ReadFailure } from '../failures.ts';
import { mismatch, requireChain, verifyAll, verifyAsset, verifyRemotes } from '../provider/verification.ts';
import { readCode } from './code.ts';
import type { EvmContext } from './context.ts';
import { readOracle } from './oracle-state.ts';
import { packedExecutorCodes, packedExecutorName, takesPackedOrders, withoutMetadata } from './packed-calls.ts';
import { SAFE_PROXY_CODE_HASH } from './pinned.ts';
import { bridgeView, readDecimals, readRemote } from './reads.ts';
import { requireFinalizedTag, servedChain } from './served.ts';
import { verifySettler } from './settler.ts';

/**
 * Compares the deployment file with the chain: the chain itself, the asset, the bridge, its oracle, its settler and its
 * remotes. DEPLOYMENT_MISMATCH names the difference, ASSET_MISSING the asset, and NETWORK_UNSUITABLE what the endpoints
 * lack.
 */
export const verifyDeployment = (context: EvmContext): Promise<Result<void, ReadFailure>> =>
  verifyAll(context, [
    async ({ connection, deployment }) => requireChain(deployment, await servedChain(connection)),
    ({ connection, deployment }) => requireFinalizedTag(deployment.network, connection),
    (each) => verifyAsset(each, readDecimals),
    verifyBridge,
    verifyPackedExecutor,
    verifySettler,
    (each) => verifyRemotes(each, { readRemote, readDecimals }),
  ]);

/** Compares the bridge and its oracle, without its asset and its remotes. */
async function verifyBridge(context: EvmContext): Promise<Result<void, ReadFailure>> {
  const { bridge, deployment } = context;
  // The code of the oracle's proxy never changes: it is what names the singleton, and runs it.
  const code = await readCode(context.connection, context.safe.safe);
  if (!code.ok) return code;
  if (keccak256(code.value) !== SAFE_PROXY_CODE_HASH)
    return mismatch(context, 'the code of the Safe', 'another', 'Safe 1.5.0');
  const expected: Readonly<Record<string, string>> = {
    domain: String(deployment.domain),
    canonicalAsset: bridge.canonicalAsset.address ?? ZeroAddress,
    wireDecimals: String(bridge.wireDecimals),
  };
  for (const [name, onFile] of Object.entries(expected)) {
    const found = await bridgeView(context, name);
    if (!found.ok) return found;
    if (String(found.value[0]) !== onFile) return mismatch(context, name, String(found.value[0]), onFile);
  }
  const oracle = await readOracle(context);
  if (!oracle.ok) return oracle;
  const { members, threshold } = deployment.oracle;
  const facts: readonly (readonly [name: string, onChain: unknown, onFile: unknown])[] = [
    ['oracle', oracle.value.address, deployment.oracle.address],
    ['the Safe', oracle.value.deviations.join('; '), ''],
    ['oracle.threshold', oracle.value.threshold, threshold],
    ['oracle.members', [...oracle.value.members].sort().join(), [...members].sort().join()],
  ];
  const different = facts.find(([, onChain, onFile]) => onChain !== onFile);
  return different ? mismatch(context, ...different) : ok(undefined);
}

/**
 * Compares the contract whose code the bridge runs for executeMany, if the bridge has that: its address with the file,
 * where an earlier release wrote none, and its code with what this release's contract, or one of before, has on this
 * chain for this asset.
 */
async function verifyPackedExecutor(context: EvmContext): Promise<Result<void, ReadFailure>> {
  const { bridge, connection, deployment, family } = context;
  const takesPacked = await takesPackedOrders(context);
  if (!takesPacked.ok) return takesPacked;
  const onFile = deployment.contracts[packedExecutorName(family)];
  if (takesPacked.value !== true) {
    return onFile === undefined ? ok(undefined) : mismatch(context, 'packedExecutor', 'none', onFile);
  }
  const found = await bridgeView(context, 'packedExecutor');
  if (!found.ok) return found;
  const address = String(found.value[0]);
  if (onFile !== undefined && onFile !== address) return mismatch(context, 'packedExecutor', address, onFile);
  const asset = bridge.canonicalAsset.address ?? ZeroAddress;
  const code = await readCode(context.connection, address);
  if (!code.ok) return code;
  for (const creation of packedExecutorCodes(asset)) {
    const expected = await connection.rpc.call({ to: null, data: creation });
    if (!expected.ok) return expected;
    const { reverted, data } = expected.value;
    if (!reverted && withoutMetadata(code.value) === withoutMetadata(data)) return ok(undefined);
  }
  return mismatch(context, 'the code of packedExecutor', 'another', "this release's or one of before");
}
