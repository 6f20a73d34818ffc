import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { hexToBytes } from '@causeway/protocol';
import { Connection, Keypair, PublicKey, SystemProgram, Transaction, TransactionInstruction } from '@solana/web3.js';
import { devAccount, USER_ROLES } from '../accounts.ts';

const TOKEN_PROGRAM = new PublicKey('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA');
const ASSOCIATED_TOKEN_PROGRAM = new PublicKey('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL');

/** CreateIdempotent of the associated token program, MintTo of the token program. */
const CREATE_IDEMPOTENT = Buffer.from([1]);
const MINT_TO = 7;

/** Milliseconds between two searches for a transaction's confirmation. */
const LOOK_MS = 20;

/**
 * Mints `amount` units of the deployer's test token to every user of a local Solana chain without an account for it.
 */
export async function fundUsers(url: string, mint: string, amount: bigint): Promise<void> {
  const token = new PublicKey(mint);
  const users = USER_ROLES.map((role) => devAccount(role, 'solana').address);
  const accounts = users.map((user) => tokenAccount(token, new PublicKey(user)));
  const found = await new Connection(url, 'confirmed').getMultipleAccountsInfo(accounts);
  const poor = users.filter((_user, index) => found[index] === null);
  if (poor.length > 0) await mintTokens(url, mint, poor, amount);
}

/**
 * Mints `amount` units of the deployer's test token to each of `owners`. Resolves with the signature once confirmed.
 */
export async function mintTokens(
  url: string,
  mint: string,
  owners: readonly string[],
  amount: bigint,
): Promise<string> {
  const connection = new Connection(url, 'confirmed');
  const deployer = Keypair.fromSeed(hexToBytes(devAccount('deployer', 'solana').privateKey));
  const token = new PublicKey(mint);
  const instructions = owners.flatMap((owner) => {
    const user = new PublicKey(owner);
    const account = tokenAccount(token, user);
    return [
      createTokenAccount(deployer.publicKey, account, user, token),
      mintTo(token, account, deployer.publicKey, amount),
    ];
  });
  // A random payment to itself makes a repetition within one blockhash another transaction.
  const once = { fromPubkey: deployer.publicKey, toPubkey: deployer.publicKey, lamports: randomInt(1_000_000_000) };
  const transaction = new Transaction().add(SystemProgram.transfer(once), ...instructions);
  const signature = await connection.sendTransaction(transaction, [deployer]);
  await confirmed(url, signature);
  return signature;
}

/** Resolves once the transaction is confirmed. Throws when it failed. */
export async function confirmed(url: string, signature: string): Promise<void> {
  const connection = new Connection(url, 'confirmed');
  for (;;) {
    const status = (await connection.getSignatureStatus(signature)).value;
    if (status?.err) throw new Error(`${signature} failed: ${JSON.stringify(status.err)}`);
    if (status && status.confirmationStatus !== 'processed') return;
    await sleep(LOOK_MS);
  }
}

const tokenAccount = (mint: PublicKey, owner: PublicKey): PublicKey =>
  PublicKey.findProgramAddressSync(
    [owner.toBytes(), TOKEN_PROGRAM.toBytes(), mint.toBytes()],
    ASSOCIATED_TOKEN_PROGRAM,
  )[0];

const reads = (pubkey: PublicKey) => ({ pubkey, isSigner: false, isWritable: false });
const writes = (pubkey: PublicKey) => ({ pubkey, isSigner: false, isWritable: true });
const signs = (pubkey: PublicKey, isWritable: boolean) => ({ pubkey, isSigner: true, isWritable });

const createTokenAccount = (payer: PublicKey, account: PublicKey, owner: PublicKey, mint: PublicKey) =>
  new TransactionInstruction({
    programId: ASSOCIATED_TOKEN_PROGRAM,
    keys: [signs(payer, true), writes(account), ...[owner, mint, SystemProgram.programId, TOKEN_PROGRAM].map(reads)],
    data: CREATE_IDEMPOTENT,
  });

function mintTo(mint: PublicKey, account: PublicKey, authority: PublicKey, amount: bigint): TransactionInstruction {
  const data = Buffer.alloc(9);
  data.writeUInt8(MINT_TO);
  data.writeBigUInt64LE(amount, 1);
  return new TransactionInstruction({
    programId: TOKEN_PROGRAM,
    keys: [writes(mint), writes(account), signs(authority, false)],
    data,
  });
}
