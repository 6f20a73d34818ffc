import { type Failure, ok, type Result } from '@causeway/protocol';
import type { VersionedTransaction } from '@solana/web3.js';
import { decodeTransactionError, failedInside } from './errors.ts';
import { COMMITMENT, type SolanaRpc } from './rpc.ts';
import { toBase64 } from './transactions.ts';
import { simulationAnswer } from './wire.ts';

/** Why a transaction would fail; `inside` an instruction, or refused as a whole. */
export interface Refusal {
  readonly failure: Failure;
  readonly inside: boolean;
}

/**
 * Runs `transaction` on the newest state as if it was signed and recent; a quorum must agree on the outcome. The
 * refusal it meets, or null when it succeeds.
 */
export async function simulateTransaction(
  rpc: SolanaRpc,
  transaction: VersionedTransaction,
): Promise<Result<Refusal | null>> {
  const options = { encoding: 'base64', commitment: COMMITMENT, sigVerify: false, replaceRecentBlockhash: true };
  const params = [toBase64(transaction), options];
  const error = await rpc.agreeSoon(
    async (endpoint) => simulationAnswer.parse(await endpoint.send('simulateTransaction', params)).err,
  );
  if (!error.ok || error.value === null) return error.ok ? ok(null) : error;
  const failure = decodeTransactionError(error.value);
  return ok({ failure, inside: failedInside(error.value) });
}
