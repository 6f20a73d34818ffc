import type { SystemKind } from './control.ts';
import { type Stack, startStack } from './stack.ts';

const stacks = new Map<SystemKind, Promise<Stack>>();

/** The stack that the files of one suite share. The first test that asks starts it; it stops after the last test. */
export function sharedStack(kind: SystemKind): Promise<Stack> {
  const stack = stacks.get(kind) ?? startStack(kind.stack);
  stacks.set(kind, stack);
  return stack;
}

after(async function () {
  this.timeout(400_000);
  for (const stack of stacks.values()) await (await stack).stop();
});
