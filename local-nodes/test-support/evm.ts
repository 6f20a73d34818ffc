import type { Lie } from '../src/rpc-proxy.ts';

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
