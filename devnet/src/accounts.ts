import { HDNodeWallet, Mnemonic } from 'ethers';

/**
 * DEVELOPMENT ONLY. The mnemonic that every Ethereum development tool ships with: its keys are public, and whatever
 * is sent to them on a public chain is lost at once.
 */
export const DEV_MNEMONIC = 'test test test test test test test test test test test junk';

/** What each funded account of the devnet is for, in the order of derivation (m/44'/60'/0'/0/i). */
const ROLES = [
  'deployer',
  'guardian',
  'relayer',
  'signer-1',
  'signer-2',
  'signer-3',
  'signer-4',
  'signer-5',
  'alice',
  'bob',
  'carol',
  'dave',
] as const;

export type DevRole = (typeof ROLES)[number];

/** An account whose key everybody knows. */
export interface DevAccount {
  readonly role: DevRole;
  /** EIP-55. */
  readonly address: string;
  readonly privateKey: string;
}

/** The five members of the devnet's oracle, and how many of them must sign. */
export const SIGNER_ROLES = ['signer-1', 'signer-2', 'signer-3', 'signer-4', 'signer-5'] as const satisfies DevRole[];
export const ORACLE_THRESHOLD = 3;

/** Accounts that stand for people; the API's development callers use them. */
export const USER_ROLES = ['alice', 'bob', 'carol', 'dave'] as const satisfies DevRole[];

let derived: readonly DevAccount[] | undefined;

/** All development accounts; derived once, deterministically. */
export function devAccounts(): readonly DevAccount[] {
  derived ??= deriveAll();
  return derived;
}

/** The development account of `role`. */
export function devAccount(role: DevRole): DevAccount {
  return devAccounts()[ROLES.indexOf(role)] as DevAccount;
}

function deriveAll(): readonly DevAccount[] {
  const parent = HDNodeWallet.fromMnemonic(Mnemonic.fromPhrase(DEV_MNEMONIC), "m/44'/60'/0'/0");
  return ROLES.map((role, index) => {
    const { address, privateKey } = parent.deriveChild(index);
    return { role, address, privateKey };
  });
}
