import type { DevnetOptions } from '@causeway/devnet';
import { SOON } from './refunds.ts';
import { type Stack, startStack } from './stack.ts';

/** Seconds that orders to Solana and Radix have over lanes that are given up soon; they really pass. */
const IN_A_MOMENT = 14;

/** Stacks that the files of one suite share. Lanes that are given up soon let refunds be watched. */
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
    // Epochs that a test ends move the ledger's time ahead of the other chains'.
    cancelAfterSeconds: { default: 900, lanes: { 'radix:arbitrum': SOON, 'arbitrum:radix': IN_A_MOMENT } },
  },
} as const satisfies Record<string, DevnetOptions>;

const stacks = new Map<string, Promise<Stack>>();

/** The stack of that name: started by the first test that asks, stopped after the last. */
export function sharedStack(name: keyof typeof SHARED): Promise<Stack> {
  const stack = stacks.get(name) ?? startStack(SHARED[name]);
  stacks.set(name, stack);
  return stack;
}

after(async function () {
  this.timeout(400_000);
  for (const stack of stacks.values()) await (await stack).stop();
});
