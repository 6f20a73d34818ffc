import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { ConfiguredProcess } from '@causeway/devnet';
import type { ProcessGuard } from '@causeway/local-nodes';
import { PRIVATE_FILE } from '@causeway/protocol';
import { type Program, programOf } from '../install/bundle.mjs';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const CAUSEWAY = fileURLToPath(new URL('../../causeway.ts', import.meta.url));

/**
 * Flags of Node for processes that share one machine: 4 MiB for new objects instead of 16, which saves a tenth of their
 * memory.
 */
const SMALL = ['--max-semi-space-size=4'];

/** Time-out of a process's first answer, and the pause between two requests, milliseconds. */
const START_TIMEOUT_MS = 180_000;
const ASK_MS = 100;

/** A running `causeway` process with a log file. */
export interface Service {
  readonly name: string;
  readonly log: string;
  readonly process: ChildProcess;
}

export interface ServiceOptions {
  /** Environment variables in addition to ours. */
  readonly env?: Readonly<Record<string, string>>;
  /** True when the configuration file is written later, so that the process must wait for it. */
  readonly waitForConfig?: boolean;
  /** The program to run; looked up when absent. */
  readonly program?: Program;
}

/** The module that `causeway` runs from. */
export const causewayProgram = (): Program => programOf(ROOT, CAUSEWAY);

/** Starts `causeway COMMAND --config …` with its output appended to `log`. It ends with `guard`. */
export function startService(
  command: 'relayer' | 'signer' | 'watch' | 'solver' | 'api',
  { name, config }: Pick<ConfiguredProcess, 'name' | 'config'>,
  log: string,
  guard: ProcessGuard,
  { env = {}, waitForConfig = false, program = causewayProgram() }: ServiceOptions = {},
): Service {
  mkdirSync(dirname(log), { recursive: true });
  const file = openSync(log, 'a', PRIVATE_FILE);
  const args = [command, '--config', config, ...(waitForConfig ? ['--wait-for-config'] : [])];
  const child = spawn(process.execPath, [...SMALL, ...program.flags, program.path, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', file, file],
    // Ctrl-C in the terminal reaches only this process, which then ends the others in order.
    detached: true,
  });
  closeSync(file);
  guard.add(child);
  return { name, log, process: child };
}

/**
 * Waits until the service at `url` answers GET /health. Throws with the end of its log when it ends or takes too long.
 */
export async function untilHealthy(service: Service, url: string, signal: AbortSignal): Promise<void> {
  const deadline = performance.now() + START_TIMEOUT_MS;
  while (!(await answers(`${url}/health`))) {
    signal.throwIfAborted();
    if (hasEnded(service)) throw new Error(`${service.name} ended at its start:\n${logTail(service)}`);
    if (performance.now() > deadline) throw new Error(`${service.name} does not get ready:\n${logTail(service)}`);
    await sleep(ASK_MS);
  }
}

/** True once the service's process has ended. */
export const hasEnded = ({ process: child }: Service): boolean => child.exitCode !== null || child.signalCode !== null;

/** The last lines of the service's log. */
export function logTail({ log }: Service): string {
  return readFileSync(log, 'utf8').trim().split('\n').slice(-15).join('\n');
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(2_000) })).ok;
  } catch {
    return false;
  }
}
