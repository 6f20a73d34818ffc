import type { OrderRow } from '@causeway/storage';
import type { Stack } from './stack.ts';
import { until } from './wait.ts';

/** The facts that `causeway lock`, `burn` and `claim` print. */
export interface Sent {
  readonly operation: string;
  readonly amount: string;
  readonly symbol: string;
  readonly from: string;
  readonly transaction: string;
}

const VARIABLE = 'CAUSEWAY_TEST_OWN_KEY';

/** Runs `causeway lock`, `burn` or `claim` with a private key, or a seed, of 32 bytes. */
export async function withOwnKey(stack: Stack, key: string, ...args: readonly string[]): Promise<Sent> {
  process.env[VARIABLE] = key;
  try {
    return (await stack.causeway(...args, '--key-env', VARIABLE, '--yes', '--json')) as Sent;
  } finally {
    delete process.env[VARIABLE];
  }
}

/** The relayer's order for the lock or burn in `transaction`, once it is completed. */
export async function completedOrder(stack: Stack, transaction: string): Promise<OrderRow> {
  const order = await until('there is an order for the lock', () => stack.orderOfLock(transaction));
  await stack.as('alice').reaches(order.id, 'completed');
  return order;
}
