import { stopRequest } from '@causeway/runtime';
import type { Running } from './http.ts';

/** Options of every command of operators. */
export interface Common {
  readonly config: string;
  readonly json?: boolean;
}

/** Options of a command that starts a process. */
export interface ProcessOptions {
  readonly config: string;
  readonly waitForConfig?: boolean;
}

export const CONFIG = ['-c, --config <file>', 'configuration file', 'causeway.yaml'] as const;
export const JSON_OUTPUT = ['--json', 'print JSON, for scripts'] as const;
export const WAIT = [
  '--wait-for-config',
  'wait until the configuration file is there, and load everything meanwhile',
] as const;

/** Runs a process until it is asked to stop, then stops it cleanly. */
export async function run(start: () => Promise<Running>): Promise<void> {
  const running = await start();
  await stopRequest().asked;
  await running.stop();
}

/** What the process that listens at `http` says of itself; null when it does not answer within two seconds. */
export async function askHealth(http: {
  readonly host: string;
  readonly port: number;
}): Promise<{ readonly url: string; readonly health: unknown }> {
  const url = `http://${http.host.includes(':') ? `[${http.host}]` : http.host}:${http.port}/health`;
  const health: unknown = await fetch(url, { signal: AbortSignal.timeout(2_000) }).then(
    (response) => response.json(),
    () => null,
  );
  return { url, health };
}

/** Prints `value` as JSON, or `lines`. */
export function print(json: boolean | undefined, value: unknown, lines: readonly string[]): void {
  process.stdout.write(
    json ? `${JSON.stringify(value, bigintToString, 2)}\n` : lines.map((line) => `${line}\n`).join(''),
  );
}

const bigintToString = (_key: string, value: unknown): unknown =>
  typeof value === 'bigint' ? value.toString() : value;

/** Says why a command did nothing, and ends it with status 1. */
export function refuseCommand(reason: string): void {
  process.stderr.write(`${reason}\n`);
  process.exitCode = 1;
}
