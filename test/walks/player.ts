import { strict as assert } from 'node:assert';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { missingIn, type Step, stepsOf } from './page.ts';

const ROOT = join(import.meta.dirname, '../..');

/** Runs the steps in one shell, which ends at the first command that fails; each prints into a file of its own. */
const scriptOf = (steps: readonly Step[], folder: string): string =>
  [
    'set -euo pipefail',
    ...steps.map(({ commands }, at) => `exec >'${join(folder, String(at))}' 2>&1\n${commands}`),
    `touch '${join(folder, 'done')}'`,
  ].join('\n');

/**
 * Plays the page at `path`, relative to the project: its commands in its order, in the project's folder, with
 * `causeway` as a command and with settings of their own. Throws with the place in the page for a command that fails,
 * and for a line that is not printed. Whatever the page has started ends with it.
 */
export async function play(path: string, environment: Readonly<Record<string, string>> = {}): Promise<void> {
  const steps = stepsOf(readFileSync(join(ROOT, path), 'utf8'));
  const folder = mkdtempSync(join(tmpdir(), 'causeway-walk-'));
  const [output, bin] = [join(folder, 'output'), join(folder, 'bin')];
  for (const each of [output, bin]) mkdirSync(each);
  writeFileSync(join(bin, 'causeway'), `#!/bin/sh\nexec "${process.execPath}" "${ROOT}/scripts/causeway.mjs" "$@"\n`);
  chmodSync(join(bin, 'causeway'), 0o700);
  const env = {
    ...process.env,
    ...{ PATH: `${bin}${delimiter}${process.env.PATH}`, XDG_CONFIG_HOME: join(folder, 'settings'), WALK: folder },
    ...environment,
  };
  const shell = spawn('bash', ['--noprofile', '--norc', '-c', scriptOf(steps, output)], {
    ...{ cwd: ROOT, env, stdio: 'ignore', detached: true },
  });
  try {
    const [code] = await once(shell, 'exit');
    const wrong = steps.flatMap((step, at) => {
      const file = join(output, String(at));
      if (!existsSync(file)) return [];
      const printed = readFileSync(file, 'utf8');
      const isLast = code !== 0 && !existsSync(join(output, String(at + 1)));
      if (isLast) return [`${path}:${step.line} ended with ${code}:\n${printed}`];
      const missing = missingIn(printed, step);
      return missing === undefined ? [] : [`${path}:${step.line} did not print ${missing}, but\n${printed}`];
    });
    assert.ok(wrong.length === 0, wrong.join('\n'));
  } finally {
    end(shell.pid);
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Ends the shell and its children, which are one group of processes. */
function end(group: number | undefined): void {
  if (group === undefined) return;
  try {
    process.kill(-group, 'SIGKILL');
  } catch {
    // All of them have ended.
  }
}
