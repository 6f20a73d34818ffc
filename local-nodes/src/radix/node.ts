import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { listeningPort } from '../listening.ts';
import type { LocalNode } from '../node.ts';
import type { ProcessGuard } from '../process-guard.ts';

export interface RadixNodeOptions {
  /** 0 chooses a free one. */
  readonly port: number;
  /** Milliseconds between rounds while transactions wait; 200 when absent. */
  readonly roundMs?: number;
  /** Folder that keeps the ledger between runs. Without one, the ledger ends with the process. */
  readonly state?: string;
}

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.resolve('@causeway/radix-ledger')));

/** Starts a local Radix ledger and waits until it listens. Throws with the ledger's own words when it fails. */
export async function startRadixNode(options: RadixNodeOptions, guard: ProcessGuard): Promise<LocalNode> {
  const child = spawn(process.execPath, [MAIN, ...radixArguments(options)], { stdio: ['ignore', 'pipe', 'pipe'] });
  guard.add(child);
  const port = await listeningPort(child, `the radix node${options.port ? ` at port ${options.port}` : ''}`);
  return { url: `http://127.0.0.1:${port}/core`, port, process: child };
}

const radixArguments = ({ port, roundMs, state }: RadixNodeOptions): string[] => [
  ...['--port', String(port)],
  ...(roundMs === undefined ? [] : ['--round-ms', String(roundMs)]),
  ...(state === undefined ? [] : ['--folder', state]),
];
