import { type ExecutionFailure, ok, type Result } from '@causeway/protocol';
import type { VersionedTransaction } from '@solana/web3.js';
import type { RpcFailure } from '../failures.ts';
import { decodeTransactionError, failedInside } from './errors.ts';
import { COMMITMENT, type SolanaRpc } from './rpc.ts';
import { toBase64 } from './transaction.ts';
import { simulationAnswer } from './wire.ts';

/** The reason why a transaction would fail. `inside`: an instruction fails; otherwise the cluster refuses the whole. */
export interface Refusal<F = ExecutionFailure> {
  readonly failure: F;
  readonly inside: boolean;
}

/** What a transaction would do. */
export interface Simulation<F = ExecutionFailure> {
  /** Null on success. */
  readonly refusal: Refusal<F> | null;
  /** Compute units that it used: the most that an endpoint says, so one that lies can make it dearer, not fail. */
  readonly computeUnits: number;
}

/** Runs `transaction` on the newest state as if it were signed and recent. A quorum must agree on the outcome. */
export const simulateTransaction = (
  rpc: SolanaRpc,
  transaction: VersionedTransaction,
): Promise<Result<Simulation, RpcFailure>> => simulateText(rpc, toBase64(transaction));

/** `simulateTransaction` of a transaction in base64. */
export async function simulateText(rpc: SolanaRpc, text: string): Promise<Result<Simulation, RpcFailure>> {
  const options = { encoding: 'base64', commitment: COMMITMENT, sigVerify: false, replaceRecentBlockhash: true };
  const params = [text, options];
  const used: number[] = [];
  const error = await rpc.agreeSoon(async (endpoint) => {
    const { err, unitsConsumed = 0 } = simulationAnswer.parse(await endpoint.send('simulateTransaction', params));
    used.push(unitsConsumed);
    return err;
  });
  if (!error.ok) return error;
  const computeUnits = Math.max(...used);
  if (error.value === null) return ok({ refusal: null, computeUnits });
  const failure = decodeTransactionError(error.value);
  return ok({ refusal: { failure, inside: failedInside(error.value) }, computeUnits });
}
