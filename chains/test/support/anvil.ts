import { type ChildProcess, spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import type { Hex } from '@causeway/protocol';

/** A local node of one test. */
export interface Anvil {
  readonly url: string;
  readonly webSocket: string;
  readonly chainId: number;
  /** A JSON-RPC call straight to the node. */
  rpc(method: string, ...params: unknown[]): Promise<unknown>;
  mine(blocks: number): Promise<void>;
  /** Sends a transaction of an account that the node holds, and waits until it is in a block. */
  send(transaction: { readonly from: string; readonly to?: string | undefined; readonly data?: string }): Promise<void>;
  stop(): Promise<void>;
}

/** Private keys of the node's funded accounts: those of the well-known test mnemonic. */
export const FUNDED: readonly Hex[] = [
  '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
  '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d',
  '0x5de4111afa1a4b94908f83103eb1f1706367c2e68ca870fc3fb9a804cdab365a',
  '0x7c852118294e51e653712a81e05800f419141751be58f605c371e15141b007a6',
];

const executable = (): string => {
  const cpu = process.arch === 'x64' ? 'amd64' : process.arch;
  const anvil = createRequire(createRequire(import.meta.url).resolve('@foundry-rs/anvil/package.json'));
  return anvil.resolve(`@foundry-rs/anvil-${process.platform}-${cpu}/bin/anvil`);
};

/** Starts a node on a free port that mines a block per transaction. */
export async function startAnvil(chainId: number, ...more: string[]): Promise<Anvil> {
  const child = spawn(executable(), ['--port', '0', '--chain-id', String(chainId), ...more], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const port = await listeningPort(child);
  const url = `http://127.0.0.1:${port}`;
  let id = 0;
  const rpc = async (method: string, ...params: unknown[]): Promise<unknown> => {
    id += 1;
    const body = JSON.stringify({ jsonrpc: '2.0', id, method, params });
    const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    const answer = (await response.json()) as { result?: unknown; error?: { message: string } };
    if (answer.error) throw new Error(`${method}: ${answer.error.message}`);
    return answer.result;
  };
  return {
    url,
    webSocket: `ws://127.0.0.1:${port}`,
    chainId,
    rpc,
    mine: async (blocks) => {
      await rpc('anvil_mine', `0x${blocks.toString(16)}`);
    },
    send: async (transaction) => {
      const hash = await rpc('eth_sendTransaction', transaction);
      while ((await rpc('eth_getTransactionReceipt', hash)) === null);
    },
    stop: () =>
      new Promise((resolve) => {
        child.once('exit', () => resolve());
        child.kill('SIGKILL');
      }),
  };
}

function listeningPort(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    let printed = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
      const port = /Listening on [^\s]*:(\d+)/.exec(printed)?.[1];
      if (!port) return;
      child.stdout?.removeAllListeners('data').resume();
      resolve(Number(port));
    });
    child.once('exit', () => reject(new Error(`anvil ended: ${printed.slice(-500)}`)));
  });
}
