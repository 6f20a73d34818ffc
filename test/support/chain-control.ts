import type { Family } from '@causeway/devnet';
import type { ChainControl, NetworkName, WithDevnet } from './control.ts';
import { EvmControl } from './evm-control.ts';
import { RadixControl } from './radix-control.ts';
import { SolanaControl } from './solana-control.ts';

/** The chain of that name, with its bridge of `family`. */
export function controlOf(stack: WithDevnet, name: NetworkName, family: Family = 'main'): ChainControl {
  if (name === 'radix') return new RadixControl(stack, family);
  return name === 'solana' ? new SolanaControl(stack, family) : new EvmControl(stack, name, family);
}

/** Runs `work` while the bridge of `family` at `name` pauses mints and releases. */
export async function whilePaused(
  stack: WithDevnet,
  name: NetworkName,
  work: () => Promise<void>,
  family: Family = 'main',
): Promise<void> {
  const control = controlOf(stack, name, family);
  await control.pauseInbound();
  try {
    await work();
  } finally {
    await control.unpauseInbound();
  }
}
