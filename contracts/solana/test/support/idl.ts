import idl from '@causeway/contracts-solana/idl' with { type: 'json' };
import { type Hex, hexToBytes } from '@causeway/protocol';
import anchor from '@coral-xyz/anchor';
import type { Address } from '@solana/kit';
import { PublicKey } from '@solana/web3.js';

/** The program's interface in the form of Anchor's own client, with names in camel case. */
const program = new anchor.Program({ ...idl } as anchor.Idl, { connection: {} } as unknown as anchor.Provider);
export const IDL = program.idl;
const { coder } = program;

/** Anchor's own errors that the program shares. */
export const ANCHOR_ERROR = {
  InstructionMissing: 100,
  InstructionFallbackNotFound: 101,
  InstructionDidNotDeserialize: 102,
};

/** Code of the first of the program's own errors. */
export const FIRST_ERROR = 6_000;

const codes = new Map(idl.errors.map(({ name, code }) => [name, code]));
export const ERROR_NAMES: readonly string[] = idl.errors.map(({ name }) => name);

/** The code of an error of the program, or of one that it shares with Anchor. */
export function errorCode(name: string): number {
  const code = codes.get(name) ?? ANCHOR_ERROR[name as keyof typeof ANCHOR_ERROR];
  if (code === undefined) throw new Error(`no error ${name}`);
  return code;
}

/** The name of one of the program's own errors; undefined for any other code. */
export const errorName = (code: number): string | undefined =>
  code < FIRST_ERROR ? undefined : ERROR_NAMES[code - FIRST_ERROR];

/** Values in tests: integers above 32 bits are bigint, byte arrays Hex, addresses base58. */
export type Value = number | bigint | boolean | string | readonly Value[] | { readonly [field: string]: Value };
export type Fields = Readonly<Record<string, Value>>;

export type IdlType = anchor.Idl['instructions'][number]['args'][number]['type'];

const instructionOf = (name: string) => {
  const found = IDL.instructions.find((instruction) => instruction.name === name);
  if (found === undefined) throw new Error(`no instruction ${name}`);
  return found;
};

/** The accounts of an instruction in the IDL, in order. */
export interface AccountItem {
  readonly name: string;
  readonly writable?: boolean;
  readonly signer?: boolean;
  readonly optional?: boolean;
  /** Fixed address of a program. */
  readonly address?: string;
}
export const accountItems = (name: string): readonly AccountItem[] => instructionOf(name).accounts as AccountItem[];

/** The arguments of an instruction, in order. */
export const argumentItems = (name: string): readonly { readonly name: string; readonly type: IdlType }[] =>
  instructionOf(name).args;

/**
 * Instruction data by Anchor's coder. `proof` is inserted afterwards, because that coder writes at most 1,000 bytes.
 */
export function encodeInstruction(name: string, args: Fields): Buffer {
  const declared = instructionOf(name).args;
  const values = declared.map(({ name: field, type }) => {
    const value = args[field];
    if (value === undefined) throw new Error(`${name} without ${field}`);
    return [field, field === 'proof' ? Buffer.alloc(0) : toAnchor(value, type)];
  });
  const data = coder.instruction.encode(name, Object.fromEntries(values));
  if (args.proof === undefined) return data;
  const proof = Buffer.from(hexToBytes(args.proof as Hex));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(proof.length);
  return Buffer.concat([data.subarray(0, -4), length, proof]);
}

/** The fields of an account of the program. Throws when its discriminator is another type's. */
export const decodeAccount = (type: string, data: Uint8Array): Fields =>
  fromAnchor(coder.accounts.decode(type, Buffer.from(data))) as Fields;

/** Decodes an event after the event instruction's tag; undefined when the IDL has no such event. */
export function decodeEvent(data: Uint8Array): { readonly name: string; readonly data: Fields } | undefined {
  const event = coder.events.decode(Buffer.from(data).toString('base64'));
  return event === null ? undefined : { name: event.name, data: fromAnchor(event.data) as Fields };
}

/** Names of the variants in the order of their numbers. */
export const variantsOf = (type: string): readonly string[] => {
  const definition = IDL.types?.find(({ name }) => name === type)?.type;
  if (definition?.kind !== 'enum') throw new Error(`${type} is no enum`);
  return definition.variants.map(({ name }) => name);
};
/** Fields of a struct; undefined for an enum. */
export const fieldsOf = (type: string) => {
  const definition = IDL.types?.find(({ name }) => name === type)?.type;
  return definition?.kind === 'struct' ? (definition.fields as { name: string; type: IdlType }[]) : undefined;
};

function toAnchor(value: Value, type: IdlType): unknown {
  if (type === 'pubkey') return new PublicKey(value as Address);
  if (typeof value === 'bigint') return new anchor.BN(value.toString());
  if (typeof type !== 'object') return value;
  if ('vec' in type) return (value as readonly Value[]).map((item) => toAnchor(item, type.vec));
  if ('array' in type) return [...hexToBytes(value as Hex)];
  if ('defined' in type) {
    const fields = fieldsOf(type.defined.name);
    if (fields === undefined) return { [value as string]: {} };
    return Object.fromEntries(
      fields.map((field) => [field.name, toAnchor((value as Fields)[field.name] as Value, field.type)]),
    );
  }
  throw new Error(`no argument has the type ${JSON.stringify(type)}`);
}

function fromAnchor(value: unknown): Value {
  if (anchor.BN.isBN(value)) return BigInt(String(value));
  if (value instanceof PublicKey) return value.toBase58();
  if (value instanceof Uint8Array) return `0x${Buffer.from(value).toString('hex')}`;
  if (Array.isArray(value)) {
    const bytes = value.length > 0 && value.every((item) => typeof item === 'number');
    return bytes ? `0x${Buffer.from(value).toString('hex')}` : value.map(fromAnchor);
  }
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).map(([key, item]) => [key, fromAnchor(item)] as const);
    // A variant has the form { name: {} }.
    const [only] = entries;
    const variant =
      entries.length === 1 && only !== undefined && typeof only[1] === 'object' && Object.keys(only[1]).length === 0;
    return variant ? only[0] : Object.fromEntries(entries);
  }
  return value as number | boolean | string;
}
