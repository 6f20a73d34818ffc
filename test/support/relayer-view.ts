import type { NetworkName, Stack } from './stack.ts';
import { until } from './wait.ts';

/** Waits until the relayer has processed everything up to `block` of that chain. */
export const relayerSees = (stack: Stack, name: NetworkName, block: number): Promise<boolean> =>
  until(`the relayer has seen block ${block} of ${name}`, async () => {
    const health = (await (await fetch(`${stack.relayer.url}/health`)).json()) as {
      readonly chains: readonly { readonly chain: string; readonly head: number | null }[];
    };
    return health.chains.some(({ chain, head }) => chain === name && head !== null && head >= block);
  });
