import { type Stack, startStack } from './stack.ts';

/** Lanes between these two are given up soon, so that refunds can be watched; nothing else is sent over them. */
const REFUND_LANES = { 'polygon:arbitrum': 12, 'arbitrum:polygon': 12 } as const;

let stack: Promise<Stack> | undefined;

/** The EVM chains that tests of a run share: started by the first that asks, stopped at the end. */
export function sharedStack(): Promise<Stack> {
  stack ??= startStack({
    networks: ['ethereum', 'polygon', 'arbitrum'],
    cancelAfterSeconds: { default: 300, lanes: REFUND_LANES },
  });
  return stack;
}

after(async function () {
  this.timeout(400_000);
  await (await stack)?.stop();
});
