import { type Failure, type Hex, ok, type Result, type Submission } from '@causeway/protocol';
import { nobodyAnswered, offerToAll } from '../offer.ts';
import type { RadixConnection } from './connection.ts';
import { CoreError } from './endpoint.ts';
import { decodeEngineError } from './errors.ts';
import { submitRefusal } from './wire.ts';

/**
 * Hands a submission to every endpoint: one that takes it, has it or knows it as committed is success. Nodes refuse what
 * could not be committed at all, such as an intent that has expired or whose fee can't be paid; a failing call is not
 * refused. Fails with INTENT_EXPIRED, INSUFFICIENT_FUNDS, TRANSACTION_REFUSED or RPC_UNAVAILABLE.
 */
export async function broadcast({ rpc }: RadixConnection, { raw, reference }: Submission): Promise<Result<string>> {
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

/** Why a node does not take a transaction, or null when it is committed. */
function refusalOf({ message, details }: CoreError): Failure | null {
  const refused = submitRefusal.safeParse(details);
  if (refused.data?.type === 'IntentAlreadyCommitted') return null;
  if (refused.data?.type === 'Rejected') {
    const failure = decodeEngineError(refused.data.error_message);
    if (failure.code !== 'EXECUTION_FAILED') return failure;
  }
  return { code: 'TRANSACTION_REFUSED', message: `no node took it: ${message.slice(0, 200)}`, retryable: true };
}
