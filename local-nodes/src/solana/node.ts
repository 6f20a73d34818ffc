import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { listeningPort } from '../listening.ts';
import type { ProcessGuard } from '../process-guard.ts';

/** A running local Solana chain. */
export interface SolanaNode {
  /** JSON-RPC over HTTP. The same port serves WebSocket. */
  readonly url: string;
  /** The next port, where web3.js expects subscriptions. */
  readonly webSocketUrl: string;
  readonly port: number;
  readonly process: ChildProcess;
}

export interface SolanaNodeOptions {
  /** 0 chooses a free one whose successor is also free. */
  readonly port: number;
  /** Milliseconds per slot; 400 when absent. */
  readonly slotMs?: number;
  /** Folder that keeps the chain between runs. Without one, the chain ends with the process. */
  readonly state?: string;
  /** Initial balances of a new chain's accounts, lamports by base58 address. */
  readonly balances?: Readonly<Record<string, bigint>>;
}

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url));

/** Starts a local Solana chain and waits until it listens. Throws with the chain's own words when it fails. */
export async function startSolanaNode(options: SolanaNodeOptions, guard: ProcessGuard): Promise<SolanaNode> {
  const child = spawn(process.execPath, [MAIN, ...solanaArguments(options)], { stdio: ['ignore', 'pipe', 'pipe'] });
  guard.add(child);
  const port = await listeningPort(child, `the solana node${options.port ? ` at port ${options.port}` : ''}`);
  return {
    url: `http://127.0.0.1:${port}`,
    webSocketUrl: `ws://127.0.0.1:${port + 1}`,
    port,
    process: child,
  };
}

function solanaArguments({ port, slotMs, state, balances = {} }: SolanaNodeOptions): string[] {
  return [
    ...['--port', String(port)],
    ...(slotMs === undefined ? [] : ['--slot-ms', String(slotMs)]),
    ...(state === undefined ? [] : ['--state', state]),
    ...Object.entries(balances).flatMap(([address, lamports]) => ['--airdrop', `${address}=${lamports}`]),
  ];
}
