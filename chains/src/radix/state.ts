import type { Badge } from './badge.ts';
import { accountOfHash } from './key.ts';
import type { RadixNetwork } from './network.ts';
import {
  bool,
  bytes,
  decimal,
  list,
  localId,
  option,
  reference,
  tuple,
  u8,
  u32,
  u64,
  u128,
  variant,
  word,
} from './sbor.ts';

/** What the blueprint's read methods return. */

/** ResourceOrNonFungible. */
const badge = variant(0, tuple(reference, localId))
  .transform(([[resource, id]]): Badge => ({ kind: 'nonFungible', resource, localId: id }))
  .or(variant(1, reference).transform(([resource]): Badge => ({ kind: 'resource', resource })));

/** PublicKeyHash of an ed25519 key; no other keys are members. */
const publicKeyHash = variant(1, bytes(29)).transform(([hash]) => hash);

/** configuration(), with the members as their accounts on `network`. */
export const configurationValue = (network: RadixNetwork) =>
  tuple(
    u32,
    reference,
    u8,
    reference,
    badge,
    option(badge),
    badge,
    list(publicKeyHash),
    u8,
    bool,
    bool,
    decimal,
  ).transform(
    ([
      domain,
      canonical,
      wireDecimals,
      locker,
      admin,
      proposedAdmin,
      guardian,
      members,
      threshold,
      outboundPaused,
      inboundPaused,
      holdings,
    ]) => ({
      domain,
      canonical,
      wireDecimals,
      locker,
      admin,
      proposedAdmin,
      guardian,
      members: members.map((hash) => accountOfHash(hash, network)),
      threshold,
      paused: { outbound: outboundPaused, inbound: inboundPaused },
      holdings,
    }),
  );

/** remote(domain), where there is one. */
export const remoteValue = tuple(word, reference, u8, u8, bool).transform(
  ([bridge, token, addressLength, wireDecimals, opened]) => ({ bridge, token, addressLength, wireDecimals, opened }),
);

/** lane(domain). */
export const laneValue = tuple(u64, u64, u128).transform(([nextOutboundNonce, nextInboundNonce, outstanding]) => ({
  nextOutboundNonce,
  nextInboundNonce,
  outstanding,
}));

/** limits(domain, side). */
export const limitsValue = tuple(u128, u128, u128, u128, u128).transform(
  ([minAmount, maxAmount, capacity, refillPerSecond, available]) => ({
    minAmount,
    maxAmount,
    capacity,
    refillPerSecond,
    available,
  }),
);

/** The divisibility of a fungible resource: variant 0 of the engine's ResourceType. */
export const divisibilityValue = variant(0, u8).transform(([divisibility]) => divisibility);
