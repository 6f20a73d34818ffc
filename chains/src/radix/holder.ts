import { fail, ok, type Result } from '@causeway/protocol';
import type { ReadFailure } from '../failures.ts';
import type { Holder } from '../provider/administered.ts';
import { type Badge, formatBadge, isFungible } from './badge.ts';
import { callMethod } from './manifest.ts';
import type { RadixNetwork } from './network.ts';
import type { RadixRpc } from './rpc.ts';
import { divisibilityValue } from './state.ts';
import { wellKnown } from './well-known.ts';

/** A network, and how to read it. */
interface Network {
  readonly network: RadixNetwork;
  readonly rpc: Pick<RadixRpc, 'read'>;
}

/** Part of a divisible token is enough to show it. */
const ANYBODY = 'whoever has some of a divisible resource';

/**
 * Who can show `badge`: a signature is one key; a part of a divisible resource, XRD above all, is anybody's. Fails with
 * INVALID_ADDRESS when there is no such resource.
 */
export async function readHolder({ network, rpc }: Network, badge: Badge): Promise<Result<Holder, ReadFailure>> {
  if (badge.kind === 'nonFungible') {
    const signatures = [wellKnown('ed25519SignatureBadge', network), wellKnown('secp256k1SignatureBadge', network)];
    return ok(signatures.includes(badge.resource) ? 'one key' : 'several keys or a contract');
  }
  if (!isFungible(badge.resource)) return ok('several keys or a contract');
  const divisibility = await rpc.read(callMethod(badge.resource, 'get_resource_type'), divisibilityValue);
  if (divisibility.ok) return ok(divisibility.value > 0 ? ANYBODY : 'several keys or a contract');
  return divisibility.error.retryable
    ? divisibility
    : fail('INVALID_ADDRESS', `there is no resource ${formatBadge(badge)}`);
}

/**
 * Fails with InvalidRole when anybody could get `badge`, which is to be that of `role`, and with INVALID_ADDRESS when
 * there is no such resource.
 */
export async function requireOwnBadge(
  network: Network,
  role: string,
  badge: Badge,
): Promise<Result<void, ReadFailure>> {
  const holder = await readHolder(network, badge);
  if (!holder.ok) return holder;
  if (holder.value !== ANYBODY) return ok(undefined);
  return fail(
    'InvalidRole',
    `${formatBadge(badge)} cannot be the badge of the ${role}: it is divisible, so whoever gets a part of it would be the ${role}; give ` +
      'the account of a key, a non-fungible, or a resource that is not divisible',
  );
}
