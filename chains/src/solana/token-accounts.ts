import { ok, type Result } from '@causeway/protocol';
import { type PublicKey, SystemProgram, TransactionInstruction } from '@solana/web3.js';
import { ASSOCIATED_TOKEN_PROGRAM, associatedTokenAddress, TOKEN_PROGRAM } from './addresses.ts';
import type { SolanaRpc } from './rpc.ts';

/** Of a creation, with room above what was measured. */
const COMPUTE_UNITS = 45_000;

/** The instruction that creates a token account. */
export interface Creation {
  readonly account: PublicKey;
  /** The most it may use, besides finding the address. */
  readonly computeUnits: number;
  readonly instruction: TransactionInstruction;
}

/**
 * Which of `accounts` are no token accounts yet, in base58, as a quorum sees it. Lamports that someone sent to the
 * address make it none. One that its first owner gave away is one: creating it would fail.
 */
export async function missingTokenAccounts(
  rpc: SolanaRpc,
  accounts: readonly PublicKey[],
): Promise<Result<ReadonlySet<string>>> {
  const asked = [...new Set(accounts.map((account) => account.toBase58()))];
  const owners = await rpc.owners(asked);
  if (!owners.ok) return owners;
  return ok(new Set(asked.filter((_account, index) => owners.value[index] !== TOKEN_PROGRAM.toBase58())));
}

/**
 * CreateIdempotent of the Associated Token program: does nothing where `owner` has the account, and fails where he gave
 * it away.
 */
export function tokenAccountCreation(payer: PublicKey, mint: PublicKey, owner: PublicKey): Creation {
  const account = associatedTokenAddress(mint, owner);
  const reader = (pubkey: PublicKey) => ({ pubkey, isSigner: false, isWritable: false });
  const instruction = new TransactionInstruction({
    programId: ASSOCIATED_TOKEN_PROGRAM,
    keys: [
      { pubkey: payer, isSigner: true, isWritable: true },
      { pubkey: account, isSigner: false, isWritable: true },
      reader(owner),
      reader(mint),
      reader(SystemProgram.programId),
      reader(TOKEN_PROGRAM),
    ],
    data: Buffer.from([1]),
  });
  return { account, computeUnits: COMPUTE_UNITS, instruction };
}
