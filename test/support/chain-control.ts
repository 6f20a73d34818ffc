import type { Family } from '@causeway/devnet';
import { EvmControl } from './evm-control.ts';
import { RadixControl } from './radix-control.ts';
import { SolanaControl } from './solana-control.ts';
import type { NetworkName, Stack } from './stack.ts';

/** One chain of the stack in a test's hands: its blocks, and its bridge as guardian and admin see it. */
export interface ChainControl {
  /** Stops blocks from coming by themselves. */
  freeze(): Promise<void>;
  /** Lets blocks come again. */
  thaw(): Promise<void>;
  /** Makes `blocks` blocks now. */
  mine(blocks: number): Promise<void>;
  head(): Promise<number>;
  /** The number of the block that includes `transaction`. */
  blockOf(transaction: string): Promise<number>;
  /** Pauses mint and release, as the guardian. */
  pauseInbound(): Promise<void>;
  /** Lets mint and release go on, as the admin. */
  unpauseInbound(): Promise<void>;
}

/** The chain of that name, with its bridge of `family`. */
export function controlOf(stack: Stack, name: NetworkName, family: Family = 'main'): ChainControl {
  if (name === 'radix') return new RadixControl(stack, family);
  return name === 'solana' ? new SolanaControl(stack, family) : new EvmControl(stack, name, family);
}

/** Runs `work` while the bridge of `family` mints and releases nothing at `name`. */
export async function whilePaused(
  stack: Stack,
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
