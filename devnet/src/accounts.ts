import { pbkdf2Sync } from 'node:crypto';
import type { KeyHandle } from '@causeway/chains';
import { DEV_MNEMONIC } from '@causeway/local-nodes';
import { bytesToHex, type Hex } from '@causeway/protocol';
import type { DevKeys } from './dev-keys.ts';
import { evmKeys } from './evm/keys.ts';
import { radixKeys } from './radix/keys.ts';
import { solanaKeys } from './solana/keys.ts';

/** The purposes of the funded accounts, in the order of their derivation. */
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
  'solver',
] as const;

export type DevRole = (typeof ROLES)[number];

/** The kinds of chain that the devnet has. */
export type DevnetKind = 'evm' | 'solana' | 'radix';

/** An account whose key is public. */
export interface DevAccount {
  readonly role: DevRole;
  /** EIP-55; Solana: base58; Radix: bech32m of the key's account. */
  readonly address: string;
  /** 32 bytes: the private key; Solana, Radix: the ed25519 seed. */
  readonly privateKey: Hex;
}

/** The five members of the devnet's oracle, and the number of them that must sign. */
export const SIGNER_ROLES = ['signer-1', 'signer-2', 'signer-3', 'signer-4', 'signer-5'] as const satisfies DevRole[];
export const ORACLE_THRESHOLD = 3;

/** Accounts of users, who hold their keys themselves. */
export const USER_ROLES = ['alice', 'bob', 'carol', 'dave'] as const satisfies DevRole[];

const KEYS: Readonly<Record<DevnetKind, DevKeys>> = { evm: evmKeys, solana: solanaKeys, radix: radixKeys };

/** The mnemonic's seed as BIP-39 derives it. */
const seedOf = (mnemonic: string): Hex => bytesToHex(pbkdf2Sync(mnemonic, 'mnemonic', 2_048, 64, 'sha512'));

const derived = new Map<DevnetKind, readonly DevAccount[]>();

/** All development accounts on chains of `kind`, derived once and deterministically. */
export function devAccounts(kind: DevnetKind = 'evm'): readonly DevAccount[] {
  let accounts = derived.get(kind);
  if (accounts === undefined) {
    const seed = seedOf(DEV_MNEMONIC);
    accounts = ROLES.map((role, index) => ({ role, ...KEYS[kind].derive(seed, index) }));
    derived.set(kind, accounts);
  }
  return accounts;
}

/** The development account of `role` on chains of `kind`. */
export const devAccount = (role: DevRole, kind: DevnetKind = 'evm'): DevAccount =>
  devAccounts(kind)[ROLES.indexOf(role)] as DevAccount;

/** The key of `role` on chains of `kind`. */
export const devKey = (role: DevRole, kind: DevnetKind = 'evm'): KeyHandle =>
  KEYS[kind].keyOf(devAccount(role, kind).privateKey);
