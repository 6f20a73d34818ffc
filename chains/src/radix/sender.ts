import { fail, type Hex, ok, type Result, type SignedTransaction } from '@causeway/protocol';
import type { SendFailure } from '../failures.ts';
import { nobodyAnswered, offerToAll } from '../rpc/offer.ts';
import type { RadixConnection } from './connection.ts';
import { CoreError } from './endpoint.ts';
import { decodeEngineError } from './errors.ts';
import { submitRefusal } from './wire.ts';

/**
 * Sends a submission to every endpoint. Success when one accepts it, knows it, or has it committed. Nodes refuse
 * transactions that can never be committed, such as an expired intent or an unpayable fee; they accept one whose call
 * will fail. Fails with INTENT_EXPIRED, INSUFFICIENT_FUNDS, TRANSACTION_REFUSED or RPC_UNAVAILABLE.
 */
export async function broadcast(
  { rpc }: RadixConnection,
  { raw, reference }: SignedTransaction,
): Promise<Result<string, SendFailure>> {
  const refusals = await offerToAll(rpc.endpoints, async (endpoint) => {
    try {
      await endpoint.submit(raw as Hex);
      return null;
    } catch (error) {
      if (error instanceof CoreError) return refusalOf(error);
      throw error;
    }
  });
  if (refusals === null) return ok(reference);
  const [refusal] = refusals;
  return refusal ? { ok: false, error: refusal } : nobodyAnswered();
}

/** The reason why a node refuses a transaction; null when the transaction is already committed. */
function refusalOf({ message, details }: CoreError): SendFailure | null {
  const refused = submitRefusal.safeParse(details);
  if (refused.data?.type === 'IntentAlreadyCommitted') return null;
  if (refused.data?.type === 'Rejected') {
    const failure = decodeEngineError(refused.data.error_message);
    if (failure.code !== 'EXECUTION_FAILED') return failure;
  }
  return { code: 'TRANSACTION_REFUSED', message: `no node took it: ${message.slice(0, 200)}`, retryable: true };
}

/** The failure of every replacement: the signatures cover the fee. */
export const notReplaceable = () =>
  fail('NOT_REPLACEABLE', 'a Radix transaction keeps its fee: it is sent again until its last epoch ends');
