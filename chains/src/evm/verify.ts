import { ok, type Result } from '@causeway/protocol';
import { dataSlice, getAddress, ZeroAddress } from 'ethers';
import { mismatch, verifyRemotes } from '../verification.ts';
import type { EvmContext } from './context.ts';
import { PINNED } from './pinned.ts';
import { bridgeView, readDecimals, readOracle, readRemote } from './reads.ts';
import { bytesAnswer } from './wire.ts';

/** Compares the deployment file with the chain: the bridge, its oracle and its remotes. DEPLOYMENT_MISMATCH names the difference. */
export async function verifyDeployment(context: EvmContext): Promise<Result<void>> {
  const bridge = await verifyBridge(context);
  return bridge.ok ? verifyRemotes(context, { readRemote, readDecimals }) : bridge;
}

/** Compares the bridge and its oracle, without its remotes. */
async function verifyBridge(context: EvmContext): Promise<Result<void>> {
  const { bridge, deployment } = context;
  const singleton = await readSingleton(context);
  if (!singleton.ok) return singleton;
  if (singleton.value !== PINNED.safeSingleton) {
    return mismatch(context, 'the Safe singleton', singleton.value, PINNED.safeSingleton);
  }
  const expected: Readonly<Record<string, string>> = {
    domain: String(deployment.domain),
    canonicalAsset: bridge.canonicalAsset.address ?? ZeroAddress,
    wireDecimals: String(bridge.wireDecimals),
    oracle: deployment.oracle.address,
  };
  for (const [name, onFile] of Object.entries(expected)) {
    const found = await bridgeView(context, name);
    if (!found.ok) return found;
    if (String(found.value[0]) !== onFile) return mismatch(context, name, String(found.value[0]), onFile);
  }
  const [oracle, decimals] = await Promise.all([readOracle(context), readDecimals(context, deployment.domain)]);
  if (!oracle.ok) return oracle;
  if (!decimals.ok) return decimals;
  const { members, threshold } = deployment.oracle;
  const facts: readonly (readonly [name: string, onChain: unknown, onFile: unknown])[] = [
    ['canonicalAsset.decimals', decimals.value, bridge.canonicalAsset.decimals],
    ['oracle.threshold', oracle.value.threshold, threshold],
    ['oracle.members', [...oracle.value.members].sort().join(), [...members].sort().join()],
  ];
  const different = facts.find(([, onChain, onFile]) => onChain !== onFile);
  return different ? mismatch(context, ...different) : ok(undefined);
}

/** The code behind the oracle's proxy. A Safe stores that address in its first storage slot. */
async function readSingleton({ connection, safe }: EvmContext): Promise<Result<string>> {
  return connection.rpc.onState(undefined, async (endpoint, block) => {
    const word = bytesAnswer.parse(await endpoint.send('eth_getStorageAt', [safe.safe, '0x0', block]));
    return getAddress(dataSlice(word, 12, 32));
  });
}
