import { controlOf } from './chain-control.ts';
import type { NetworkName } from './control.ts';
import type { Stack } from './stack.ts';

/** The output of a process that waits for an order. Blocks are made faster than they come meanwhile. */
export async function whileMining(
  stack: Stack,
  networks: readonly Extract<NetworkName, 'ethereum' | 'polygon' | 'arbitrum'>[],
  ended: Promise<{ readonly stdout: string }>,
): Promise<string> {
  let running = true;
  const settled = ended.finally(() => {
    running = false;
  });
  settled.catch(() => {});
  const chains = networks.map((name) => controlOf(stack, name));
  while (running) {
    await Promise.all([...chains.map((chain) => chain.mine(4)), new Promise((go) => setTimeout(go, 100))]);
  }
  return (await settled).stdout;
}
