import { fail, ok, type Result } from '@causeway/protocol';
import {
  NONCE_ACCOUNT_LENGTH,
  NonceAccount,
  PublicKey,
  SystemProgram,
  type VersionedTransaction,
} from '@solana/web3.js';
import bs58 from 'bs58';
import type { AdminFailure, ReadFailure } from '../failures.ts';
import { actionInWords, planName } from '../provider/admin-actions.ts';
import type { AdminAction, PlanFile } from '../provider/provider.ts';
import { parseKey } from './address.ts';
import type { NamedInstruction } from './admin-instructions.ts';
import type { SolanaContext } from './context.ts';
import { accountNames } from './program.ts';
import { unsignedMessage } from './transaction.ts';

/** One transaction of an action, by whoever holds the role. */
interface Planned {
  readonly action: AdminAction;
  readonly authority: PublicKey;
  readonly instructions: readonly NamedInstruction[];
  readonly nonceAccount: string | undefined;
  /** Its number among the action's transactions, present only when there are several. */
  readonly part: number | undefined;
}

/** A durable nonce: as the block hash of a message it stays valid until its authority advances it. */
interface Nonce {
  readonly account: PublicKey;
  readonly authority: PublicKey;
  readonly value: string;
}

/**
 * The file of one transaction: its message and the transaction without signatures, each in base64 and base58, and in
 * words the effect, who signs, and which account each instruction reads or writes.
 */
export async function planFile(
  context: SolanaContext,
  { action, authority, instructions, nonceAccount, part }: Planned,
): Promise<Result<PlanFile, AdminFailure>> {
  const nonce = nonceAccount === undefined ? ok(null) : await readNonce(context, nonceAccount);
  if (!nonce.ok) return nonce;
  const hash = nonce.value === null ? await newestHash(context) : ok(nonce.value.value);
  if (!hash.ok) return hash;
  // A nonce is advanced by the first instruction of its transaction, and nowhere else.
  const advancing = nonce.value === null ? [] : [advance(nonce.value)];
  const all = [...advancing, ...instructions];
  const unsigned = unsignedMessage(
    authority,
    all.map(({ instruction }) => instruction),
    hash.value,
  );
  if (!unsigned.ok) return unsigned;
  const document = {
    does: actionInWords(action, context),
    ...(part !== undefined && { part: `transaction ${part} of this action; their order does not matter` }),
    valid:
      nonce.value === null
        ? 'for about a minute after it was written; later its tool replaces the recent block hash, or plan it again'
        : `until ${nonce.value.authority.toBase58()} advances the nonce of ${nonce.value.account.toBase58()}`,
    network: context.deployment.network,
    feePayer: authority.toBase58(),
    signers: signersOf(unsigned.value),
    recentBlockhash: hash.value,
    instructions: all.map(describe),
    message: bothForms(unsigned.value.message.serialize()),
    transaction: bothForms(unsigned.value.serialize()),
  };
  const name = [planName(action, context), ...(part === undefined ? [] : [part])].join('-');
  return ok({ name: `${name}.json`, text: `${JSON.stringify(document, null, 2)}\n` });
}

const bothForms = (bytes: Uint8Array) => ({
  base64: Buffer.from(bytes).toString('base64'),
  base58: bs58.encode(bytes),
});

const signersOf = ({ message }: VersionedTransaction): readonly string[] =>
  message.staticAccountKeys.slice(0, message.header.numRequiredSignatures).map((key) => key.toBase58());

/** An instruction, with each of its accounts in words. */
function describe({ name, instruction: { programId, keys, data } }: NamedInstruction) {
  const names = accountNames(name);
  return {
    program: programId.toBase58(),
    name,
    accounts: keys.map(({ pubkey, isSigner, isWritable }, index) => {
      const access = `is ${isWritable ? 'written' : 'read'}${isSigner ? ' and signs' : ''}`;
      return `${names[index] ?? `account ${index + 1}`}: ${pubkey.toBase58()} ${access}`;
    }),
    data: data.toString('base64'),
  };
}

const advance = ({ account, authority }: Nonce): NamedInstruction => ({
  name: 'advance_nonce_account',
  instruction: SystemProgram.nonceAdvance({ noncePubkey: account, authorizedPubkey: authority }),
});

async function newestHash({ connection }: SolanaContext): Promise<Result<string, ReadFailure>> {
  const head = await connection.rpc.head();
  return head.ok ? ok(head.value.hash) : head;
}

/** Reads the durable nonce of the account `address`. Fails with INVALID_ADDRESS when it has none. */
async function readNonce({ connection }: SolanaContext, address: string): Promise<Result<Nonce, ReadFailure>> {
  const account = parseKey(address, `the nonce account ${address}`);
  if (!account.ok) return account;
  const found = await connection.rpc.account(account.value);
  if (!found.ok) return found;
  const isNonce =
    found.value?.owner.equals(SystemProgram.programId) && found.value.data.length === NONCE_ACCOUNT_LENGTH;
  if (!found.value || !isNonce) return fail('INVALID_ADDRESS', `${address} is no account of a durable nonce`);
  const { authorizedPubkey, nonce } = NonceAccount.fromAccountData(Buffer.from(found.value.data));
  if (authorizedPubkey.equals(PublicKey.default)) {
    return fail('INVALID_ADDRESS', `the nonce account ${address} is not initialized`);
  }
  return ok({ account: account.value, authority: authorizedPubkey, value: nonce });
}
