import type { Hex } from '@causeway/protocol';

/** Highest address that chains use for precompiled contracts (RIP-7212 has 0x100) and system contracts. */
const LAST_RESERVED = 0xffffn;

/** True for an address of the chain itself: no key signs for it, so nobody can send from it. */
export const isReservedEvm = (address: Hex): boolean => BigInt(address) <= LAST_RESERVED;
