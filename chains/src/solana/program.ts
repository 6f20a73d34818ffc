import idlJson from '@causeway/contracts-solana/idl' with { type: 'json' };
import settlerIdlJson from '@causeway/contracts-solana/settler/idl' with { type: 'json' };
import { BN, BorshCoder, type Idl } from '@coral-xyz/anchor';
import { type PublicKey, SystemProgram, TransactionInstruction } from '@solana/web3.js';
import { type BridgeAddresses, TOKEN_PROGRAM } from './addresses.ts';

/** The programs' interfaces. Their names are in snake case. */
export const IDL = idlJson as unknown as Idl;
export const SETTLER_IDL = settlerIdlJson as unknown as Idl;

const coder = new BorshCoder(IDL);
const settlerCoder = new BorshCoder(SETTLER_IDL);

/**
 * Arguments of an instruction or fields of a struct under their names in the IDL. Whole numbers of 64 bits are bigint.
 */
export type Fields = Readonly<Record<string, unknown>>;

/** Converts our values for the coder: bigint to BN, bytes to Buffer, also inside structs and lists. */
function encodable(value: unknown): unknown {
  if (typeof value === 'bigint') return new BN(value.toString());
  if (value instanceof Uint8Array) return Buffer.from(value);
  if (Array.isArray(value)) return value.map(encodable);
  if (typeof value !== 'object' || value === null || value.constructor !== Object) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, encodable(field)]));
}

/** Accounts that are the same in every instruction. */
const fixedAccounts = ({ program, bridge, oracles, escrow, eventAuthority }: BridgeAddresses) => ({
  bridge,
  oracles,
  escrow,
  event_authority: eventAuthority,
  program,
  token_program: TOKEN_PROGRAM,
  system_program: SystemProgram.programId,
});

/** An event with its fields. */
export interface ProgramEvent {
  readonly name: string;
  readonly fields: Fields;
}

/** Accounts under their names in an IDL; null marks an absent optional account. */
export type NamedAccounts = Readonly<Record<string, PublicKey | null>>;

/**
 * Instruction `name` of the bridge at `addresses`. Accounts have the names of the IDL. The fixed ones may be left out,
 * and null marks an absent optional account. `signers` are the oracle's members that sign. Throws when an account is
 * missing or an argument does not fit its type.
 */
export const bridgeInstruction = (
  addresses: BridgeAddresses,
  name: string,
  args: Fields,
  accounts: NamedAccounts,
  signers: readonly PublicKey[] = [],
): TransactionInstruction =>
  instructionOf(
    addresses.program,
    { idl: IDL, coder, name },
    args,
    { ...fixedAccounts(addresses), ...accounts },
    signers,
  );

/** The names of the accounts of the bridge's instruction `name`, in their order; none for another program's. */
export const accountNames = (name: string): readonly string[] =>
  IDL.instructions.find((instruction) => instruction.name === name)?.accounts.map((account) => account.name) ?? [];

/** Instruction `name` of the settlers' `program`, like `bridgeInstruction`, with all of its accounts. */
export const settlerInstruction = (
  program: PublicKey,
  name: string,
  args: Fields,
  accounts: NamedAccounts,
): TransactionInstruction =>
  instructionOf(program, { idl: SETTLER_IDL, coder: settlerCoder, name }, args, {
    program,
    system_program: SystemProgram.programId,
    ...accounts,
  });

function instructionOf(
  program: PublicKey,
  { idl, coder, name }: { readonly idl: Idl; readonly coder: BorshCoder; readonly name: string },
  args: Fields,
  known: NamedAccounts,
  signers: readonly PublicKey[] = [],
): TransactionInstruction {
  const definition = idl.instructions.find((instruction) => instruction.name === name);
  if (definition === undefined) throw new RangeError(`the program has no instruction ${name}`);
  const keys = definition.accounts.map((account) => {
    if ('accounts' in account) throw new TypeError('the program has no composite accounts');
    const given = known[account.name];
    if (given === undefined) throw new RangeError(`${name} needs the account ${account.name}`);
    // The program itself stands for an absent optional account; it is neither written nor a signer.
    if (given === null) return { pubkey: program, isSigner: false, isWritable: false };
    return { pubkey: given, isSigner: account.signer === true, isWritable: account.writable === true };
  });
  const members = signers.map((pubkey) => ({ pubkey, isSigner: true, isWritable: false }));
  const data = coder.instruction.encode(name, encodable(args) as Record<string, unknown>);
  return new TransactionInstruction({ programId: program, keys: [...keys, ...members], data });
}

/** Fields of the bridge's account of type `name`. Throws when `data` is no such account. */
export const decodeBridgeAccount = (name: string, data: Uint8Array): Fields =>
  coder.accounts.decode(name, Buffer.from(data)) as Fields;

/** Fields of a settler's account of type `name`. Throws when `data` is no such account. */
export const decodeSettlerAccount = (name: string, data: Uint8Array): Fields =>
  settlerCoder.accounts.decode(name, Buffer.from(data)) as Fields;

/**
 * Fields of the event in `data`, which starts with its discriminator; null when the program has no such event. Throws
 * when the data is cut short.
 */
export const decodeBridgeEvent = (data: Uint8Array): ProgramEvent | null => decodedEvent(coder, data);

/** Bytes of an event's discriminator. */
const DISCRIMINATOR = 8;

/** The event of a settler in `data`, like `decodeBridgeEvent`. Throws when the data is cut short or too long. */
export function decodeSettlerEvent(data: Uint8Array): ProgramEvent | null {
  const event = decodedEvent(settlerCoder, data);
  // The coder reads a number of fewer bytes than it has.
  if (event && settlerCoder.types.encode(event.name, event.fields).length !== data.length - DISCRIMINATOR) {
    throw new RangeError(`an event ${event.name} of ${data.length} bytes`);
  }
  return event;
}

function decodedEvent({ events }: BorshCoder, data: Uint8Array): ProgramEvent | null {
  const event = events.decode(Buffer.from(data).toString('base64'));
  return event && { name: event.name, fields: event.data as Fields };
}
