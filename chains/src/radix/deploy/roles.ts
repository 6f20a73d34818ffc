import { fail, ok, type Result } from '@causeway/protocol';
import type { DeployFailure } from '../../failures.ts';
import { nodeIdOf } from '../address.ts';
import { type Member, parseMembers } from '../admin-calls.ts';
import { type Badge, parseBadge } from '../badge.ts';
import type { RadixNetwork } from '../network.ts';
import type { RadixDeployOptions } from './options.ts';

/** The roles of a bridge and what wallets show of it, in the form of its arguments. */
export interface Roles {
  readonly admin: Badge;
  readonly guardian: Badge;
  readonly members: readonly Member[];
  readonly threshold: number;
  /** An account. */
  readonly dappDefinition: string;
  readonly iconUrl: string;
}

/** An icon that no wallet finds, for test networks. */
const NO_ICON = 'https://causeway.example/icon.svg';

/** Id of the main network, where an icon must be chosen, and a dApp definition for each bridge. */
export const MAINNET = 1;

/**
 * The roles in the options. Fails with INVALID_ADDRESS for a role that nobody on `network` can have, and with
 * ICON_MISSING on the main network.
 */
export function rolesOf(
  { key, guardian, oracle, dapp }: RadixDeployOptions,
  network: RadixNetwork,
): Result<Roles, DeployFailure> {
  const { definition: dappDefinition = key.address, iconUrl = NO_ICON } = dapp ?? {};
  if (network.id === MAINNET && dapp?.iconUrl === undefined) {
    return fail('ICON_MISSING', 'give dapp.iconUrl: the bridge and its tokens have this icon for good');
  }
  if (nodeIdOf(dappDefinition, 'account', network) === null) {
    return fail('INVALID_ADDRESS', `the dApp definition ${dappDefinition} is no account on ${network.logicalName}`);
  }
  const admin = parseBadge(key.address, network);
  if (!admin.ok) return admin;
  const pauses = parseBadge(guardian, network);
  if (!pauses.ok) return pauses;
  const members = parseMembers(oracle.members, network);
  if (!members.ok) return members;
  const { threshold } = oracle;
  return ok({ admin: admin.value, guardian: pauses.value, members: members.value, threshold, dappDefinition, iconUrl });
}
