import { controlOf } from './chain-control.ts';
import type { NetworkName } from './control.ts';
import { SOON } from './limits.ts';
import type { PersonName } from './people.ts';
import type { Stack } from './stack.ts';

/**
 * Waits until the locks of `ids` are final, while `destination` accepts no orders, and then ends their time limit. On a
 * chain whose clock a test cannot move, the relayer's own wait ends it.
 */
export async function comesTooLate(
  stack: Stack,
  caller: PersonName,
  ids: readonly string[],
  destination: NetworkName,
): Promise<void> {
  for (const id of ids) await stack.as(caller).reaches(id, 'proving', 'cancelling', 'refunding', 'refunded');
  await controlOf(stack, destination).passTime?.(SOON);
}
