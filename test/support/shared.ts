import type { DevnetOptions } from '@causeway/devnet';
import { SOON } from './refunds.ts';
import { type Stack, startStack } from './stack.ts';

/** Time limit of orders to Solana and Radix on lanes with a short limit, seconds; this time really passes. */
const IN_A_MOMENT = 14;

/** Stacks that the files of one suite share. Lanes with a short time limit let tests observe refunds. */
const SHARED = {
  evm: {
    networks: ['ethereum', 'polygon', 'arbitrum'],
    cancelAfterSeconds: { default: 300, lanes: { 'polygon:arbitrum': SOON } },
  },
  solana: {
    networks: ['ethereum', 'polygon', 'arbitrum', 'solana'],
    families: ['main'],
    cancelAfterSeconds: { default: 300, lanes: { 'solana:arbitrum': SOON, 'arbitrum:solana': IN_A_MOMENT } },
  },
  radix: {
    networks: ['ethereum', 'arbitrum', 'solana', 'radix'],
    families: ['main'],
    // Epochs that a test ends move the ledger's time ahead of the other chains' time.
    cancelAfterSeconds: { default: 900, lanes: { 'radix:arbitrum': SOON, 'arbitrum:radix': IN_A_MOMENT } },
  },
} as const satisfies Record<string, DevnetOptions>;

const stacks = new Map<string, Promise<Stack>>();

/** The stack of that name. The first test that asks starts it; it stops after the last test. */
export function sharedStack(name: keyof typeof SHARED): Promise<Stack> {
  const stack = stacks.get(name) ?? startStack(SHARED[name]);
  stacks.set(name, stack);
  return stack;
}

after(async function () {
  this.timeout(400_000);
  for (const stack of stacks.values()) await (await stack).stop();
});
