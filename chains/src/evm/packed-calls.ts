import executor from '@causeway/contracts-evm/PackedExecutor.json' with { type: 'json' };
import {
  encodePackedOrders,
  type Hex,
  ok,
  type ProvenUse,
  packOrders,
  padLeft,
  type Result,
  unpackProof,
} from '@causeway/protocol';
import type { FunctionFragment } from 'ethers';
import type { BridgeRecord } from '../config/deployment.ts';
import { MAIN_FAMILY } from '../deploy/deployer.ts';
import type { ReadFailure } from '../failures.ts';
import type { OracleCall } from '../provider/provider.ts';
import { map } from '../provider/result.ts';
import { bridgeAbi } from './abi.ts';
import type { EvmContext } from './context.ts';
import { bytesAnswer } from './wire.ts';
import { callEncoder } from './words.ts';

/** Fewest consecutive orders that are packed. One alone is a call of its own, with the events and errors of before. */
const LEAST_ORDERS = 2;

/** Name, in a deployment's contracts, of the contract whose code the bridge of `family` runs for executeMany. */
export const packedExecutorName = (family: string): string =>
  family === MAIN_FAMILY ? 'packedExecutor' : `packedExecutor.${family}`;

/** Creation code of that contract for a bridge of `asset`, zero for the native coin. The bridge creates it. */
export const packedExecutorCode = (asset: string): Hex => `${executor.bytecode as Hex}${padLeft(asset).slice(2)}`;

const executeMany = bridgeAbi.getFunction('executeMany') as FunctionFragment;
const encode = callEncoder(executeMany);

/** Selector of executeMany. */
export const EXECUTE_MANY = executeMany.selector as Hex;

/** A call on its own, or consecutive ones of one interval that go together, in order of nonce. */
export type Grouped = { readonly alone: OracleCall } | { readonly together: readonly [ProvenUse, ...ProvenUse[]] };

/**
 * `calls` with the consecutive orders of each interval together: commitments first, then the intervals in the order of
 * their first call. It depends on nothing else, so that the relayer and every signer build the same transaction.
 */
export function groupCalls(calls: readonly OracleCall[]): readonly Grouped[] {
  const commits = calls.filter((call) => call.function === 'commitRoot');
  const byInterval = new Map<string, ProvenUse[]>();
  for (const call of calls) {
    if (call.function === 'commitRoot') continue;
    const key = intervalOf(call);
    byInterval.set(key, [...(byInterval.get(key) ?? []), call]);
  }
  const groups = [...byInterval.values()].flatMap(consecutive);
  return [
    ...commits.map((alone): Grouped => ({ alone })),
    ...groups.flatMap((together): readonly Grouped[] =>
      together.length >= LEAST_ORDERS ? [{ together }] : [{ alone: together[0] }],
    ),
  ];
}

/** Whether `calls` have orders that executeMany would take together. */
export const packs = (calls: readonly OracleCall[]): boolean => groupCalls(calls).some((group) => 'together' in group);

/** The calldata of orders that go together. */
export const encodeTogether = (together: readonly [ProvenUse, ...ProvenUse[]]): Hex =>
  encode([encodePackedOrders(packOrders(together))]);

/** A text for the interval of a call's proof. A proof that cannot be read has none in common with another. */
function intervalOf({ function: use, message, proof }: ProvenUse): string {
  const unpacked = unpackProof(use, proof);
  if (!unpacked.ok) return proof;
  return `${message.source}/${unpacked.value.firstNonce}/${unpacked.value.count}`;
}

/** The runs of consecutive nonces among `uses`, sorted by nonce. */
function consecutive(uses: readonly ProvenUse[]): readonly [ProvenUse, ...ProvenUse[]][] {
  const runs: [ProvenUse, ...ProvenUse[]][] = [];
  for (const use of uses.toSorted((a, b) => (a.message.nonce < b.message.nonce ? -1 : 1))) {
    const last = runs.at(-1);
    if (last?.at(-1)?.message.nonce === use.message.nonce - 1n) last.push(use);
    else runs.push([use]);
  }
  return runs;
}

/**
 * Whether the bridge has executeMany, by its code: the dispatcher compares the selector as PUSH4. A bridge that was
 * deployed before has the other functions only.
 */
export async function takesPackedOrders({
  connection,
  bridge,
}: Pick<EvmContext, 'connection'> & { readonly bridge: Pick<BridgeRecord, 'address'> }): Promise<
  Result<boolean, ReadFailure>
> {
  const code = await connection.rpc.onState(undefined, async (endpoint, block) =>
    bytesAnswer.parse(await endpoint.send('eth_getCode', [bridge.address, block])),
  );
  return map(code, (text) => text.toLowerCase().includes(`63${EXECUTE_MANY.slice(2)}`));
}

/** Remembers the answer for one bridge, whose code never changes. */
export function oncePacked(context: EvmContext): () => Promise<Result<boolean, ReadFailure>> {
  let known: boolean | undefined;
  return async () => {
    if (known !== undefined) return ok(known);
    const read = await takesPackedOrders(context);
    if (read.ok) known = read.value;
    return read;
  };
}
