import { ok, type Result } from '@causeway/protocol';
import type { BridgeRecord, LimitsRecord } from '../config/deployment.ts';
import { type IssuerPowers, issuerPower } from '../config/issuer-powers.ts';
import type { ReadFailure } from '../failures.ts';
import { type Expected, type Found, NOT_ON_FILE, NOTHING, shown } from './differences.ts';
import type { LimitSide, LimitState } from './provider.ts';

// What people set at a bridge, who they are, and what the issuer of its asset could do. Another value than the file has
// is shown, because admin and guardian may change it at any time.

/** Limits without the level of their bucket, which every order changes. */
type Limits = Omit<LimitState, 'available'>;

/** What the admin and the guardian set for one remote. */
export interface RemoteSettings {
  readonly limits: Readonly<Record<LimitSide, Limits>>;
  /** Smallest units of the native coin. */
  readonly fee: bigint;
  readonly paused: boolean;
}

const PAUSED = 'paused';
const limitsOf = (network: string) => `limits of remote ${network}`;
const feeOf = (network: string) => `fee of remote ${network}`;

const limitsText = (limits: Readonly<Record<LimitSide, Limits | LimitsRecord>>): string =>
  (['canonical', 'bridged'] as const)
    .map((side) => {
      const { minAmount, maxAmount, capacity, refillPerSecond } = limits[side];
      const [min, max, most, refill] = [minAmount, maxAmount, capacity, refillPerSecond].map(BigInt);
      return `${side} ${min} to ${max}, at most ${most} at once, ${refill} a second`;
    })
    .join('; ');

/** What a deployment file says of limits and fees. Nothing is paused. */
export const expectedSettings = ({ bridge }: { readonly bridge: BridgeRecord }): Expected => ({
  [PAUSED]: shown(NOTHING),
  ...Object.fromEntries(
    Object.entries(bridge.remotes).flatMap(([network, { limits, fee }]) => [
      [limitsOf(network), shown(limits === undefined ? NOT_ON_FILE : limitsText(limits))] as const,
      [feeOf(network), shown(fee === undefined ? NOT_ON_FILE : String(BigInt(fee)))] as const,
    ]),
  ),
});

/** The pauses, and the settings of each remote by its network, in the form of `expectedSettings`. */
export function foundSettings(
  { outbound, inbound }: { readonly outbound: boolean; readonly inbound: boolean },
  remotes: Readonly<Record<string, RemoteSettings>>,
): Found {
  const entries = Object.entries(remotes);
  const pauses = [
    ...(outbound ? ['outbound'] : []),
    ...(inbound ? ['inbound'] : []),
    ...entries.flatMap(([network, { paused }]) => (paused ? [`remote ${network}`] : [])),
  ];
  return {
    [PAUSED]: pauses.join(', ') || NOTHING,
    ...Object.fromEntries(
      entries.flatMap(([network, { limits, fee }]) => [
        [limitsOf(network), limitsText(limits)] as const,
        [feeOf(network), String(fee)] as const,
      ]),
    ),
  };
}

/** The settings of every remote in the file, read one by one by `read`, or with the first failure. */
export async function readEach(
  { bridge }: { readonly bridge: BridgeRecord },
  read: (domain: number) => Promise<Result<RemoteSettings, ReadFailure>>,
): Promise<Result<Readonly<Record<string, RemoteSettings>>, ReadFailure>> {
  const entries = await Promise.all(
    Object.entries(bridge.remotes).map(async ([network, { domain }]) => [network, await read(domain)] as const),
  );
  const remotes: Record<string, RemoteSettings> = {};
  for (const [network, settings] of entries) {
    if (!settings.ok) return settings;
    remotes[network] = settings.value;
  }
  return ok(remotes);
}

/** Who a role is, as its address or badge shows. */
export type Holder = 'one key' | 'several keys or a contract' | 'whoever has some of a divisible resource';

const holderOf = (role: string) => `the holder of ${role}`;

/** Who may have `role`: with `several`, more than one key. Nobody may have it by a resource that everybody can get. */
export function expectedHolder(role: string, several: boolean): Expected {
  const [good, one]: readonly [Holder, Holder] = ['several keys or a contract', 'one key'];
  return { [holderOf(role)]: { severity: 'show', anyOf: several ? [good] : [good, one] } };
}

/** The holder of `role`, in the form of `expectedHolder`. */
export const foundHolder = (role: string, holder: Holder): Found => ({ [holderOf(role)]: holder });

const powerName = (power: string) => `the issuer’s power to ${power}`;

/** The powers of the asset's issuer that the file does not accept, which nobody should have. */
export const expectedPowers = ({ bridge: { issuerPowers = [] } }: { readonly bridge: BridgeRecord }): Expected =>
  Object.fromEntries(
    issuerPower.options
      .filter((power) => !issuerPowers.includes(power))
      .map((power) => [powerName(power), shown(NOTHING)] as const),
  );

/** The powers that were read, in the form of `expectedPowers`. */
export const foundPowers = (
  { bridge: { issuerPowers = [] } }: { readonly bridge: BridgeRecord },
  powers: IssuerPowers,
): Found =>
  Object.fromEntries(
    issuerPower.options
      .filter((power) => !issuerPowers.includes(power))
      .map((power) => [powerName(power), powers[power] ?? NOTHING] as const),
  );
