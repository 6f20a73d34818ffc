import { type Domain, fail, ok, type Result } from '@causeway/protocol';
import type { BridgeRecord, Deployment } from '../config/deployment.ts';
import type { ReadFailure } from '../failures.ts';
import type { RemoteRegistration } from './provider.ts';

/** One bridge with its deployment file. */
interface Recorded {
  readonly deployment: Deployment;
  readonly family: string;
  readonly bridge: BridgeRecord;
}

/** How to read a registered remote and a token's decimals from the chain. */
interface RemoteReads<C> {
  readonly readRemote: (context: C, domain: Domain) => Promise<Result<RemoteRegistration | null, ReadFailure>>;
  readonly readDecimals: (context: C, home: Domain) => Promise<Result<number, ReadFailure>>;
}

/** Runs `checks` one after the other. Fails with the first failure. */
export async function verifyAll<C>(
  context: C,
  checks: readonly ((context: C) => Promise<Result<void, ReadFailure>>)[],
): Promise<Result<void, ReadFailure>> {
  for (const check of checks) {
    const checked = await check(context);
    if (!checked.ok) return checked;
  }
  return ok(undefined);
}

/** NETWORK_UNSUITABLE: the endpoints of `network` do not do what its `setting` asks for. Begins with its path. */
export const unsuitable = (network: string, setting: string, message: string): Result<never, ReadFailure> =>
  fail('NETWORK_UNSUITABLE', `chains.${network}.${setting}: ${message}`);

/** Fails with NETWORK_UNSUITABLE unless the chain that the endpoints serve is the deployment file's. */
export function requireChain(
  { network, chainId }: Pick<Deployment, 'network' | 'chainId'>,
  served: Result<string, ReadFailure>,
): Result<void, ReadFailure> {
  if (!served.ok) return served;
  if (served.value === chainId) return ok(undefined);
  const advice = 'give endpoints of that chain, or deploy to this one under another name';
  return unsuitable(
    network,
    'rpc',
    `its endpoints serve chain ${served.value}, but ${network} was deployed to chain ${chainId}; ${advice}`,
  );
}

/** ASSET_MISSING: no token answers at `address`, which `where` names, a setting or a part of a deployment file. */
const assetMissing = (where: string, address: string, advice: string): Result<never, ReadFailure> =>
  fail('ASSET_MISSING', `${where}: no token answers at ${address}; ${advice}`);

/** ASSET_MISSING of the asset that a deployment is to have; `what` is what to give the address of. */
export const chosenAssetMissing = (network: string, address: string, what: string): Result<never, ReadFailure> =>
  assetMissing(`deploy.networks.${network}.asset.address`, address, `give the address of ${what} of that network`);

/** DEPLOYMENT_MISMATCH: the chain has another `name` than the deployment file. */
export const mismatch = (
  { deployment, family }: Pick<Recorded, 'deployment' | 'family'>,
  name: string,
  onChain: unknown,
  onFile: unknown,
): Result<never, ReadFailure> =>
  fail('DEPLOYMENT_MISMATCH', `${deployment.network} ${family}: ${name} is ${onChain} on chain, ${onFile} in the file`);

/**
 * Compares the decimals of the bridge's asset in the deployment file with the chain. Fails with ASSET_MISSING when the
 * asset is a token and there is none.
 */
export async function verifyAsset<C extends Recorded>(
  context: C,
  readDecimals: RemoteReads<C>['readDecimals'],
): Promise<Result<void, ReadFailure>> {
  const { deployment, family, bridge } = context;
  const { address, decimals } = bridge.canonicalAsset;
  const there = await readDecimals(context, deployment.domain);
  if (there.ok) {
    return there.value === decimals
      ? ok(undefined)
      : mismatch(context, 'canonicalAsset.decimals', there.value, decimals);
  }
  if (address === null || there.error.retryable) return there;
  const where = `bridges.${family}.canonicalAsset of ${deployment.network}.json`;
  const advice = 'give endpoints of the chain that the file is of, or deploy again';
  return assetMissing(where, address, advice);
}

/** Compares the remotes in the deployment file with the chain, including the decimals of their tokens. */
export async function verifyRemotes<C extends Recorded>(
  context: C,
  { readRemote, readDecimals }: RemoteReads<C>,
): Promise<Result<void, ReadFailure>> {
  for (const [network, record] of Object.entries(context.bridge.remotes)) {
    const [remote, decimals] = await Promise.all([
      readRemote(context, record.domain),
      readDecimals(context, record.domain),
    ]);
    if (!remote.ok) return remote;
    if (!decimals.ok) return decimals;
    const onChain = [remote.value?.bridge, remote.value?.token, remote.value?.wireDecimals, decimals.value].join();
    const onFile = [record.bridge, record.token.address, record.wireDecimals, record.token.decimals].join();
    if (onChain !== onFile) return mismatch(context, `remote ${network}`, onChain, onFile);
  }
  return ok(undefined);
}

/** One property of a bridge: its name, its value on chain, and the value that the options ask for. */
export type BridgeProperty = readonly [name: string, there: unknown, asked: unknown];

/** Fails with DEPLOYMENT_MISMATCH, which names the differences, when an existing bridge is not as asked for. */
export function requireAsked(address: string, properties: readonly BridgeProperty[]): Result<void, ReadFailure> {
  const differences = properties.filter(([, there, asked]) => there !== asked);
  if (differences.length === 0) return ok(undefined);
  const words = differences.map(([name, there]) => `its ${name} is ${there}`).join('; ');
  return fail('DEPLOYMENT_MISMATCH', `${address} is another bridge than asked for: ${words}`);
}
