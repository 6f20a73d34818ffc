import type { Domain } from '@causeway/protocol';
import type { z } from 'zod';
import type { RemoteArguments } from '../../deploy/registration.ts';
import type { BridgeProperty } from '../../provider/verification.ts';
import { type Member, memberArguments } from '../admin-calls.ts';
import { type Badge, badgeArgument, formatBadge } from '../badge.ts';
import { address, bytes, callMethod, instruction, type ManifestText, some, string, u8, u32 } from '../manifest.ts';
import { configurationValue } from '../state.ts';
import { BLUEPRINT } from '../verify.ts';
import type { Creation } from './creation.ts';
import type { Ledger } from './ledger.ts';

/** Arguments of a bridge's instantiation. */
export interface BridgeArguments {
  readonly domain: Domain;
  /** Address of the canonical resource. */
  readonly canonical: string;
  readonly admin: Badge;
  readonly guardian: Badge;
  readonly members: readonly Member[];
  readonly threshold: number;
  /** The account that the bridge, its locker and its tokens name for wallets. */
  readonly dappDefinition: string;
  readonly iconUrl: string;
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
      memberArguments(bridge.members),
      u8(bridge.threshold),
      address(bridge.dappDefinition),
      string(bridge.iconUrl),
      some(reservation),
    ),
});

/** The configuration of the bridge at `bridge`. */
export const readBridge = (ledger: Ledger, bridge: string) =>
  ledger.read(callMethod(bridge, 'configuration'), configurationValue(ledger.network));

/** The properties of the deployed bridge that `expected` asks for. */
export function propertiesOf(
  expected: BridgeArguments,
  there: z.infer<ReturnType<typeof configurationValue>>,
): readonly BridgeProperty[] {
  const members = expected.members.map(({ account }) => account);
  return [
    ['domain', there.domain, expected.domain],
    ['canonical resource', there.canonical, expected.canonical],
    ['admin', formatBadge(there.admin), formatBadge(expected.admin)],
    ['guardian', formatBadge(there.guardian), formatBadge(expected.guardian)],
    ['oracle members', there.members.toSorted().join(' '), members.toSorted().join(' ')],
    ['oracle threshold', there.threshold, expected.threshold],
    ['dApp definition', there.dappDefinition, expected.dappDefinition],
  ];
}

export const setRemote = (bridge: string, remote: RemoteArguments, iconUrl: string): ManifestText =>
  callMethod(
    bridge,
    'set_remote',
    u32(remote.domain),
    bytes(remote.bridge),
    u8(remote.addressLength),
    u8(remote.wireDecimals),
    string(remote.token.name),
    string(remote.token.symbol),
    string(iconUrl),
  );

export const openRemote = (bridge: string, domain: Domain): ManifestText =>
  callMethod(bridge, 'open_remote', u32(domain));
