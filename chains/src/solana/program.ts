import idlJson from '@causeway/contracts-solana/idl' with { type: 'json' };
import { BN, BorshCoder, type Idl } from '@coral-xyz/anchor';
import { type PublicKey, SystemProgram, TransactionInstruction } from '@solana/web3.js';
import { type BridgeAddresses, TOKEN_PROGRAM } from './addresses.ts';

/** The program's interface; names as in the IDL, in snake case. */
export const IDL = idlJson as unknown as Idl;

const coder = new BorshCoder(IDL);

/** Arguments of an instruction or fields of a struct, as the IDL names them; whole numbers of 64 bits as bigint. */
export type Fields = Readonly<Record<string, unknown>>;

/** What the coder wants for a value of ours: bigint as BN, bytes as a Buffer, and the same inside structs and lists. */
function encodable(value: unknown): unknown {
  if (typeof value === 'bigint') return new BN(value.toString());
  if (value instanceof Uint8Array) return Buffer.from(value);
  if (Array.isArray(value)) return value.map(encodable);
  if (typeof value !== 'object' || value === null || value.constructor !== Object) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, encodable(field)]));
}

/** Accounts that an instruction needs the same of every time. */
const fixedAccounts = ({ program, bridge, oracles, escrow, eventAuthority }: BridgeAddresses) => ({
  bridge,
  oracles,
  escrow,
  event_authority: eventAuthority,
  program,
  token_program: TOKEN_PROGRAM,
  system_program: SystemProgram.programId,
});

/**
 * Instruction `name` of the bridge at `addresses`. Accounts are named as in the IDL; those that are the same every time
 * need not be given, and an optional one that is null is absent. `signers` are the oracle's members that sign.
 * Throws when an account is missing or an argument does not fit its type.
 */
export function bridgeInstruction(
  addresses: BridgeAddresses,
  name: string,
  args: Fields,
  accounts: Readonly<Record<string, PublicKey | null>>,
  signers: readonly PublicKey[] = [],
): TransactionInstruction {
  const definition = IDL.instructions.find((instruction) => instruction.name === name);
  if (definition === undefined) throw new RangeError(`the program has no instruction ${name}`);
  const known: Readonly<Record<string, PublicKey | null>> = { ...fixedAccounts(addresses), ...accounts };
  const keys = definition.accounts.map((account) => {
    if ('accounts' in account) throw new TypeError('the program has no composite accounts');
    const given = known[account.name];
    if (given === undefined) throw new RangeError(`${name} needs the account ${account.name}`);
    // An absent optional account is given as the program itself, which is neither written nor signs.
    if (given === null) return { pubkey: addresses.program, isSigner: false, isWritable: false };
    return { pubkey: given, isSigner: account.signer === true, isWritable: account.writable === true };
  });
  const members = signers.map((pubkey) => ({ pubkey, isSigner: true, isWritable: false }));
  const data = coder.instruction.encode(name, encodable(args) as Record<string, unknown>);
  return new TransactionInstruction({ programId: addresses.program, keys: [...keys, ...members], data });
}

/** Fields of the program's account of type `name`. Throws when `data` is none. */
export const decodeBridgeAccount = (name: string, data: Uint8Array): Fields =>
  coder.accounts.decode(name, Buffer.from(data)) as Fields;

/** Fields of the event in `data`, discriminator first, or null when the program has none such. Throws when cut short. */
export const decodeBridgeEvent = (data: Uint8Array): { readonly name: string; readonly fields: Fields } | null => {
  const event = coder.events.decode(Buffer.from(data).toString('base64'));
  return event && { name: event.name, fields: event.data as Fields };
};
