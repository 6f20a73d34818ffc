import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { endProcess, RpcProxy } from '@causeway/local-nodes';
import { parse, stringify } from 'yaml';
import { cpuOf, type ProcessFacts, processTree } from './process-tree.ts';
import { runScript, until } from './run-script.ts';

/** What an idle system costs. CPU is a share of one processor, 1 for all of it. */
export interface IdleFacts {
  /** All processes of `npm start`, with chains, after its first order. */
  readonly startCpu: number;
  readonly startChainsCpu: number;
  readonly startRelayerCpu: number;
  readonly startSignersCpu: number;
  readonly startApiCpu: number;
  /** `npm start` itself, with the RPC endpoints in front of the nodes. */
  readonly startItselfCpu: number;
  /** A relayer alone on the five chains with a block every 0.1 s. */
  readonly relayerCpu: number;
  /** RPC requests of that relayer to all endpoints of a chain, for each of its blocks: EVM, Solana. */
  readonly evmRequestsPerBlock: number;
  readonly solanaRequestsPerBlock: number;
  /** The same for each second: Radix makes a block only for a transaction. */
  readonly radixRequestsPerSecond: number;
  readonly evmRequestsPerSecond: number;
  readonly solanaRequestsPerSecond: number;
}

const BLOCK_SECONDS = 0.1;
/** Time for the last confirmations, finality and the first polls, until nothing is left to do. */
const SETTLE_MS = 45_000;

/** The measurements of the project at `root`, each for `seconds`. */
export const IDLE_PARTS: Readonly<Record<'start' | 'relayer', Measurement>> = {
  start: measureStart,
  relayer: measureRelayer,
};
type Measurement = (root: string, seconds: number) => Promise<Partial<IdleFacts>>;

/** The first line of output for which `found` returns something. Rejects when the process ends before. */
async function firstOutput<T>(child: ChildProcess, found: (line: string) => T | undefined): Promise<T> {
  if (child.stdout === null) throw new TypeError('the output is not piped');
  for await (const line of createInterface({ input: child.stdout })) {
    const value = found(line);
    if (value === undefined) continue;
    child.stdout.resume();
    return value;
  }
  throw new Error('a process ended before it was ready');
}

/** The configuration that `npm start` names once everything runs. */
export const printedConfig = (start: ChildProcess): Promise<string> =>
  firstOutput(start, (line) => /--config (\S+)/.exec(line)?.[1]);

async function measureStart(root: string, seconds: number): Promise<Partial<IdleFacts>> {
  const child = runScript(root, 'start', []);
  try {
    const config = await printedConfig(child);
    await until(() => isDelivered(root, config));
    await sleep(SETTLE_MS);
    const before = processTree(child.pid as number);
    await sleep(1_000 * seconds);
    const after = processTree(child.pid as number);
    const cpu = (group?: SystemPart) => {
      const some = (all: readonly ProcessFacts[]) => all.filter((one) => group === undefined || partOf(one) === group);
      return (cpuOf(some(after)) - cpuOf(some(before))) / seconds;
    };
    return {
      startCpu: cpu(),
      startChainsCpu: cpu('chains'),
      startRelayerCpu: cpu('relayer'),
      startSignersCpu: cpu('signer'),
      startApiCpu: cpu('api'),
      startItselfCpu: cpu('itself'),
    };
  } finally {
    await endProcess(child, 60_000);
  }
}

/** The parts of a running system. */
export type SystemPart = 'chains' | 'relayer' | 'signer' | 'api' | 'itself';

/** The part of the system that a process of `npm start` is. */
export function partOf({ command }: ProcessFacts): SystemPart {
  if (command.includes('--config')) {
    for (const service of ['relayer', 'signer', 'api'] as const) if (command.includes(service)) return service;
  }
  return command.some((word) => /anvil$|solana|radix/.test(word)) ? 'chains' : 'itself';
}

/** True once an order exists and all are completed. */
async function isDelivered(root: string, config: string): Promise<boolean> {
  const child = runScript(root, 'causeway', ['orders', '--config', config, '--json']);
  const output = child.stdout === null ? '' : await text(child.stdout);
  const orders = JSON.parse(output) as readonly { readonly state: string }[];
  return orders.length > 0 && orders.every(({ state }) => state === 'completed');
}

interface ChainDescription {
  readonly name: string;
  readonly kind: 'evm' | 'solana' | 'radix';
  readonly node: string;
}

