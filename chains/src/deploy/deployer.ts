import { type Domain, fail, ok, type Result } from '@causeway/protocol';
import type { Deployment, LimitsRecord } from '../config/deployment.ts';
import type { IssuerPower } from '../config/issuer-powers.ts';
import type { DeployFailure } from '../failures.ts';
import type { KeyHandle, RemoteRegistration } from '../provider/provider.ts';
import { bridgeToRegister, isRegistered } from './registration.ts';

/** Family of a network's first bridge. */
export const MAIN_FAMILY = 'main';

/** A deployment to one network of any kind: its content, and access to the network. */
export interface NetworkDeployOptions {
  /** Name of the network and of its file in `deployments`. */
  readonly network: string;
  readonly rpc: readonly string[];
  /** Folder of deployments/NAME.json. */
  readonly deployments: string;
  /**
   * Pays and becomes the bridge's admin, which suits local and test networks. In production, hand the admin role to a
   * timelocked multisignature (proposeAdmin, acceptAdmin) as soon as the lanes are open.
   */
  readonly key: KeyHandle;
  /** Asset family; "main" when absent. */
  readonly family?: string;
  /** Local addresses of the oracle's members, and the number of them that must sign. */
  readonly oracle: { readonly members: readonly string[]; readonly threshold: number };
  /** May pause. It is neither the deployer nor the oracle. */
  readonly guardian: string;
  /** Limits of the asset in wire units, on this network and on every remote; defaultLimits when absent. */
  readonly limits?: LimitsRecord;
  /**
   * Delivery fee of each remote by its network's name, smallest units of this network's native coin. That of a remote
   * without one stays as it is, which is 0 at first.
   */
  readonly fees?: Readonly<Record<string, bigint>>;
  /** What the issuer of the canonical asset may be able to do; any other power refuses a new bridge. */
  readonly acceptIssuerPowers?: readonly IssuerPower[];
  /** Name of the profile of the network that the endpoints must be of. */
  readonly profile?: string | undefined;
  /** Milliseconds between two polls of the chain while waiting. */
  readonly pollMs?: number;
}

/**
 * Deploys to one network of any kind. Every method reads the chain first and does only what is missing, so a killed run
 * can be repeated. The file follows the chain.
 */
export interface NetworkDeployer {
  /** The deployment as last written to the file. */
  readonly deployment: Deployment;
  /** Length of an address on this network, bytes. */
  readonly addressLength: number;
  /**
   * Creates the bridged token of `remote`'s asset, registers the remote and sets both limit sets and its fee. Opens
   * nothing.
   */
  register(remote: Deployment, family: string): Promise<Result<void, DeployFailure>>;
  /** The delivery fee towards `remote` on chain, smallest units of the native coin. */
  fee(remote: Domain, family: string): Promise<Result<bigint, DeployFailure>>;
  /** The registration of `remote` on chain, or null. */
  registration(remote: Domain, family: string): Promise<Result<RemoteRegistration | null, DeployFailure>>;
  /** Opens the registered remote; this cannot be undone. Only openLane calls it. */
  open(remote: Deployment, family: string): Promise<Result<void, DeployFailure>>;
}

/** Registers two networks with each other. The lanes stay closed. */
export async function linkNetworks(
  a: NetworkDeployer,
  b: NetworkDeployer,
  family = MAIN_FAMILY,
): Promise<Result<void, DeployFailure>> {
  const first = await a.register(b.deployment, family);
  return first.ok ? b.register(a.deployment, family) : first;
}

/**
 * Opens both directions between two linked networks, after it has checked each registration against the other network.
 */
export async function openLane(
  a: NetworkDeployer,
  b: NetworkDeployer,
  family = MAIN_FAMILY,
): Promise<Result<void, DeployFailure>> {
  for (const [here, there] of [[a, b] as const, [b, a] as const]) {
    const mirrored = await verifyRegistration(here, there, family);
    if (!mirrored.ok) return mirrored;
  }
  const first = await a.open(b.deployment, family);
  return first.ok ? b.open(a.deployment, family) : first;
}

/** Fails with REGISTRATION_MISMATCH unless `here` has registered the bridge that `there` deployed. */
async function verifyRegistration(
  here: NetworkDeployer,
  { deployment: there, addressLength }: NetworkDeployer,
  family: string,
): Promise<Result<void, DeployFailure>> {
  const theirs = bridgeToRegister(there, family);
  if (!theirs.ok) return theirs;
  const { address32, wireDecimals } = theirs.value;
  const found = await here.registration(there.domain, family);
  if (!found.ok) return found;
  const expected = { bridge: address32, wireDecimals, addressLength };
  if (isRegistered(found.value, expected)) return ok(undefined);
  return fail('REGISTRATION_MISMATCH', `${here.deployment.network} has not registered ${there.network} as it is`);
}

/**
 * Default limits for an asset with `wireDecimals`, in wire units: one millionth to 10,000 whole units per order, a
 * capacity of 100,000, a refill of 25 a second. The capacity exceeds the largest order, so every order and refund fits.
 */
export function defaultLimits(wireDecimals: number): LimitsRecord {
  const unit = 10n ** BigInt(wireDecimals);
  const least = unit / 1_000_000n;
  return {
    minAmount: (least > 0n ? least : 1n).toString(),
    maxAmount: (10_000n * unit).toString(),
    capacity: (100_000n * unit).toString(),
    refillPerSecond: (25n * unit).toString(),
  };
}

/**
 * Fails with InvalidLimits when the limits admit an order that they could never let through, and when one is above
 * `largest`, the most wire units that a limit of the chain can be.
 */
export function checkLimits(limits: LimitsRecord, largest: bigint): Result<void, DeployFailure> {
  const wide = Object.entries(limits).find(([, value]) => BigInt(value) > largest);
  if (wide !== undefined) return fail('InvalidLimits', `${wide[0]} is above ${largest}, the most of this chain`);
  const [min, max, capacity] = [BigInt(limits.minAmount), BigInt(limits.maxAmount), BigInt(limits.capacity)];
  if (min > max) return fail('InvalidLimits', 'minAmount is above maxAmount');
  if (max > capacity)
    return fail('InvalidLimits', 'maxAmount is above the capacity: the largest order could never arrive');
  return ok(undefined);
}

/** A fee is m·10^e with m below this number, which every kind of bridge can hold. */
const MOST_DIGITS = 2n ** 18n;

/** Fails with InvalidFee when `fee` is above `largest`, the most of the chain, or has too many digits. */
export function checkFee(remote: string, fee: bigint, largest: bigint): Result<void, DeployFailure> {
  if (fee < 0n || fee > largest) return fail('InvalidFee', `the fee of ${remote} is not between 0 and ${largest}`);
  let digits = fee;
  while (digits > 0n && digits % 10n === 0n) digits /= 10n;
  if (digits < MOST_DIGITS) return ok(undefined);
  return fail('InvalidFee', `the fee of ${remote}, ${fee}, has too many digits: round it up to five`);
}
