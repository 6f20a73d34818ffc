import { AccountRole, type Address, type Instruction } from '@solana/kit';
import { BRIDGE, type Fields, type Interface } from './idl.ts';

/** A call of the program. An absent optional account is null. `members` sign as the oracle. */
export interface Call {
  readonly name: string;
  readonly args: Fields;
  readonly accounts: Readonly<Record<string, Address | null>>;
  readonly members: readonly Address[];
}

const ROLES = {
  reader: AccountRole.READONLY,
  writer: AccountRole.WRITABLE,
  signer: AccountRole.READONLY_SIGNER,
  payer: AccountRole.WRITABLE_SIGNER,
} as const;

export interface AccountMeta {
  readonly address: Address;
  readonly role: AccountRole;
}

/** An instruction with all its parts, which tests may change. */
export interface BuiltInstruction extends Instruction {
  readonly accounts: readonly AccountMeta[];
  readonly data: Uint8Array;
}

/** The instruction of `call`, with exactly the accounts and flags in the IDL. */
export function instructionOf(program: Address, call: Call, of: Interface = BRIDGE): BuiltInstruction {
  const listed = of.accountItems(call.name).map(({ name, writable = false, signer = false }): AccountMeta => {
    const address = call.accounts[name];
    if (address === undefined) throw new Error(`${call.name} without ${name}`);
    if (address === null) return { address: program, role: ROLES.reader };
    return { address, role: signer ? (writable ? ROLES.payer : ROLES.signer) : writable ? ROLES.writer : ROLES.reader };
  });
  const members = call.members.map((address): AccountMeta => ({ address, role: ROLES.signer }));
  return {
    programAddress: program,
    accounts: [...listed, ...members],
    data: new Uint8Array(of.encodeInstruction(call.name, call.args)),
  };
}

/** `call` with some accounts replaced. */
export const withAccounts = (call: Call, accounts: Call['accounts']): Call => ({
  ...call,
  accounts: { ...call.accounts, ...accounts },
});

/** `call` signed by other oracle members. */
export const withMembers = (call: Call, members: readonly Address[]): Call => ({ ...call, members });
