import type { Domain, Hex, Result } from '@causeway/protocol';
import type { z } from 'zod';
import type { LimitsRecord } from '../../deployment.ts';
import type { LimitSide, LimitState, RemoteRegistration } from '../../provider.ts';
import { type Badge, badgeArgument, formatBadge } from '../badge.ts';
import {
  address,
  bytes,
  callMethod,
  instruction,
  list,
  type ManifestText,
  some,
  string,
  tuple,
  u8,
  u32,
  u128,
  variant,
} from '../manifest.ts';
import { option } from '../sbor.ts';
import { configurationValue, limitsValue, remoteValue } from '../state.ts';
import { BLUEPRINT } from '../verify.ts';
import type { Creation } from './creation.ts';
import type { Ledger } from './ledger.ts';

/** The blueprint's variant of each limit set. */
const SIDES = { canonical: 0, bridged: 1 } as const satisfies Record<LimitSide, number>;

/** The variant of an ed25519 key's hash in the engine's type PublicKeyHash. */
const ED25519_HASH = 1;

/** A remote's registration at this bridge. */
export interface RemoteArguments {
  readonly domain: Domain;
  readonly bridge: Hex;
  readonly addressLength: number;
  readonly wireDecimals: number;
  readonly name: string;
  readonly symbol: string;
}

/** A member of the oracle: the account of an ed25519 key, and that key's hash, 29 bytes. */
export interface Member {
  readonly account: string;
  readonly hash: Hex;
}

/** Arguments of a bridge's instantiation. */
export interface BridgeArguments {
  readonly domain: Domain;
  /** Address of the canonical resource. */
  readonly canonical: string;
  readonly admin: Badge;
  readonly guardian: Badge;
  readonly members: readonly Member[];
  readonly threshold: number;
}

/** Name under which the deployer's account records the bridge of `family`. */
export const bridgeName = (family: string): string => `bridge.${family}`;

/** Creates the bridge of `family`, of which each deployer makes one. */
export const bridgeCreation = (packageAddress: string, family: string, bridge: BridgeArguments): Creation => ({
  name: bridgeName(family),
  package: packageAddress,
  blueprint: BLUEPRINT,
  instruction: (reservation) =>
    instruction(
      'CALL_FUNCTION',
      address(packageAddress),
      string(BLUEPRINT),
      string('instantiate'),
      u32(bridge.domain),
      address(bridge.canonical),
      badgeArgument(bridge.admin),
      badgeArgument(bridge.guardian),
      list(
        'Enum',
        bridge.members.map((member) => variant(ED25519_HASH, bytes(member.hash))),
      ),
      u8(bridge.threshold),
      some(reservation),
    ),
});

/** The configuration of the bridge at `bridge`. */
export const readBridge = (ledger: Ledger, bridge: string) =>
  ledger.read(callMethod(bridge, 'configuration'), configurationValue(ledger.network));

/** The registration of `domain` at the bridge, or null when there is none. */
export const readRemote = (
  ledger: Ledger,
  bridge: string,
  domain: Domain,
): Promise<Result<RemoteRegistration | null>> =>
  ledger.read(callMethod(bridge, 'remote', u32(domain)), option(remoteValue));

export const readLimits = (
  ledger: Ledger,
  bridge: string,
  domain: Domain,
  side: LimitSide,
): Promise<Result<LimitState>> =>
  ledger.read(callMethod(bridge, 'limits', u32(domain), variant(SIDES[side])), limitsValue);

/** True when both have the same limits, whatever the form of their numbers. */
export const sameLimits = (a: LimitState, b: LimitsRecord): boolean =>
  (['minAmount', 'maxAmount', 'capacity', 'refillPerSecond'] as const).every((name) => a[name] === BigInt(b[name]));

/** Differences between the deployed bridge and `expected`, in words. */
export function differences(
  expected: BridgeArguments,
  there: z.infer<ReturnType<typeof configurationValue>>,
): readonly string[] {
  const members = expected.members.map(({ account }) => account);
  const facts: readonly (readonly [what: string, there: unknown, asked: unknown])[] = [
    ['domain', there.domain, expected.domain],
    ['canonical resource', there.canonical, expected.canonical],
    ['admin', formatBadge(there.admin), formatBadge(expected.admin)],
    ['guardian', formatBadge(there.guardian), formatBadge(expected.guardian)],
    ['oracle members', there.members.toSorted().join(' '), members.toSorted().join(' ')],
    ['oracle threshold', there.threshold, expected.threshold],
  ];
  return facts.filter(([, there, asked]) => there !== asked).map(([what, there]) => `its ${what} is ${there}`);
}

export const setRemote = (bridge: string, remote: RemoteArguments): ManifestText =>
  callMethod(
    bridge,
    'set_remote',
    u32(remote.domain),
    bytes(remote.bridge),
    u8(remote.addressLength),
    u8(remote.wireDecimals),
    string(remote.name),
    string(remote.symbol),
  );

export const setLimits = (bridge: string, domain: Domain, side: LimitSide, limits: LimitsRecord): ManifestText => {
  const { minAmount, maxAmount, capacity, refillPerSecond } = limits;
  const fields = [minAmount, maxAmount, capacity, refillPerSecond].map((amount) => u128(BigInt(amount)));
  return callMethod(bridge, 'set_limits', u32(domain), variant(SIDES[side]), tuple(...fields));
};

export const openRemote = (bridge: string, domain: Domain): ManifestText =>
  callMethod(bridge, 'open_remote', u32(domain));