async function measureRelayer(root: string, seconds: number): Promise<Partial<IdleFacts>> {
  const folder = mkdtempSync(join(tmpdir(), 'causeway-idle-'));
  const devnet = runScript(root, 'causeway', [
    ...['devnet', '--json', '--block-time', String(BLOCK_SECONDS), '--state', join(folder, 'devnet')],
  ]);
  const proxies: RpcProxy[] = [];
  try {
    const description = await firstOutput(devnet, (line) => JSON.parse(line) as DevnetOutput);
    const chains = await Promise.all(description.chains.map((chain) => countingChain(chain, proxies)));
    return await measureProcess(root, writeConfig(description.folder, chains), chains, seconds);
  } finally {
    await endProcess(devnet, 60_000);
    await Promise.all(proxies.map((proxy) => proxy.stop()));
    rmSync(folder, { recursive: true, force: true });
  }
}

interface DevnetOutput {
  readonly folder: string;
  readonly chains: readonly ChainDescription[];
}

interface CountingChain extends ChainDescription {
  readonly endpoints: readonly RpcProxy[];
}

const ENDPOINTS = 3;

async function countingChain(chain: ChainDescription, proxies: RpcProxy[]): Promise<CountingChain> {
  const endpoints = await Promise.all(Array.from({ length: ENDPOINTS }, () => RpcProxy.start(chain.node)));
  proxies.push(...endpoints);
  return { ...chain, endpoints };
}

/** The devnet's relayer, with a database of its own, at the counting endpoints. */
function writeConfig(folder: string, chains: readonly CountingChain[]): RelayerFile {
  const config = parse(readFileSync(join(folder, 'relayer.yaml'), 'utf8'));
  config.database = 'idle.db';
  for (const { name, endpoints } of chains) {
    const chain = config.chains[name];
    chain.rpc = endpoints.map(({ url }) => url);
    if (chain.webSocket !== undefined) chain.webSocket = endpoints[0]?.webSocketUrl;
  }
  const path = join(folder, 'idle.yaml');
  writeFileSync(path, stringify(config, { aliasDuplicateObjects: false }));
  return { config: path, port: config.relayer.http.port };
}

interface RelayerFile {
  readonly config: string;
  readonly port: number;
}

async function measureProcess(
  root: string,
  { config, port }: RelayerFile,
  chains: readonly CountingChain[],
  seconds: number,
) {
  const relayer = runScript(root, 'causeway', ['relayer', '--config', config]);
  relayer.stdout?.resume();
  const heads = async (): Promise<Readonly<Record<string, number>>> => {
    const response = await fetch(`http://127.0.0.1:${port}/health`);
    const { chains: seen } = (await response.json()) as { chains: { chain: string; head: number | null }[] };
    return Object.fromEntries(seen.map(({ chain, head }) => [chain, head ?? 0]));
  };
  const look = async () => ({
    cpu: cpuOf(processTree(relayer.pid as number)),
    heads: await heads(),
    requests: chains.map(({ endpoints }) => endpoints.reduce((sum, { requests }) => sum + requests, 0)),
  });
  try {
    await until(async () => (await heads().catch(() => undefined)) !== undefined);
    await sleep(SETTLE_MS);
    const before = await look();
    await sleep(1_000 * seconds);
    const after = await look();
    /** Per chain of the kind: requests, blocks. */
    const grown = (kind: ChainDescription['kind']) => {
      const own = chains.flatMap((chain, index) => (chain.kind === kind ? [{ name: chain.name, index }] : []));
      const sum = (of: (one: (typeof own)[number]) => number) => own.reduce((total, one) => total + of(one), 0);
      return {
        requests: sum(({ index }) => (after.requests[index] ?? 0) - (before.requests[index] ?? 0)) / own.length,
        blocks: sum(({ name }) => (after.heads[name] ?? 0) - (before.heads[name] ?? 0)) / own.length,
      };
    };
    const [evm, solana, radix] = [grown('evm'), grown('solana'), grown('radix')];
    return {
      relayerCpu: (after.cpu - before.cpu) / seconds,
      evmRequestsPerBlock: evm.requests / evm.blocks,
      solanaRequestsPerBlock: solana.requests / solana.blocks,
      evmRequestsPerSecond: evm.requests / seconds,
      solanaRequestsPerSecond: solana.requests / seconds,
      radixRequestsPerSecond: radix.requests / seconds,
    };
  } finally {
    await endProcess(relayer, 60_000);
  }
}
