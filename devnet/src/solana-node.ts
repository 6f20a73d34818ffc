import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { listeningPort } from './listening.ts';
import type { ProcessGuard } from './process-guard.ts';

/** A running local Solana chain. */
export interface SolanaNode {
  /** JSON-RPC over HTTP; the same port speaks WebSocket. */
  readonly url: string;
  /** Where web3.js looks for subscriptions: the next port. */
  readonly webSocketUrl: string;
  readonly port: number;
  readonly process: ChildProcess;
}

export interface SolanaNodeOptions {
  /** 0 takes a free one whose successor is free too. */
  readonly port: number;
  /** Milliseconds a slot takes; 400 when left out. */
  readonly slotMs?: number;
  /** Folder that the chain is loaded from, when it holds one, and kept in; without one it ends with the process. */
  readonly state?: string;
  /** Lamports that accounts of a new chain start with, by base58 address. */
  readonly balances?: Readonly<Record<string, bigint>>;
}

const MAIN = fileURLToPath(new URL('./solana/main.ts', import.meta.url));

/** Starts a local Solana chain and waits until it listens. Throws with its own words when it does not. */
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
