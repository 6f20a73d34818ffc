import type { z } from 'zod';
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

/** Schemas of the return values of the blueprint's read methods. */

/** ResourceOrNonFungible. */
const badge = variant(0, tuple(reference, localId))
  .transform(([[resource, id]]): Badge => ({ kind: 'nonFungible', resource, localId: id }))
  .or(variant(1, reference).transform(([resource]): Badge => ({ kind: 'resource', resource })));

/** The account on `network` of a PublicKeyHash. */
const account = (network: RadixNetwork) =>
  variant(0, bytes(29))
    .transform(([hash]) => accountOfHash(hash, 'secp256k1', network))
    .or(variant(1, bytes(29)).transform(([hash]) => accountOfHash(hash, 'ed25519', network)));

/** configuration(), with the members as their accounts on `network`. */
export const configurationValue = (network: RadixNetwork) =>
  tuple(
    u32,
    reference,
    u8,
    reference,
    reference,
    badge,
    option(badge),
    badge,
    list(account(network)),
    u8,
    bool,
    bool,
    decimal,
    decimal,
  ).transform(
    ([
      domain,
      canonical,
      wireDecimals,
      locker,
      dappDefinition,
      admin,
      proposedAdmin,
      guardian,
      members,
      threshold,
      outboundPaused,
      inboundPaused,
      holdings,
      fees,
    ]) => ({
      domain,
      canonical,
      wireDecimals,
      locker,
      dappDefinition,
      admin,
      proposedAdmin,
      guardian,
      members,
      threshold,
      paused: { outbound: outboundPaused, inbound: inboundPaused },
      holdings,
      fees,
    }),
  );

export type Configuration = z.output<ReturnType<typeof configurationValue>>;

/** remote(domain), when it exists. */
export const remoteValue = tuple(word, reference, u8, u8, bool).transform(
  ([bridge, token, addressLength, wireDecimals, opened]) => ({ bridge, token, addressLength, wireDecimals, opened }),
);

/** lane(domain). */
export const laneValue = tuple(u64, u64, u128, bool).transform(
  ([nextOutboundNonce, nextInboundNonce, outstanding, paused]) => ({
    nextOutboundNonce,
    nextInboundNonce,
    outstanding,
    paused,
  }),
);

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
