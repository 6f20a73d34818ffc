import { fail, ok, type Result } from '@causeway/protocol';
import { type Badge, parseBadge } from '../badge.ts';
import { hashOfAccount } from '../key.ts';
import type { RadixNetwork } from '../network.ts';
import type { Member } from './bridge.ts';
import type { RadixDeployOptions } from './options.ts';

/** The roles of a bridge, in the form of its arguments. */
export interface Roles {
  readonly admin: Badge;
  readonly guardian: Badge;
  readonly members: readonly Member[];
  readonly threshold: number;
}

/** The roles in the options. Fails with INVALID_ADDRESS for a role that nobody on `network` can have. */
export function rolesOf({ key, guardian, oracle }: RadixDeployOptions, network: RadixNetwork): Result<Roles> {
  const admin = parseBadge(key.address, network);
  if (!admin.ok) return admin;
  const pauses = parseBadge(guardian, network);
  if (!pauses.ok) return pauses;
  const members: Member[] = [];
  for (const account of oracle.members) {
    const hash = hashOfAccount(account, network);
    if (hash === null) {
      return fail(
        'INVALID_ADDRESS',
        `oracle member ${account} is not the account of an ed25519 key on ${network.logicalName}`,
      );
    }
    members.push({ account, hash });
  }
  return ok({ admin: admin.value, guardian: pauses.value, members, threshold: oracle.threshold });
}
