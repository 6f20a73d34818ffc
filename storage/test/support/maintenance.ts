import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const CHILD = fileURLToPath(new URL('./maintenance-child.ts', import.meta.url));

/**
 * Runs `backup FROM TO`, `restore FROM TO` or `prune DATABASE TIME` in a process that kills itself before step `killAt`.
 * Returns the names of its steps if it came to its end.
 */
export async function runMaintenance(
  command: 'backup' | 'restore' | 'prune',
  from: string,
  to: string,
  killAt = 0,
): Promise<readonly string[] | undefined> {
  const child = spawn(process.execPath, [CHILD, command, from, to, `${killAt}`], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (data: Buffer) => {
    output += data.toString();
  });
  const [status, signal] = await once(child, 'close');
  if (signal === 'SIGKILL') return undefined;
  assert.equal(status, 0);
  return output.trim().split('\n');
}
