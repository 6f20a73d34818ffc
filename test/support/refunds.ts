import type { EvmNetwork } from '@causeway/devnet';
import { EvmControl } from './evm-control.ts';
import type { PersonName } from './people.ts';
import type { Stack } from './stack.ts';

export type EvmNetworkName = EvmNetwork['name'];

/**
 * Seconds after which orders to an EVM chain are refunded on lanes with a short time limit. Tests move only that
 * chain's clock, so every later order on these lanes is also too late.
 */
export const SOON = 60;

/** Waits until the locks of `ids` are final, while `destination` accepts no orders, and then ends their time limit. */
export async function comesTooLate(
  stack: Stack,
  caller: PersonName,
  ids: readonly string[],
  destination: EvmNetworkName,
): Promise<void> {
  for (const id of ids) await stack.as(caller).reaches(id, 'proving', 'cancelling', 'refunding', 'refunded');
  await new EvmControl(stack, destination).passTime(SOON);
}
