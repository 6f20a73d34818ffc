import bridgeIdl from '@causeway/contracts-solana/idl' with { type: 'json' };
import settlerIdl from '@causeway/contracts-solana/settler/idl' with { type: 'json' };
import { type Hex, hexToBytes } from '@causeway/protocol';
import anchor from '@coral-xyz/anchor';
import type { Address } from '@solana/kit';
import { PublicKey } from '@solana/web3.js';

/** Anchor's own errors that the programs share. */
export const ANCHOR_ERROR = {
  InstructionMissing: 100,
  InstructionFallbackNotFound: 101,
  InstructionDidNotDeserialize: 102,
};

/** Code of the first of the programs' own errors. */
export const FIRST_ERROR = 6_000;

/** Values in tests: integers above 32 bits are bigint, byte arrays Hex, addresses base58. */
export type Value = number | bigint | boolean | string | readonly Value[] | { readonly [field: string]: Value };
export type Fields = Readonly<Record<string, Value>>;

export type IdlType = anchor.Idl['instructions'][number]['args'][number]['type'];

/** The accounts of an instruction in the IDL, in order. */
export interface AccountItem {
  readonly name: string;
  readonly writable?: boolean;
  readonly signer?: boolean;
  readonly optional?: boolean;
  /** Fixed address of a program. */
  readonly address?: string;
}

type FieldsOf = (type: string) => { name: string; type: IdlType }[] | undefined;

/** A program's interface in the form of Anchor's own client, with names in camel case. */
export class Interface {
  readonly idl: anchor.Idl;
  readonly errorNames: readonly string[];
  readonly #coder: anchor.Coder;
  readonly #codes: ReadonlyMap<string, number>;
  readonly #names: ReadonlyMap<number, string>;

  constructor(idl: { readonly errors: readonly { readonly name: string; readonly code: number }[] }) {
    const program = new anchor.Program(
      { ...idl } as unknown as anchor.Idl,
      { connection: {} } as unknown as anchor.Provider,
    );
    this.idl = program.idl;
    this.#coder = program.coder;
    this.errorNames = idl.errors.map(({ name }) => name);
    this.#codes = new Map(idl.errors.map(({ name, code }) => [name, code]));
    this.#names = new Map(idl.errors.map(({ name, code }) => [code, name]));
  }

  /** The code of an error of the program, or of one that it shares with Anchor. */
  errorCode = (name: string): number => {
    const code = this.#codes.get(name) ?? ANCHOR_ERROR[name as keyof typeof ANCHOR_ERROR];
    if (code === undefined) throw new Error(`no error ${name}`);
    return code;
  };

  /** The name of one of the program's own errors; undefined for any other code. */
  errorName = (code: number): string | undefined => this.#names.get(code);

  #instruction(name: string) {
    const found = this.idl.instructions.find((instruction) => instruction.name === name);
    if (found === undefined) throw new Error(`no instruction ${name}`);
    return found;
  }

  accountItems = (name: string): readonly AccountItem[] => this.#instruction(name).accounts as AccountItem[];

  /** The arguments of an instruction, in order. */
  argumentItems = (name: string): readonly { readonly name: string; readonly type: IdlType }[] =>
    this.#instruction(name).args;

  /**
   * Instruction data by Anchor's coder. `proof` is inserted afterwards, because that coder writes at most 1,000 bytes.
   */
  encodeInstruction(name: string, args: Fields): Buffer {
    const values = this.#instruction(name).args.map(({ name: field, type }) => {
      const value = args[field];
      if (value === undefined) throw new Error(`${name} without ${field}`);
      return [field, field === 'proof' ? Buffer.alloc(0) : toAnchor(value, type, this.fieldsOf)];
    });
    const data = this.#coder.instruction.encode(name, Object.fromEntries(values));
    if (args.proof === undefined) return data;
    const proof = Buffer.from(hexToBytes(args.proof as Hex));
    const length = Buffer.alloc(4);
    length.writeUInt32LE(proof.length);
    return Buffer.concat([data.subarray(0, -4), length, proof]);
  }

  /** The fields of an account of the program. Throws when its discriminator is another type's. */
  decodeAccount = (type: string, data: Uint8Array): Fields =>
    fromAnchor(this.#coder.accounts.decode(type, Buffer.from(data))) as Fields;

  /** Decodes an event after the event instruction's tag; undefined when the IDL has no such event. */
  decodeEvent = (data: Uint8Array): { readonly name: string; readonly data: Fields } | undefined => {
    const event = this.#coder.events.decode(Buffer.from(data).toString('base64'));
    return event === null ? undefined : { name: event.name, data: fromAnchor(event.data) as Fields };
  };

  /** Names of the variants in the order of their numbers. */
  variantsOf = (type: string): readonly string[] => {
    const definition = this.idl.types?.find(({ name }) => name === type)?.type;
    if (definition?.kind !== 'enum') throw new Error(`${type} is no enum`);
    return definition.variants.map(({ name }) => name);
  };

  /** Fields of a struct; undefined for an enum. */
  fieldsOf: FieldsOf = (type) => {
    const definition = this.idl.types?.find(({ name }) => name === type)?.type;
    return definition?.kind === 'struct' ? (definition.fields as { name: string; type: IdlType }[]) : undefined;
  };
}

export const BRIDGE = new Interface(bridgeIdl);
export const SETTLER = new Interface(settlerIdl);

export const { idl: IDL, errorNames: ERROR_NAMES, errorCode, errorName, accountItems, argumentItems } = BRIDGE;
export const { decodeAccount, decodeEvent, variantsOf, fieldsOf } = BRIDGE;

function toAnchor(value: Value, type: IdlType, fieldsOf: FieldsOf): unknown {
  if (type === 'pubkey') return new PublicKey(value as Address);
  if (typeof value === 'bigint') return new anchor.BN(value.toString());
  if (type === 'bytes') return Buffer.from(hexToBytes(value as Hex));
  if (typeof type !== 'object') return value;
  if ('vec' in type) return (value as readonly Value[]).map((item) => toAnchor(item, type.vec, fieldsOf));
  if ('array' in type) return [...hexToBytes(value as Hex)];
  if ('defined' in type) {
    const fields = fieldsOf(type.defined.name);
    if (fields === undefined) return { [value as string]: {} };
    return Object.fromEntries(
      fields.map((field) => [field.name, toAnchor((value as Fields)[field.name] as Value, field.type, fieldsOf)]),
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
