import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { cpuOf, type ProcessFacts } from './process-tree.ts';

/** The parts of what `npm start` runs. */
export const SYSTEM_PARTS = ['chains', 'relayer', 'signer', 'api', 'itself'] as const;
export type SystemPart = (typeof SYSTEM_PARTS)[number];

/** Time for the last confirmations, finality and the first polls, until nothing is left to do. */
export const SETTLE_MS = 45_000;

function partOf({ command }: ProcessFacts): SystemPart {
  if (command.includes('--config')) {
    for (const service of ['relayer', 'signer', 'api'] as const) if (command.includes(service)) return service;
  }
  return command.some((word) => /anvil$|solana|radix/.test(word)) ? 'chains' : 'itself';
}

/** Processor time of a part of the system, or of everything, seconds. */
export const cpuOfPart = (tree: readonly ProcessFacts[], part?: SystemPart): number =>
  cpuOf(part === undefined ? tree : tree.filter((one) => partOf(one) === part));

/** The first line of output for which `found` returns something. Rejects when the process ends before. */
export async function firstOutput<T>(child: ChildProcess, found: (line: string) => T | undefined): Promise<T> {
  if (child.stdout === null) throw new TypeError('the output is not piped');
  for await (const line of createInterface({ input: child.stdout })) {
    const value = found(line);
    if (value === undefined) continue;
    child.stdout.resume();
    return value;
  }
  throw new Error('a process ended before it was ready');
}

/** The folder of `npm start -- --json`, once its orders are completed. */
export const startedFolder = (start: ChildProcess): Promise<string> =>
  firstOutput(start, (line) => (line.startsWith('{') ? (JSON.parse(line).folder as string) : undefined));
