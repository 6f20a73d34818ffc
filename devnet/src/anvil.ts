import { type ChildProcess, spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { DEV_MNEMONIC, devAccounts } from './accounts.ts';
import type { DevnetNetwork } from './networks.ts';
import type { ProcessGuard } from './process-guard.ts';

/** Coins that every development account starts with. */
const FUNDING = 10_000;

/** How long a node may take to listen, milliseconds. */
const START_TIMEOUT_MS = 30_000;

/** One running node. */
export interface AnvilNode {
  /** JSON-RPC over HTTP; the same port speaks WebSocket. */
  readonly url: string;
  readonly port: number;
  readonly process: ChildProcess;
}

export interface AnvilOptions {
  readonly network: DevnetNetwork;
  /** 0 takes a free one. */
  readonly port: number;
  /** Seconds; may be a fraction. */
  readonly blockTime: number;
  /** File that the chain is loaded from, when it exists, and written to at the end. */
  readonly stateFile?: string;
}

/** Starts a node and waits until it listens. Throws with the node's own words when it does not. */
export async function startAnvil(options: AnvilOptions, guard: ProcessGuard): Promise<AnvilNode> {
  const child = spawn(anvilBinary(), anvilArguments(options), { stdio: ['ignore', 'pipe', 'pipe'] });
  guard.add(child);
  const port = await listeningPort(child, options);
  return { url: `http://127.0.0.1:${port}`, port, process: child };
}

function anvilArguments({ network, port, blockTime, stateFile }: AnvilOptions): string[] {
  return [
    ...['--host', '127.0.0.1', '--port', String(port), '--chain-id', String(network.chainId)],
    ...['--block-time', String(blockTime), '--no-cors'],
    ...['--mnemonic', DEV_MNEMONIC, '--accounts', String(devAccounts().length), '--balance', String(FUNDING)],
    ...(stateFile === undefined ? [] : ['--state', stateFile]),
  ];
}

/** Path of the node's executable for this platform. */
function anvilBinary(): string {
  const require = createRequire(import.meta.url);
  const cpu = process.arch === 'x64' ? 'amd64' : process.arch;
  const platformPackage = `@foundry-rs/anvil-${process.platform}-${cpu}`;
  try {
    return createRequire(require.resolve('@foundry-rs/anvil/package.json')).resolve(`${platformPackage}/bin/anvil`);
  } catch {
    throw new Error(`the devnet has no node for ${process.platform} ${process.arch} (${platformPackage})`);
  }
}

/** The port that the node prints once it listens; everything it prints later is dropped. */
function listeningPort(child: ChildProcess, { network, port }: AnvilOptions): Promise<number> {
  return new Promise((resolve, reject) => {
    let printed = '';
    const refuse = (reason: string) => {
      clearTimeout(timer);
      const lastWords = printed.trim().split('\n').slice(-3).join(' ');
      reject(new Error(`the ${network.name} node${port ? ` at port ${port}` : ''} ${reason}: ${lastWords}`));
    };
    const timer = setTimeout(() => refuse(`did not start within ${START_TIMEOUT_MS / 1000} s`), START_TIMEOUT_MS);
    const read = (chunk: Buffer) => {
      printed = (printed + chunk.toString()).slice(-8_000);
      const listening = /Listening on [^\s]*:(\d+)/.exec(printed);
      if (!listening) return;
      clearTimeout(timer);
      for (const stream of [child.stdout, child.stderr]) stream?.removeAllListeners('data').resume();
      resolve(Number(listening[1]));
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('error', (error) => refuse(error.message));
    child.once('exit', (code, signal) => refuse(`ended (${signal ?? code})`));
  });
}
