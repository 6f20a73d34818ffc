import { parseDecimal, type Result } from '@causeway/protocol';
import type { ReadFailure } from '../failures.ts';
import { map } from '../provider/result.ts';
import { type Badge, isFungible } from './badge.ts';
import type { RadixConnection } from './connection.ts';
import { accountOfHash } from './key.ts';
import { address, callMethod, decimal, list, localId, type ManifestText, u32 } from './manifest.ts';
import type { RadixNetwork } from './network.ts';
import { bool, decimal as decimalValue, list as listOf, localId as localIdValue } from './sbor.ts';
import { wellKnown } from './well-known.ts';

/**
 * The account whose signature shows `badge`; null for a badge that lies in an account. Its resource is that of
 * signatures, and its local id the hash of the key.
 */
export function signerOf(badge: Badge, network: RadixNetwork): string | null {
  if (badge.kind === 'resource') return null;
  const hash = /^\[([0-9a-f]{58})\]$/.exec(badge.localId)?.[1];
  if (hash === undefined) return null;
  for (const curve of ['ed25519', 'secp256k1'] as const) {
    if (badge.resource === wellKnown(`${curve}SignatureBadge`, network))
      return accountOfHash(`0x${hash}`, curve, network);
  }
  return null;
}

/** The instruction with which `account` shows a badge that it holds; null when it does not hold it. */
export async function proofOf(
  { rpc }: RadixConnection,
  account: string,
  badge: Badge,
): Promise<Result<ManifestText | null, ReadFailure>> {
  const resource = address(badge.resource);
  const proof = (ids: readonly string[]): ManifestText =>
    callMethod(account, 'create_proof_of_non_fungibles', resource, list('NonFungibleLocalId', ids.map(localId)));
  if (badge.kind === 'nonFungible') {
    const id = badge.localId;
    const held = await rpc.read(callMethod(account, 'has_non_fungible', resource, localId(id)), bool);
    return map(held, (holds) => (holds ? proof([id]) : null));
  }
  if (!isFungible(badge.resource)) {
    const ids = await rpc.read(callMethod(account, 'non_fungible_local_ids', resource, u32(1)), listOf(localIdValue));
    return map(ids, (held) => (held.length === 0 ? null : proof(held)));
  }
  const balance = await rpc.read(callMethod(account, 'balance', resource), decimalValue);
  const units = balance.ok ? parseDecimal(balance.value, 0) : balance;
  return map(units, (whole) =>
    whole === 0n ? null : callMethod(account, 'create_proof_of_amount', resource, decimal('1')),
  );
}
