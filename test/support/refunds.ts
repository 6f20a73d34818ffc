import type { EvmNetwork } from '@causeway/devnet';
import { EvmControl } from './evm-control.ts';
import type { Stack } from './stack.ts';

export type EvmNetworkName = EvmNetwork['name'];

/**
 * Seconds after which orders to an EVM chain are refunded over lanes that are given up soon. Tests let them pass on that
 * chain's clock alone, so that every later order over these lanes comes too late as well.
 */
export const SOON = 60;

/**
 * Waits until the locks of `ids`, orders to `destination` that it does not take for now, are final; then their time is
 * over.
 */
export async function comesTooLate(
  stack: Stack,
  caller: 'alice' | 'bob',
  ids: readonly string[],
  destination: EvmNetworkName,
): Promise<void> {
  for (const id of ids) await stack.as(caller).reaches(id, 'proving', 'cancelling', 'refunding', 'refunded');
  await new EvmControl(stack, destination).passTime(SOON);
}
