import type { Stack } from './stack.ts';

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
