import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command, SuiteCommands } from './suites.ts';

/** What tests say of the sources. overtime: tests, which pass unbroken, had no end. */
export type Verdict = 'caught' | 'overtime' | 'survived' | 'unbuildable';

/** Whether the tests have noticed the mutant. Tests without an end have. */
export const isNoticed = (verdict: string): boolean => verdict === 'caught' || verdict === 'overtime';

/** How long a suite may take unbroken. A first build installs compilers. */
const UNBROKEN_MS = 60 * 60_000;

/** Broken, tests may take this many times their unbroken time, and SPARE_MS more. */
const TIMES = 4;
const SPARE_MS = 60_000;

/** How `command` ended: with status 0, with another one, or ended here after `limitMs`. */
function run(root: string, [file, ...args]: Command, limitMs: number): Promise<'passed' | 'failed' | 'overtime'> {
  const path = `${join(root, 'node_modules/.bin')}:${process.env.PATH}`;
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, {
      cwd: root,
      env: { ...process.env, PATH: path },
      stdio: 'ignore',
      timeout: limitMs,
    });
    child.once('error', reject);
    child.once('exit', (code) => resolve(code === 0 ? 'passed' : child.killed ? 'overtime' : 'failed'));
  });
}

/** The verdict of `commands` on the present sources. Each of them has `limitMs`. */
export async function judge(root: string, commands: SuiteCommands, limitMs: number): Promise<Verdict> {
  const { build, run: tests, more } = commands;
  if (build && (await run(root, build, limitMs)) !== 'passed') return 'unbuildable';
  for (const command of more === undefined ? [tests] : [tests, more]) {
    const ended = await run(root, command, limitMs);
    if (ended !== 'passed') return ended === 'failed' ? 'caught' : 'overtime';
  }
  return 'survived';
}

/** How long `commands` may take on broken sources, milliseconds. Throws when they fail on the unbroken ones. */
export async function limitOf(root: string, name: string, commands: SuiteCommands): Promise<number> {
  const started = performance.now();
  const verdict = await judge(root, commands, UNBROKEN_MS);
  if (verdict !== 'survived') throw new Error(`${name} is ${verdict} without any mutant; mend that first`);
  return Math.round(TIMES * (performance.now() - started)) + SPARE_MS;
}

/** Runs `judged` while `file` has the text `broken`, and restores it. */
export async function whileBroken<T>(file: string, broken: string, judged: () => Promise<T>): Promise<T> {
  const original = readFileSync(file, 'utf8');
  writeFileSync(file, broken);
  try {
    return await judged();
  } finally {
    writeFileSync(file, original);
  }
}
