// The roles, remotes and limits of every test bridge.
import { COIN_TYPE, type Domain, type Hex, padLeft, slip44Domain } from '@causeway/protocol';
import { keyOf } from './keys.ts';

export const HERE: Domain = slip44Domain('local', COIN_TYPE.solana);

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
  maxAmount: 10n ** 14n,
  capacity: 10n ** 15n,
  refillPerSecond: 10n ** 9n,
};

/** An address on the remote. */
export const THERE: Hex = padLeft(`0x${'5a'.repeat(20)}`);
export const REFERENCE: Hex = `0x${'5e'.repeat(32)}`;

export const UPGRADE_AUTHORITY = keyOf('upgrade authority');
export const ADMIN = keyOf('admin');
export const GUARDIAN = keyOf('guardian');
export const MEMBERS = [0, 1, 2, 3, 4].map((index) => keyOf(`member ${index}`));
export const THRESHOLD = 3;
/** Exactly as many members as the threshold. */
export const SIGNERS = MEMBERS.slice(0, THRESHOLD);
/** Pays rents. It is not the fee payer, so that its flags in an instruction matter. */
export const PAYER = keyOf('payer');
export const USER = keyOf('user');
export const STRANGER = keyOf('stranger');
/** Initial balance of wallets, lamports. */
export const WEALTH = 10n ** 18n;
