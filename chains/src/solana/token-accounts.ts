import { ok, type Result } from '@causeway/protocol';
import { PublicKey, SystemProgram, TransactionInstruction } from '@solana/web3.js';
import { ASSOCIATED_TOKEN_PROGRAM, associatedTokenAddress, TOKEN_PROGRAM } from './addresses.ts';
import type { SolanaRpc } from './rpc.ts';
import type { RpcAccount } from './wire.ts';

/** Of a creation, with room above what was measured. */
const COMPUTE_UNITS = 45_000;

/** The instruction that creates a token account. */
export interface Creation {
  readonly account: PublicKey;
  /** Whom it is created for. */
  readonly owner: PublicKey;
  /** The most it may use, besides finding the address. */
  readonly computeUnits: number;
  readonly instruction: TransactionInstruction;
}

/** Bytes of a token account's data that name whose it is. */
const OWNER_AT = 32;
const OWNER_END = 64;

/**
 * Indexes of those of `creations` whose token account is there and is not its first owner's any more, as a quorum sees
 * it: creating it would fail. One that changes so often that no quorum agrees is not among them.
 */
export async function givenAway(
  rpc: SolanaRpc,
  creations: readonly (Creation | null)[],
): Promise<Result<ReadonlySet<number>>> {
  const asked = [...new Set(creations.flatMap((creation) => (creation ? [creation.account.toBase58()] : [])))];
  const found = await rpc.accountParts(asked, tokenOwnerOf);
  if (!found.ok) return found;
  const owners = new Map(asked.map((account, index) => [account, found.value[index] ?? null]));
  const given = creations.flatMap((creation, index) => {
    const owner = creation && (owners.get(creation.account.toBase58()) ?? null);
    return owner === null || owner === creation?.owner.toBase58() ? [] : [index];
  });
  return ok(new Set(given));
}

/** Whose token account it is, in base58; null for no token account. Lamports that somebody sent make it none. */
function tokenOwnerOf(account: RpcAccount | null): string | null {
  if (account?.owner !== TOKEN_PROGRAM.toBase58()) return null;
  const owner = Buffer.from(account.data, 'base64').subarray(OWNER_AT, OWNER_END);
  return owner.length === OWNER_END - OWNER_AT ? new PublicKey(owner).toBase58() : null;
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
  return { account, owner, computeUnits: COMPUTE_UNITS, instruction };
}
