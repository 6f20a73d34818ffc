// Accounts of an instruction exchanged for others.
import { AccountRole, type Address } from '@solana/kit';
import type { AccountMeta, BuiltInstruction } from './call.ts';
import { PAYER, STRANGER, USER } from './setting.ts';

/** The instruction with account `index` exchanged. */
export function swapped(instruction: BuiltInstruction, index: number, address: Address): BuiltInstruction {
  // A transaction cannot mark a program that it calls as writable.
  const role = address === instruction.programAddress ? { role: AccountRole.READONLY } : {};
  const accounts = instruction.accounts.map((meta, i) => (i === index ? { ...meta, address, ...role } : meta));
  return { ...instruction, accounts };
}

/** The attacker's keys, and keys whose owners signed something else. */
const SIGNS = new Set<Address>([STRANGER, USER, PAYER]);
const isSigner = (role: AccountRole) => role === AccountRole.READONLY_SIGNER || role === AccountRole.WRITABLE_SIGNER;

/** Whether `address` has signed, where the account must. */
export const canSign = ({ role }: AccountMeta, address: Address): boolean => !isSigner(role) || SIGNS.has(address);
