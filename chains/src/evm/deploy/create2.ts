import type { Hex, Result } from '@causeway/protocol';
import type { DeploymentSteps } from '../../deploy/deployment-steps.ts';
import type { DeployFailure } from '../../failures.ts';
import type { KeyHandle } from '../../provider/provider.ts';
import { map } from '../../provider/result.ts';
import { hasCode } from '../code.ts';
import type { EvmConnection } from '../connection.ts';
import { unwrapCall } from '../errors.ts';
import { follow, sendAndSettle } from '../send-and-settle.ts';
import { CREATE2_PROXY, create2Address, PROXY_COST, PROXY_MAKER, PROXY_TRANSACTION, SALT } from './addresses.ts';

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
