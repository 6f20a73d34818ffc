import type { Lie } from '../src/rpc-proxy.ts';

type Json = Readonly<Record<string, unknown>>;

/** A lie about every answer of `method` that has a result. */
const about =
  (method: string, change: (result: Json) => unknown): Lie =>
  (call, result) =>
    call.method === method && typeof result === 'object' && result !== null ? change(result as Json) : result;

const all =
  (...lies: readonly Lie[]): Lie =>
  (call, result) =>
    lies.reduce((said, lie) => lie(call, said), result);

/** Claims that nothing ever happened on Solana. */
export const hidesTransactions: Lie = all(
  about('getSignaturesForAddress', () => []),
  about('getTransaction', () => null),
  about('getBlock', (block) => ({ ...block, ...(block.signatures ? { signatures: [] } : {}) })),
);

/** Changes the data of every inner instruction, like an endpoint that invents an event or its amount. */
export const forgesEvents = (change: (data: string) => string): Lie =>
  about('getTransaction', (transaction) => {
    const meta = transaction.meta as Json;
    const innerInstructions = ((meta.innerInstructions ?? []) as Json[]).map((outer) => ({
      ...outer,
      instructions: (outer.instructions as Json[]).map((one) => ({ ...one, data: change(String(one.data)) })),
    }));
    return { ...transaction, meta: { ...meta, innerInstructions } };
  });

/** Claims that the cluster is `slots` further than it is, so that unconfirmed transactions look final. */
export const runsAheadSlots =
  (slots: number): Lie =>
  ({ method }, result) =>
    method === 'getSlot' || method === 'getBlockHeight' ? Number(result) + slots : result;

/** Shows another fork of Solana: every block has a different hash. */
export const forksSlots: Lie = about('getBlock', (block) => ({
  ...block,
  blockhash: [...String(block.blockhash)].reverse().join(''),
}));

/** Claims that every account holds `data`, in base64. */
export const inventsAccounts = (data: string): Lie =>
  about('getMultipleAccounts', (answer) => ({
    ...answer,
    value: (answer.value as (Json | null)[]).map((account) => account && { ...account, data: [data, 'base64'] }),
  }));
