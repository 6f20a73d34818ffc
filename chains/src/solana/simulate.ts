import { type Failure, ok, type Result } from '@causeway/protocol';
import type { VersionedTransaction } from '@solana/web3.js';
import { decodeTransactionError, failedInside } from './errors.ts';
import { COMMITMENT, type SolanaRpc } from './rpc.ts';
import { toBase64 } from './transaction.ts';
import { simulationAnswer } from './wire.ts';

/** The reason why a transaction would fail. `inside`: an instruction fails; otherwise the cluster refuses the whole. */
export interface Refusal {
  readonly failure: Failure;
  readonly inside: boolean;
}

/**
 * Runs `transaction` on the newest state as if it were signed and recent. A quorum must agree on the outcome. Returns
 * the refusal, or null on success.
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
