import { fail, type Result, type SignedTransaction } from '@causeway/protocol';
import type { SendFailure } from '../failures.ts';
import { awaitInclusion } from '../provider/await-inclusion.ts';
import type { KeyHandle } from '../provider/provider.ts';
import type { EvmConnection } from './connection.ts';
import { outcomeOf } from './outcome.ts';
import { broadcast, prepareAll, prepareReplacement, type SendRequest } from './sender.ts';
import { sequencesOf } from './sequences.ts';

/** Waits for the inclusion of a transaction that is judged by its receipt alone. */
export const follow = (
  connection: EvmConnection,
  submission: SignedTransaction,
  payer: KeyHandle | null,
): Promise<Result<string, SendFailure>> => {
  const { clock, config } = connection;
  const sender = {
    broadcast: (each: SignedTransaction) => broadcast(connection, each),
    outcome: (each: SignedTransaction) => outcomeOf(connection, each),
    replace: (each: SignedTransaction, key: KeyHandle) => prepareReplacement(connection, key, each),
    sequences: sequencesOf(connection),
  };
  return awaitInclusion(sender, submission, payer, {
    clock,
    lookMs: config.pollMs,
    escalateAfterMs: config.escalateAfterMs,
  });
};

/** Signs, broadcasts and waits for inclusion. */
export async function sendAndSettle(
  connection: EvmConnection,
  key: KeyHandle,
  request: SendRequest,
): Promise<Result<string, SendFailure>> {
  const prepared = await prepareAll(connection, key, [request]);
  const [submission] = prepared.ok ? prepared.value : [];
  if (!prepared.ok) return prepared;
  return submission ? follow(connection, submission, key) : fail('NOT_INCLUDED', 'nothing was prepared');
}
