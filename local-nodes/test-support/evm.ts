import { callRpc } from '../src/call-rpc.ts';
import { type Lie, type RpcFault, RpcRefusal } from '../src/rpc-proxy.ts';

type Json = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;

const mapLogs =
  (change: (logs: readonly Json[]) => readonly Json[]): Lie =>
  ({ method }, result) =>
    method === 'eth_getLogs' && Array.isArray(result) ? change(result as Json[]) : result;

/** Claims that nothing ever happened. */
export const hidesLogs: Lie = mapLogs(() => []);

/** Changes every log with `change`, like an endpoint that invents a deposit or its amount. */
export const forgesLogs = (change: (log: Json) => Json): Lie => mapLogs((logs) => logs.map(change));

/** Claims that the chain is `blocks` further than it is, so that unconfirmed transactions look final. */
export const runsAhead =
  (blocks: number): Lie =>
  ({ method, params }, result) => {
    const shifted = (quantity: unknown) => `0x${(Number(quantity) + blocks).toString(16)}`;
    if (method === 'eth_blockNumber') return shifted(result);
    const newest = method === 'eth_getBlockByNumber' && ['latest', 'safe', 'finalized'].includes(String(params[0]));
    return newest && isObject(result) ? { ...result, number: shifted(result.number) } : result;
  };

/** Shows another fork: every block has a different hash. */
export const forksBlocks: Lie = ({ method }, result) => {
  if (!['eth_getBlockByNumber', 'eth_getBlockByHash'].includes(method) || !isObject(result)) return result;
  return { ...result, hash: `0x${[...String(result.hash).slice(2)].reverse().join('')}` };
};

/** Answers every eth_call with `data`. */
export const answersCalls =
  (data: string): Lie =>
  ({ method }, result) =>
    method === 'eth_call' ? data : result;

/** Which parameter of a call names the block, the newest one when it is absent. */
const BLOCK_AT: Readonly<Record<string, number>> = {
  ...{ eth_call: 1, eth_estimateGas: 1, eth_getBalance: 1, eth_getCode: 1, eth_getTransactionCount: 1 },
  ...{ eth_getStorageAt: 2, eth_getBlockByNumber: 0, eth_getBlockReceipts: 0 },
};
/** How far the blocks of anvil's tags are below its newest one. */
const BELOW: Readonly<Record<string, number>> = { latest: 0, safe: 32, finalized: 64 };

const hex = (value: number): string => `0x${value.toString(16)}`;

/**
 * An endpoint that does not have the newest `blocks()` blocks of the node at `url` yet. It knows what was sent: the
 * transactions of those blocks are in its pool.
 */
export function isBehind(url: string, blocks: () => number): RpcFault {
  let newest = 0;
  const isMissing = (block: unknown): boolean => Number(block) > newest;
  const ofPool = { blockNumber: null, blockHash: null, transactionIndex: null };
  return {
    kind: 'lying',
    asks: async ({ method, params }) => {
      newest = Math.max(0, Number(await callRpc(url, 'eth_blockNumber')) - blocks());
      const place = BLOCK_AT[method];
      const below = place === undefined ? undefined : BELOW[String(params[place] ?? 'latest')];
      if (place === undefined || below === undefined) return { method, params };
      return { method, params: Object.assign([...params], { [place]: hex(Math.max(0, newest - below)) }) };
    },
    lie: ({ method, params }, result) => {
      if (method === 'eth_blockNumber') return hex(newest);
      if (Array.isArray(result)) return result.filter((one) => !isMissing((one as Json).blockNumber));
      if (isObject(result) && isMissing(result.number ?? result.blockNumber)) {
        return method === 'eth_getTransactionByHash' ? { ...result, ...ofPool } : null;
      }
      const asked = params[BLOCK_AT[method] ?? -1];
      return isMissing(asked) && !isObject(result) ? new RpcRefusal('header not found', -32_000) : result;
    },
  };
}
