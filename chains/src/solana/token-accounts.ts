import { ok, type Result } from '@causeway/protocol';
import { PublicKey, SystemProgram, TransactionInstruction } from '@solana/web3.js';
import type { ReadFailure } from '../failures.ts';
import { ASSOCIATED_TOKEN_PROGRAM, associatedTokenAddress, TOKEN_PROGRAM } from './addresses.ts';
import type { SolanaRpc } from './rpc.ts';
import type { RpcAccount } from './wire.ts';

/** Compute units of a creation, with a margin above the measured use. */
const COMPUTE_UNITS = 45_000;

/** The instruction that creates a token account. */
export interface Creation {
  readonly account: PublicKey;
  /** The account's future owner. */
  readonly owner: PublicKey;
  /** The creation's limit of compute units, without the derivation of the address. */
  readonly computeUnits: number;
  readonly instruction: TransactionInstruction;
}

/** Range of the owner's key in a token account's data. */
const OWNER_AT = 32;
const OWNER_END = 64;

/**
 * Indexes of the `creations` whose token account exists and no longer belongs to its first owner, as a quorum sees it:
 * such a creation would fail. An account that changes so often that no quorum agrees is left out.
 */
export async function givenAway(
  rpc: SolanaRpc,
  creations: readonly (Creation | null)[],
): Promise<Result<ReadonlySet<number>, ReadFailure>> {
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

/**
 * Owner of a token account, base58; null when it is no token account. Lamports sent to an address do not create one.
 */
function tokenOwnerOf(account: RpcAccount | null): string | null {
  if (account?.owner !== TOKEN_PROGRAM.toBase58()) return null;
  const owner = Buffer.from(account.data, 'base64').subarray(OWNER_AT, OWNER_END);
  return owner.length === OWNER_END - OWNER_AT ? new PublicKey(owner).toBase58() : null;
}

/**
 * CreateIdempotent of the Associated Token program. It does nothing when `owner` has the account, and fails when
 * `owner` gave it away.
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
