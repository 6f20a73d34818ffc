import earlierExecutors from '@causeway/contracts-evm/earlier-executors.json' with { type: 'json' };
import executor from '@causeway/contracts-evm/PackedExecutor.json' with { type: 'json' };
import { encodePackedOrders, type Hex, type ProvenUse, packOrders, padLeft, type Result } from '@causeway/protocol';
import type { FunctionFragment } from 'ethers';
import type { BridgeRecord } from '../config/deployment.ts';
import { MAIN_FAMILY } from '../deploy/deployer.ts';
import type { ReadFailure } from '../failures.ts';
import type { SeenPacked } from '../provider/group-calls.ts';
import { map } from '../provider/result.ts';
import { bridgeAbi } from './abi.ts';
import { readCode } from './code.ts';
import type { EvmContext } from './context.ts';
import { callEncoder } from './words.ts';

/** Name, in a deployment's contracts, of the contract whose code the bridge of `family` runs for executeMany. */
export const packedExecutorName = (family: string): string =>
  family === MAIN_FAMILY ? 'packedExecutor' : `packedExecutor.${family}`;

/**
 * Creation codes of that contract for a bridge of `asset`, zero for the native coin: this release's, then the codes of
 * releases before, whose bridges are there for good. The bridge creates it.
 */
export const packedExecutorCodes = (asset: string): readonly Hex[] =>
  [executor.bytecode, ...earlierExecutors].map((code): Hex => `${code as Hex}${padLeft(asset).slice(2)}`);

/**
 * `code` without what solc appends to it: a hash of all sources' texts, in CBOR, whose length the last two bytes tell.
 * Source: https://docs.soliditylang.org/en/latest/metadata.html
 */
export function withoutMetadata(code: Hex): Hex {
  const length = Number(`0x${code.slice(-4)}`) + 2;
  return 2 * length < code.length - 2 ? (code.slice(0, -2 * length) as Hex) : code;
}

const executeMany = bridgeAbi.getFunction('executeMany') as FunctionFragment;
const encode = callEncoder(executeMany);

/** Selector of executeMany. */
export const EXECUTE_MANY = executeMany.selector as Hex;

/** The calldata of orders that go together. */
export const encodeTogether = (together: readonly [ProvenUse, ...ProvenUse[]]): Hex =>
  encode([encodePackedOrders(packOrders(together))]);

/** Whether `code`, of a bridge, has executeMany: the dispatcher compares the selector as PUSH4. */
export const hasExecuteMany = (code: Hex): boolean => code.toLowerCase().includes(`63${EXECUTE_MANY.slice(2)}`);

/**
 * Whether the bridge has executeMany, by its code. A bridge that was deployed before has the other functions only, and
 * one that the endpoints do not have yet tells nothing.
 */
export async function takesPackedOrders({
  connection,
  bridge,
}: Pick<EvmContext, 'connection'> & { readonly bridge: Pick<BridgeRecord, 'address'> }): Promise<
  Result<SeenPacked, ReadFailure>
> {
  const code = await readCode(connection, bridge.address);
  return map(code, (text) => (text === '0x' ? 'unclear' : hasExecuteMany(text)));
}
