import { ok, type Result } from '@causeway/protocol';
import type { ReadFailure } from '../failures.ts';
import type { Holder } from '../provider/administered.ts';
import type { Badge } from './badge.ts';
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

/** Who can show `badge`: a signature is one key; a part of a divisible resource, XRD above all, is anybody's. */
export async function readHolder({ network, rpc }: Network, badge: Badge): Promise<Result<Holder, ReadFailure>> {
  if (badge.kind === 'nonFungible') {
    const signatures = [wellKnown('ed25519SignatureBadge', network), wellKnown('secp256k1SignatureBadge', network)];
    return ok(signatures.includes(badge.resource) ? 'one key' : 'several keys or a contract');
  }
  const divisibility = await rpc.read(callMethod(badge.resource, 'get_resource_type'), divisibilityValue);
  if (!divisibility.ok && divisibility.error.retryable) return divisibility;
  // A resource of non-fungibles has none.
  const isDivisible = divisibility.ok && divisibility.value > 0;
  return ok(isDivisible ? 'whoever has some of a divisible resource' : 'several keys or a contract');
}
