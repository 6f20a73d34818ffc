// The words that the interface is written in, in the form of Anchor's IDL, spec 0.1.0.

/** A type of the IDL. */
export type IdlType =
  | 'u8'
  | 'u32'
  | 'u64'
  | 'i64'
  | 'u128'
  | 'bool'
  | 'pubkey'
  | 'bytes'
  | 'string'
  | { readonly array: readonly ['u8', number] }
  | { readonly vec: IdlType }
  | { readonly defined: { readonly name: string } };

export interface Field {
  readonly name: string;
  readonly type: IdlType;
  readonly docs?: readonly string[];
}

export interface Argument extends Field {
  readonly docs: readonly string[];
}

/** An account of an instruction; an absent optional one is given as the program's own address. */
export interface Account {
  readonly name: string;
  readonly docs: readonly string[];
  readonly writable?: boolean;
  readonly signer?: boolean;
  readonly optional?: boolean;
  /** The runtime may take its `writable` away, and the program then does without; not part of the IDL. */
  readonly demotable?: boolean;
  /** A program's fixed address. */
  readonly address?: string;
  readonly pda?: { readonly seeds: readonly { readonly kind: 'const'; readonly value: readonly number[] }[] };
}

export const argument = (name: string, type: IdlType, doc: string): Argument => ({ name, docs: [doc], type });
export const reader = (name: string, doc: string, optional = false): Account => ({
  name,
  docs: [doc],
  ...(optional ? { optional } : {}),
});
export const writer = (name: string, doc: string, optional = false): Account => ({
  ...reader(name, doc, optional),
  writable: true,
});
export const signer = (name: string, doc: string, writable = false): Account => ({
  ...reader(name, doc),
  ...(writable ? { writable } : {}),
  signer: true,
});

/** `account` at the address that `seed` alone derives. */
export const constPda = (account: Account, seed: string): Account => ({
  ...account,
  pda: { seeds: [{ kind: 'const', value: [...Buffer.from(seed)] }] },
});

export const TOKEN_PROGRAM: Account = {
  name: 'token_program',
  docs: ['The SPL Token program.'],
  address: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
};
export const SYSTEM_PROGRAM: Account = {
  name: 'system_program',
  docs: ['The System program.'],
  address: '11111111111111111111111111111111',
};
export const PROGRAM: Account = { name: 'program', docs: ['This program, called back with each event.'] };

/** A struct or an enum without data. */
export interface TypeDefinition {
  readonly name: string;
  readonly docs: readonly string[];
  readonly fields?: readonly Field[];
  readonly variants?: readonly string[];
}

/** One instruction; `accounts` in the order the program expects. */
export interface Instruction {
  readonly name: string;
  readonly docs: readonly string[];
  readonly accounts: readonly Account[];
  readonly args: readonly Argument[];
}

/** A hash, or an address left-padded with zeros. */
export const bytes32 = { array: ['u8', 32] } as const;

/** The fields of a committed interval. */
export const intervalFields: readonly Field[] = [
  { name: 'source', type: 'u32' },
  { name: 'first_nonce', type: 'u64' },
  { name: 'count', type: 'u32' },
  { name: 'root', type: bytes32 },
];
