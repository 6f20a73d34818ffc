import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const WAIT_MS = 300_000;
const LOOK_MS = 1_000;

/** What a script of the package.json at `root` gives to Node: "exec node …" here, "node …" at earlier commits. */
function wordsOf(root: string, script: 'start' | 'causeway'): readonly string[] {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const words = String(scripts[script]).split(' ');
  return words.slice(words.indexOf('node') + 1);
}

/**
 * Runs a script of the package.json at `root` with `args`. Its output is piped; errors and logs go to `stderr`, a
 * file's number.
 */
export function runScript(
  root: string,
  script: 'start' | 'causeway',
  args: readonly string[],
  stderr: number | 'inherit' = 'inherit',
): ChildProcess {
  const node = join(root, 'node_modules/node/bin/node');
  return spawn(node, [...wordsOf(root, script), ...args], { cwd: root, stdio: ['ignore', 'pipe', stderr] });
}

/** Resolves once `isSo`, looked at every `lookMs`. Throws after five minutes. */
export async function until(isSo: () => Promise<boolean>, lookMs = LOOK_MS): Promise<void> {
  for (let waited = 0; waited < WAIT_MS; waited += lookMs) {
    if (await isSo()) return;
    await sleep(lookMs);
  }
  throw new Error(`it was not so after ${WAIT_MS / 1_000} s`);
}
