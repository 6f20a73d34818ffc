import { ADDRESS_LENGTH, type Domain, fail, ok, type Result } from '@causeway/protocol';
import type { Deployment, LimitsRecord } from './deployment.ts';
import { bridgeToRegister } from './deployment-steps.ts';
import type { KeyHandle, RemoteRegistration } from './provider.ts';

/** The family that a network's first bridge belongs to. */
export const MAIN_FAMILY = 'main';

/**
 * One step of a deployment: "present" was there already, "missing" is sent next, "sent" is on chain, "done" is also in
 * the file.
 */
export interface DeployProgress {
  readonly network: string;
  readonly step: string;
  readonly state: 'present' | 'missing' | 'sent' | 'done';
}

/** Told of every step; what it throws ends the deployment, which then can be resumed. */
export type OnProgress = (progress: DeployProgress) => void;

/** What is deployed to one network of any kind, and how it is reached. */
export interface NetworkDeployOptions {
  /** Name of the network and of its file in `deployments`. */
  readonly network: string;
  readonly rpc: readonly string[];
  /** Folder of deployments/NAME.json. */
  readonly deployments: string;
  /**
   * Pays, and becomes the bridge's admin: good for local and test networks. In production the admin role is handed to a
   * timelocked multisignature (proposeAdmin, acceptAdmin) as soon as the lanes are open.
   */
  readonly key: KeyHandle;
  /** Asset family; "main" when absent. */
  readonly family?: string;
  /** The oracle's members, as local addresses, and how many of them must sign. */
  readonly oracle: { readonly members: readonly string[]; readonly threshold: number };
  /** May pause; neither the deployer nor the oracle. */
  readonly guardian: string;
  /** Limits of the asset in wire units, here and on every remote; see defaultLimits. */
  readonly limits?: LimitsRecord;
  /** How often the chain is looked at while waiting, milliseconds. */
  readonly pollMs?: number;
}

/**
 * One network that can be deployed to, of any kind. Every method looks at the chain first and does only what is
 * missing, so that it can be repeated after a kill at any point; the chain is the truth, the file follows it.
 */
export interface NetworkDeployer {
  /** The deployment as last written. */
  readonly deployment: Deployment;
  /** Creates the bridged token of `remote`'s asset, registers it and sets both limit sets. Opens nothing. */
  register(remote: Deployment, family: string): Promise<Result<void>>;
  /** The registration of `remote` as the chain has it. */
  registration(remote: Domain, family: string): Promise<Result<RemoteRegistration | null>>;
  /** Opens the registered remote, for ever. Only openLane calls it. */
  open(remote: Deployment, family: string): Promise<Result<void>>;
}

/** Registers two networks with each other, still closed. */
export async function linkNetworks(
  a: NetworkDeployer,
  b: NetworkDeployer,
  family = MAIN_FAMILY,
): Promise<Result<void>> {
  const first = await a.register(b.deployment, family);
  return first.ok ? b.register(a.deployment, family) : first;
}

/** Opens both directions between two linked networks once each registration is read as the other's mirror image. */
export async function openLane(a: NetworkDeployer, b: NetworkDeployer, family = MAIN_FAMILY): Promise<Result<void>> {
  for (const [here, there] of [[a, b] as const, [b, a] as const]) {
    const mirrored = await verifyRegistration(here, there.deployment, family);
    if (!mirrored.ok) return mirrored;
  }
  const first = await a.open(b.deployment, family);
  return first.ok ? b.open(a.deployment, family) : first;
}

/** Fails with REGISTRATION_MISMATCH unless `here` has registered what `there` is. */
async function verifyRegistration(here: NetworkDeployer, there: Deployment, family: string): Promise<Result<void>> {
  const theirs = bridgeToRegister(there, family);
  if (!theirs.ok) return theirs;
  const expected = theirs.value;
  const found = await here.registration(there.domain, family);
  if (!found.ok) return found;
  const differs =
    found.value === null ||
    found.value.bridge !== expected.address32 ||
    found.value.wireDecimals !== expected.wireDecimals ||
    found.value.addressLength !== ADDRESS_LENGTH[there.kind];
  if (!differs) return ok(undefined);
  return fail('REGISTRATION_MISMATCH', `${here.deployment.network} has not registered ${there.network} as it is`);
}

/**
 * Limits for an asset with `wireDecimals` where none are given: a millionth to 10,000 units per order, 100,000 at once,
 * 25 more a second. The capacity is above the largest order, so that every order and refund fits.
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

/** Fails with InvalidLimits when the limits cannot serve every order that they admit. */
export function checkLimits(limits: LimitsRecord): Result<void> {
  const [min, max, capacity] = [BigInt(limits.minAmount), BigInt(limits.maxAmount), BigInt(limits.capacity)];
  if (min > max) return fail('InvalidLimits', 'minAmount is above maxAmount');
  if (max > capacity)
    return fail('InvalidLimits', 'maxAmount is above the capacity: the largest order could never arrive');
  return ok(undefined);
}
