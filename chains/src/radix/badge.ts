import { fail, type Hex, ok, type Result } from '@causeway/protocol';
import type { AddressFailure } from '../failures.ts';
import { decodeAddress } from './address.ts';
import { address, type ManifestText, variant } from './manifest.ts';
import type { RadixNetwork } from './network.ts';
import { wellKnown } from './well-known.ts';

/** A proof of identity: any amount of a resource, or one non-fungible. */
export type Badge =
  | { readonly kind: 'resource'; readonly resource: string }
  | { readonly kind: 'nonFungible'; readonly resource: string; readonly localId: string };

/** The first byte of an account that is preallocated to a key, and the resource of that key's signature badge. */
const SIGNATURE_BADGES: Readonly<Record<string, 'ed25519SignatureBadge' | 'secp256k1SignatureBadge'>> = {
  '51': 'ed25519SignatureBadge',
  d1: 'secp256k1SignatureBadge',
};

/** The text form of local ids: an integer, a string, bytes or a RUID. */
const LOCAL_ID = /^(?:#\d{1,20}#|<\w{1,64}>|\[(?:[0-9a-f]{2}){1,64}\]|\{[0-9a-f]{16}(?:-[0-9a-f]{16}){3}\})$/;

/** The signature badge of the key that a preallocated account belongs to; null for any other account. */
function signatureBadge(nodeId: Hex, network: RadixNetwork): Badge | null {
  const badge = SIGNATURE_BADGES[nodeId.slice(2, 4)];
  return badge === undefined
    ? null
    : { kind: 'nonFungible', resource: wellKnown(badge, network), localId: `[${nodeId.slice(4)}]` };
}

/**
 * The badge that `text` names on `network`: a key's account (its signature badge), a resource (any amount of it), or
 * the global id of a non-fungible. Fails with INVALID_ADDRESS and how to fix it.
 */
export function parseBadge(text: string, network: RadixNetwork): Result<Badge, AddressFailure> {
  const invalid = (what: string) => fail('INVALID_ADDRESS', `${text} ${what}`);
  const [owner = '', localId] = text.split(/:(.*)/s);
  const decoded = decodeAddress(owner);
  if (decoded === null) return invalid('is no account, resource or non-fungible of Radix');
  if (decoded.network !== network) return invalid(`is not of the network ${network.logicalName}`);
  if (decoded.entity === 'resource' && localId === undefined) return ok({ kind: 'resource', resource: owner });
  if (decoded.entity === 'resource' && LOCAL_ID.test(localId ?? '')) {
    return ok({ kind: 'nonFungible', resource: owner, localId: localId as string });
  }
  const badge = decoded.entity === 'account' && localId === undefined ? signatureBadge(decoded.nodeId, network) : null;
  return badge === null ? invalid('is not the account of a key, a resource or a non-fungible') : ok(badge);
}

/** The text of a badge: the resource, or the global id. Equal badges have equal texts. */
export const formatBadge = (badge: Badge): string =>
  badge.kind === 'resource' ? badge.resource : `${badge.resource}:${badge.localId}`;

/** The badge as a manifest argument of the engine's type ResourceOrNonFungible. */
export const badgeArgument = (badge: Badge): ManifestText =>
  badge.kind === 'resource'
    ? variant(1, address(badge.resource))
    : variant(0, `NonFungibleGlobalId("${formatBadge(badge)}")`);

/** First byte of the address of a fungible resource. */
const FUNGIBLE = '0x5d';

/** True for the address of a resource of fungible tokens. */
export const isFungible = (resource: string): boolean => decodeAddress(resource)?.nodeId.startsWith(FUNGIBLE) === true;
