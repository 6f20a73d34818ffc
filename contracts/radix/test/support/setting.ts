// The roles, remotes and limits of every test bridge.
import { COIN_TYPE, type Domain, type Hex, padLeft, slip44Domain } from '@causeway/protocol';
import { keyOf } from './keys.ts';

export const HERE: Domain = slip44Domain('local', COIN_TYPE.radix);

/** A remote's registration. */
export interface Remote {
  readonly domain: Domain;
  readonly bridge: Hex;
  readonly addressLength: number;
  readonly wireDecimals: number;
}

/** The remote that is open from the start. */
export const REMOTE: Remote = {
  domain: 1_001,
  bridge: padLeft(`0x${'b1'.repeat(20)}`),
  addressLength: 20,
  wireDecimals: 9,
};
/** A second remote, for tests to register. */
export const OTHER: Remote = { ...REMOTE, domain: 1_002, bridge: padLeft(`0x${'b2'.repeat(20)}`) };

/** Limits in wire units. */
export type Limits = Readonly<Record<'minAmount' | 'maxAmount' | 'capacity' | 'refillPerSecond', bigint>>;
export const LIMITS: Limits = {
  minAmount: 100n,
  maxAmount: 10n ** 13n,
  capacity: 2n * 10n ** 13n,
  refillPerSecond: 10n ** 9n,
};

/** An address on the remote. */
export const THERE: Hex = padLeft(`0x${'5a'.repeat(20)}`);
export const REFERENCE: Hex = `0x${'5e'.repeat(32)}`;

export const ADMIN = keyOf('admin');
export const GUARDIAN = keyOf('guardian');
export const MEMBERS = [0, 1, 2, 3, 4].map((index) => keyOf(`member ${index}`));
export const THRESHOLD = 3;
/** Exactly as many members as the threshold. */
export const SIGNERS = MEMBERS.slice(0, THRESHOLD);
export const USER = keyOf('user');
export const STRANGER = keyOf('stranger');
