import { fail, type Hex, type Result, type SignedTransaction } from '@causeway/protocol';
import type { DeploymentSteps } from '../../deploy/deployment-steps.ts';
import type { DeployFailure } from '../../failures.ts';
import { awaitInclusion } from '../../provider/await-inclusion.ts';
import type { KeyHandle } from '../../provider/provider.ts';
import { map } from '../../provider/result.ts';
import { hasCode } from '../code.ts';
import type { EvmConnection } from '../connection.ts';
import { unwrapCall } from '../errors.ts';
import { outcomeOf } from '../outcome.ts';
import { broadcast, prepareAll, prepareReplacement, type SendRequest } from '../sender.ts';
import { sequencesOf } from '../sequences.ts';
import { CREATE2_PROXY, create2Address, PROXY_COST, PROXY_MAKER, PROXY_TRANSACTION, SALT } from './addresses.ts';

/** Waits for the inclusion of a transaction that is judged by its receipt alone. */
const follow = (
  connection: EvmConnection,
  submission: SignedTransaction,
  payer: KeyHandle | null,
): Promise<Result<string, DeployFailure>> => {
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
): Promise<Result<string, DeployFailure>> {
  const prepared = await prepareAll(connection, key, [request]);
  const [submission] = prepared.ok ? prepared.value : [];
  if (!prepared.ok) return prepared;
  return submission ? follow(connection, submission, key) : fail('NOT_INCLUDED', 'nothing was prepared');
}

/** Deploys `code` at its deterministic address. It simulates the creation first to get the constructor's own error. */
export async function create2(
  connection: EvmConnection,
  key: KeyHandle,
  code: Hex,
): Promise<Result<string, DeployFailure>> {
  const simulated = unwrapCall(await connection.rpc.call({ to: null, from: key.address, data: code }));
  if (!simulated.ok) return simulated;
  return sendAndSettle(connection, key, { to: CREATE2_PROXY, data: `${SALT}${code.slice(2)}`, value: 0n });
}

/** Deploys `code` in a step of that name unless it is there. Returns its address in both cases. */
export async function makeOnce(
  connection: EvmConnection,
  key: KeyHandle,
  steps: DeploymentSteps,
  name: string,
  code: Hex,
): Promise<Result<string, DeployFailure>> {
  const address = create2Address(code);
  const present = () => hasCode(connection, address);
  const made = await steps.run({ name, present, act: () => create2(connection, key, code) });
  return map(made, () => address);
}

/** Creates the missing deployment proxy: funds the sender of PROXY_TRANSACTION, then broadcasts that transaction. */
export async function makeCreate2Proxy(
  connection: EvmConnection,
  key: KeyHandle,
): Promise<Result<string, DeployFailure>> {
  const paid = await sendAndSettle(connection, key, { to: PROXY_MAKER, data: '0x', value: PROXY_COST });
  if (!paid.ok) return paid;
  return follow(
    connection,
    {
      reference: PROXY_TRANSACTION.hash as string,
      raw: PROXY_TRANSACTION.serialized,
      payer: PROXY_MAKER,
      sequence: 0,
      fee: {},
    },
    null,
  );
}
