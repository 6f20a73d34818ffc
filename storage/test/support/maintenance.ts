import assert from 'node:assert/strict';
import { once } from 'node:events';
import { linesOf, startChild } from './child.ts';

const CHILD = new URL('./maintenance-child.ts', import.meta.url);

/**
 * Runs `backup FROM TO`, `restore FROM TO` or `prune DATABASE TIME` in a process that kills itself before step
 * `killAt`. Returns the names of its steps if it came to its end.
 */
export async function runMaintenance(
  command: 'backup' | 'restore' | 'prune',
  from: string,
  to: string,
  killAt = 0,
): Promise<readonly string[] | undefined> {
  const child = startChild(CHILD, command, from, to, `${killAt}`);
  const closed = once(child, 'close');
  const steps = await linesOf(child);
  const [status, signal] = await closed;
  if (signal === 'SIGKILL') return undefined;
  assert.equal(status, 0);
  return steps;
}
