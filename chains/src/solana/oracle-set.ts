import { fail, ok, type Result } from '@causeway/protocol';
import type { PublicKey } from '@solana/web3.js';
import type { ReadFailure } from '../failures.ts';
import { publicKeyOf } from './address.ts';

/**
 * Most groups of signers for one call: 4 of 7 makes 35. A Solana transaction names its signers, so every group that
 * reaches the threshold needs its own message.
 */
const MAX_GROUPS = 35;

/** The oracle's members and every smallest group of them that may act. */
export interface OracleSet {
  /** In the order of their bytes. */
  readonly members: readonly PublicKey[];
  readonly threshold: number;
  /** Groups of exactly `threshold` members, each in the order of `members`. */
  readonly groups: readonly (readonly PublicKey[])[];
}

/**
 * The set of base58 `members`. Fails with InvalidOracle when the members or the threshold are invalid, or make too many
 * groups.
 */
export function oracleSetOf(members: readonly string[], threshold: number): Result<OracleSet, ReadFailure> {
  const keys = members.flatMap((member) => publicKeyOf(member) ?? []);
  if (keys.length !== members.length || new Set(members).size !== members.length) {
    return fail('InvalidOracle', 'the oracle members are no distinct addresses');
  }
  if (threshold < 1 || threshold > keys.length) return fail('InvalidOracle', 'the threshold cannot be reached');
  const sorted = keys.sort((a, b) => Buffer.compare(a.toBytes(), b.toBytes()));
  const groups = groupsOf(sorted, threshold);
  if (groups.length > MAX_GROUPS) {
    return fail('InvalidOracle', `${threshold} of ${keys.length} makes ${groups.length} groups; at most ${MAX_GROUPS}`);
  }
  return ok({ members: sorted, threshold, groups });
}

/** True when `key` belongs to a member. */
export const isMember = ({ members }: OracleSet, key: PublicKey): boolean =>
  members.some((member) => member.equals(key));

/** Every combination of `size` of `items`, in lexicographic order. */
function groupsOf<T>(items: readonly T[], size: number): (readonly T[])[] {
  if (size === 0) return [[]];
  return items.flatMap((item, index) => groupsOf(items.slice(index + 1), size - 1).map((rest) => [item, ...rest]));
}
