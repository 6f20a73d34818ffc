// The remotes, limits and roles of every bridge under test.
import { type Domain, type Hex, padLeft } from '@causeway/protocol';

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
/** REMOTE's limits on both sides. */
export const LIMITS: Limits = {
  minAmount: 100n,
  maxAmount: 10n ** 13n,
  capacity: 2n * 10n ** 13n,
  refillPerSecond: 10n ** 9n,
};

/** An oracle by the numbers of its members' keys, and how many of them must sign. */
export interface Oracle {
  readonly members: readonly number[];
  readonly threshold: number;
}
/** The oracle that every bridge starts with. */
export const ORACLE: Oracle = { members: [0, 1, 2, 3, 4], threshold: 3 };

/** The accounts that have a role, and USER and STRANGER, which have none. `keyOf` makes an account for each name. */
export function rolesOf<Account>(keyOf: (name: string) => Account) {
  /** The account of an oracle member's key by its number. */
  const memberOf = (index: number) => keyOf(`member ${index}`);
  const MEMBERS = ORACLE.members.map(memberOf);
  return {
    ...{ ADMIN: keyOf('admin'), GUARDIAN: keyOf('guardian'), USER: keyOf('user'), STRANGER: keyOf('stranger') },
    ...{ memberOf, MEMBERS },
    /** Exactly as many members as the threshold. */
    SIGNERS: MEMBERS.slice(0, ORACLE.threshold),
  };
}

/** An address on the remote. */
export const THERE: Hex = padLeft(`0x${'5a'.repeat(20)}`);
export const REFERENCE: Hex = `0x${'5e'.repeat(32)}`;
/** A root of no messages. */
export const ROOT: Hex = `0x${'4e'.repeat(32)}`;
