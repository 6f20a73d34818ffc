import { type Domain, fail, ok, type Result } from '@causeway/protocol';
import type { BridgeRecord, Deployment } from '../config/deployment.ts';
import type { ReadFailure } from '../failures.ts';
import { type Expected, type Found, NOT_ON_FILE, NOTHING, required, shown } from './differences.ts';
import type { OracleState, RemoteRegistration } from './provider.ts';

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

/** Name of the asset's decimals. */
export const ASSET_DECIMALS = 'canonicalAsset.decimals';

/** What a deployment file says of the bridge's asset. */
export const expectedAsset = ({ bridge }: Pick<Recorded, 'bridge'>): Expected => ({
  [ASSET_DECIMALS]: required(bridge.canonicalAsset.decimals),
});

/** Reads the decimals of the bridge's asset. Fails with ASSET_MISSING when the asset is a token and there is none. */
export async function findAsset<C extends Recorded>(
  context: C,
  readDecimals: RemoteReads<C>['readDecimals'],
): Promise<Result<Found, ReadFailure>> {
  const { deployment, family, bridge } = context;
  const { address } = bridge.canonicalAsset;
  const there = await readDecimals(context, deployment.domain);
  if (there.ok) return ok({ [ASSET_DECIMALS]: String(there.value) });
  if (address === null || there.error.retryable) return there;
  const where = `bridges.${family}.canonicalAsset of ${deployment.network}.json`;
  const advice = 'give endpoints of the chain that the file is of, or deploy again';
  return assetMissing(where, address, advice);
}

/** What a deployment file says of the bridge's remotes, including the decimals of their tokens. */
export const expectedRemotes = ({ bridge }: Pick<Recorded, 'bridge'>): Expected =>
  Object.fromEntries(
    Object.entries(bridge.remotes).map(([network, record]) => {
      const facts = [record.bridge, record.token.address, record.wireDecimals, record.token.decimals];
      return [`remote ${network}`, required(facts.join())];
    }),
  );

/** A remote's registration, null when there is none, and the decimals of its token. */
export type RegisteredRemote = readonly [remote: RemoteRegistration | null, decimals: number];

/** Reads the remotes that the deployment file has, including the decimals of their tokens, by `read`, in one order. */
export async function findRemotes<C extends Recorded>(
  context: C,
  read: (context: C, domains: readonly Domain[]) => Promise<Result<readonly RegisteredRemote[], ReadFailure>>,
): Promise<Result<Found, ReadFailure>> {
  const remotes = Object.entries(context.bridge.remotes);
  const registered = await read(
    context,
    remotes.map(([, { domain }]) => domain),
  );
  if (!registered.ok) return registered;
  const found: Record<string, string> = {};
  for (const [index, [network]] of remotes.entries()) {
    const [remote, decimals] = registered.value[index] ?? [];
    const { bridge, token, wireDecimals } = remote ?? {};
    found[`remote ${network}`] = [bridge, token, wireDecimals, decimals].join();
  }
  return ok(found);
}

/** Reads remotes one after the other. */
export const oneByOne =
  <C>({ readRemote, readDecimals }: RemoteReads<C>) =>
  async (context: C, domains: readonly Domain[]): Promise<Result<readonly RegisteredRemote[], ReadFailure>> => {
    const registered: RegisteredRemote[] = [];
    for (const domain of domains) {
      const [remote, decimals] = await Promise.all([readRemote(context, domain), readDecimals(context, domain)]);
      if (!remote.ok) return remote;
      if (!decimals.ok) return decimals;
      registered.push([remote.value, decimals.value]);
    }
    return ok(registered);
  };

/** What a deployment file says of the oracle. Only its address means something while one of `after` is not met. */
export const expectedOracle = (
  { address, members, threshold }: Deployment['oracle'],
  ...after: readonly string[]
): Expected => ({
  oracle: required(address),
  'deviations of the oracle': required('none', ...after),
  'oracle.threshold': required(threshold, ...after),
  'oracle.members': required([...members].sort().join(), ...after),
});

/** The oracle that was read, in the form of `expectedOracle`. */
export const foundOracle = ({ address, members, threshold, deviations }: OracleState): Found => ({
  oracle: address,
  'deviations of the oracle': deviations.join('; ') || 'none',
  'oracle.threshold': String(threshold),
  'oracle.members': [...members].sort().join(),
});

/** Names of the roles that people hold. */
export const ADMIN = 'admin';
export const GUARDIAN = 'guardian';
const PROPOSED_ADMIN = 'proposed admin';

/** What a deployment file says of the roles that people hold. An admin is proposed only during a hand-over. */
export const expectedRoles = ({ bridge }: Pick<Recorded, 'bridge'>): Expected => ({
  [ADMIN]: shown(bridge.admin ?? NOT_ON_FILE),
  [PROPOSED_ADMIN]: shown(NOTHING),
  [GUARDIAN]: shown(bridge.guardian ?? NOT_ON_FILE),
});

/** The holders of the roles, in the form of `expectedRoles`. */
export const foundRoles = (admin: string, proposed: string | null, guardian: string): Found => ({
  [ADMIN]: admin,
  [PROPOSED_ADMIN]: proposed ?? NOTHING,
  [GUARDIAN]: guardian,
});

/** Name of the code that a bridge runs. */
export const BRIDGE_CODE = 'the code of the bridge';

/** All that the adapters' `reads` found, which must have names of their own. Fails with the first failure. */
export async function findAll(
  reads: readonly (() => Promise<Result<Found, ReadFailure>>)[],
): Promise<Result<Found, ReadFailure>> {
  const found: Record<string, string> = {};
  for (const read of reads) {
    const part = await read();
    if (!part.ok) return part;
    Object.assign(found, part.value);
  }
  return ok(found);
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
