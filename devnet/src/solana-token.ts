import { setTimeout as sleep } from 'node:timers/promises';
import { hexToBytes } from '@causeway/protocol';
import { Connection, Keypair, PublicKey, SystemProgram, Transaction, TransactionInstruction } from '@solana/web3.js';
import { devAccount, USER_ROLES } from './accounts.ts';

const TOKEN_PROGRAM = new PublicKey('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA');
const ASSOCIATED_TOKEN_PROGRAM = new PublicKey('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL');

/** CreateIdempotent of the associated token program, MintTo of the token program. */
const CREATE_IDEMPOTENT = Buffer.from([1]);
const MINT_TO = 7;

/** Milliseconds between two looks for a transaction's confirmation. */
const LOOK_MS = 20;

/**
 * Mints `amount` units of the deployer's test token to every user of a local Solana chain without a token account for
 * it.
 */
export async function mintToUsers(url: string, mint: string, amount: bigint): Promise<void> {
  const connection = new Connection(url, 'confirmed');
  const deployer = Keypair.fromSeed(hexToBytes(devAccount('deployer', 'solana').privateKey));
  const token = new PublicKey(mint);
  const users = USER_ROLES.map((role) => new PublicKey(devAccount(role, 'solana').address));
  const accounts = users.map((user) => tokenAccount(token, user));
  const found = await connection.getMultipleAccountsInfo(accounts);
  const instructions = users.flatMap((user, index) => {
    const account = accounts[index] as PublicKey;
    if (found[index] !== null) return [];
    return [
      createTokenAccount(deployer.publicKey, account, user, token),
      mintTo(token, account, deployer.publicKey, amount),
    ];
  });
  if (instructions.length === 0) return;
  const signature = await connection.sendTransaction(new Transaction().add(...instructions), [deployer]);
  for (;;) {
    const status = (await connection.getSignatureStatus(signature)).value;
    if (status?.err) throw new Error(`minting test tokens: ${JSON.stringify(status.err)}`);
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
