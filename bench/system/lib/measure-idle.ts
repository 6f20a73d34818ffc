import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { endProcess, RpcProxy } from '@causeway/local-nodes';
import { parse, stringify } from 'yaml';
import { cpuOf, processTree } from './process-tree.ts';
import { runScript, until } from './run-script.ts';
import { cpuOfPart, firstOutput, SETTLE_MS, type SystemPart, startedFolder } from './running-system.ts';

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

/** The measurements of the project at `root`, each for `seconds`. */
export const IDLE_PARTS: Readonly<Record<'start' | 'relayer', Measurement>> = {
  start: measureStart,
  relayer: measureRelayer,
};
type Measurement = (root: string, seconds: number) => Promise<Partial<IdleFacts>>;

async function measureStart(root: string, seconds: number): Promise<Partial<IdleFacts>> {
  const child = runScript(root, 'start', ['--json']);
  try {
    await startedFolder(child);
    await sleep(SETTLE_MS);
    const before = processTree(child.pid as number);
    await sleep(1_000 * seconds);
    const after = processTree(child.pid as number);
    const cpu = (part?: SystemPart) => (cpuOfPart(after, part) - cpuOfPart(before, part)) / seconds;
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
