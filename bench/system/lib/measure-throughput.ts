import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { Devnet } from '@causeway/devnet';
import { callRpc, endProcess, RpcProxy } from '@causeway/local-nodes';
import { bytesToHex, concatHex, type Hex, keccak256, uintToHex } from '@causeway/protocol';
import { parse, stringify } from 'yaml';
import { cpuOf, processTree } from './process-tree.ts';
import { runScript, until } from './run-script.ts';

/** The cost of delivering many orders at once. Requests and times are per order, times in milliseconds. */
export interface ThroughputFacts {
  readonly ordersPerSecond: number;
  /** Calls of JSON-RPC of all processes to all endpoints. */
  readonly requests: number;
  readonly sourceRequests: number;
  readonly destinationRequests: number;
  /** Processor time of the relayer and the five signers. */
  readonly cpu: number;
  readonly relayerCpu: number;
  /** A signer's, in the mean. */
  readonly signerCpu: number;
  readonly apiCpu: number;
}

/** Calls by "process chain method", such as "signer polygon eth_call". */
export type Calls = Readonly<Record<string, number>>;

export interface Measured {
  readonly facts: ThroughputFacts;
  /** The sum over all orders. */
  readonly calls: Calls;
}

/** What is measured. */
export interface Load {
  readonly locks: number;
  /** The chain to which everything is delivered. */
  readonly destination: Destination;
  /** Seconds between two blocks of an EVM destination; other kinds have their own. */
  readonly blockSeconds: number;
  /** All locks become final at the same moment, and the time counts from there, not from the first lock. */
  readonly together: boolean;
}

export const DESTINATIONS = ['polygon', 'solana', 'radix'] as const;
export type Destination = (typeof DESTINATIONS)[number];

const SOURCE = 'ethereum';
/** Seconds between blocks: a slot of Solana; a round of Radix is a quarter of it. */
const BLOCK_SECONDS: Readonly<Record<Destination, number>> = { polygon: 0.1, solana: 0.4, radix: 2 };
/** Blocks of the source on top of the locks, until these are final. */
const DEPTH = 33;
/** The unused account of a key that nobody has, as each chain writes recipients. */
const RECIPIENTS: Readonly<Record<Destination, Hex>> = {
  polygon: '0x00000000000000000000000000000000000000000000000000000000000c0ffe',
  // The public key of the ed25519 seed 0x01 × 32.
  solana: '0x8a88e3dd7409f195fd52db2d3cba5d72ca6709bf1d94121bf3748801b40f6f5c',
  radix: '0x00005100000000000000000000000000000000000000000000000000000c0ffe',
};
const ENDPOINTS = 3;
/** Time for the first polls of the chains, until the services rest. */
const SETTLE_MS = 10_000;
const LOOK_MS = 100;
/** What the services write, in the folder of the chains. */
const LOG = 'services.log';
/** Locks that are sent at the same time. */
const AT_ONCE = 100;
const AMOUNT = 10n ** 15n;
const RICH = 10n ** 24n;
/** An account of no key, for which anvil signs. */
const SENDER = '0x00000000000000000000000000000000000c0ffe';
/** Gas limit of a lock, and fees above the base fee of full blocks, because anvil chooses fees for an empty block. */
const LOCK_GAS = 300_000;
const [MAX_FEE, PRIORITY_FEE] = [10_000_000_000, 1_000_000_000];

/** The command of a service: signers are numbered. */
const roleOf = (name: string): string => name.replace(/\W?\d+$/, '');

/** One of the services with the endpoints that count its calls. */
interface Service {
  readonly name: string;
  readonly pid: number;
  readonly endpoints: Readonly<Record<string, readonly RpcProxy[]>>;
}

/**
 * Locks `locks` times at once on one EVM chain of the project at `root` and waits until all orders are completed on
 * another. The services are started as by `npm start`, with a block every 0.1 s. Everything that this starts has ended
 * when it ends.
 */
export async function measureThroughput(root: string, load: Load): Promise<Measured> {
  const { destination } = load;
  const { startDevnet }: typeof import('@causeway/devnet') = await import(
    pathToFileURL(join(root, 'devnet/src/index.ts')).href
  );
  const devnet = await startDevnet({
    networks: [SOURCE, destination],
    blockTime: BLOCK_SECONDS[destination],
    // Below the ports of the endpoints and of connections, which could take a port before its service listens.
    ports: 'usual',
    cancelAfterSeconds: { default: 3_600 },
  });
  const proxies: RpcProxy[] = [];
  const paces: (NodeJS.Timeout | undefined)[] = [];
  const children: ReturnType<typeof runScript>[] = [];
  const log = openSync(join(devnet.folder, LOG), 'a');
  try {
    const { signers, relayer, api } = devnet.configuration;
    const configured = [...signers, relayer, api];
    const services = await Promise.all(
      configured.map(async ({ name, config, url }): Promise<Service> => {
        const endpoints = await countedEndpoints(config, devnet, proxies, load);
        const child = runScript(root, 'causeway', [roleOf(name), '--config', config], log);
        children.push(child);
        devnet.guard.add(child);
        child.stdout?.resume();
        await until(async () => {
          if (child.exitCode === null) return isHealthy(url);
          const ending = readFileSync(join(devnet.folder, LOG), 'utf8').slice(-1_000);
          throw new Error(`${name} ended with status ${child.exitCode}: …${ending}`);
        }, LOOK_MS);
        return { name, pid: child.pid as number, endpoints };
      }),
    );
    await sleep(SETTLE_MS);
    const database = join(dirname(relayer.config), parse(readFileSync(relayer.config, 'utf8')).database);
    const pace = await slowed(devnet, load);
    paces.push(pace);
    const before = look(services);
    const seconds = await deliver(devnet, database, load);
    return factsOf(before, look(services), seconds, load);
  } finally {
    for (const pace of paces) clearInterval(pace);
    await Promise.all(children.map((child) => endProcess(child, 60_000)));
    closeSync(log);
    await devnet.stop();
    await Promise.all(proxies.map((proxy) => proxy.stop()));
  }
}

/** Makes the process of the file `config` read its chains through endpoints that count. */
async function countedEndpoints(
  config: string,
  devnet: Devnet,
  proxies: RpcProxy[],
  { destination, blockSeconds }: Load,
): Promise<Service['endpoints']> {
  const file = parse(readFileSync(config, 'utf8'));
  const counted: Record<string, readonly RpcProxy[]> = {};
  for (const { network, node } of devnet.chains) {
    const started = await Promise.all(Array.from({ length: ENDPOINTS }, () => RpcProxy.start(node.url)));
    proxies.push(...started);
    counted[network.name] = started;
    const chain = file.chains[network.name];
    chain.rpc = started.map(({ url }) => url);
    // As an operator sets it for slow blocks: nothing is sent again before a few of them.
    if (network.name === destination) chain.escalateAfterMs = Math.max(chain.escalateAfterMs, 5_000 * blockSeconds);
    if (chain.webSocket !== undefined) chain.webSocket = started[0]?.webSocketUrl;
  }
  writeFileSync(config, stringify(file, { aliasDuplicateObjects: false }));
  return counted;
}

const isHealthy = (url: string): Promise<boolean> =>
  fetch(`${url}/health`).then(
    ({ ok }) => ok,
    () => false,
  );

interface Look {
  readonly cpu: ReadonlyMap<string, number>;
  readonly calls: Calls;
}

function look(services: readonly Service[]): Look {
  const calls: Record<string, number> = {};
  for (const { name, endpoints } of services) {
    for (const [chain, proxies] of Object.entries(endpoints)) {
      for (const [method, count] of proxies.flatMap((proxy) => [...proxy.calls])) {
        const key = `${roleOf(name)} ${chain} ${method}`;
        calls[key] = (calls[key] ?? 0) + count;
      }
    }
  }
  return { cpu: new Map(services.map(({ name, pid }) => [name, cpuOf(processTree(pid))])), calls };
}

const quantity = (value: bigint | number): Hex => `0x${value.toString(16)}`;

/** Gives an EVM destination its own time between blocks. Returns the timer that makes them. */
async function slowed(devnet: Devnet, { destination, blockSeconds }: Load): Promise<NodeJS.Timeout | undefined> {
  const { node } = devnet.chain(destination);
  if (destination !== 'polygon' || blockSeconds === BLOCK_SECONDS.polygon) return undefined;
  await node.blocks?.freeze();
  return setInterval(() => void callRpc(node.url, 'evm_mine').catch(() => {}), 1_000 * blockSeconds);
}

/** Sends the locks and waits for their orders' completion. Returns how long that took, seconds. */
async function deliver(devnet: Devnet, database: string, { locks, destination, together }: Load): Promise<number> {
  const node = devnet.chain(SOURCE).node.url;
  const to = devnet.deployment(SOURCE).bridges.main?.address;
  const domain = uintToHex(devnet.deployment(destination).domain, 32);
  const call = (signature: string, ...words: readonly Hex[]) =>
    concatHex(keccak256(bytesToHex(Buffer.from(signature))).slice(0, 10) as Hex, ...words);
  await callRpc(node, 'anvil_setBalance', [SENDER, quantity(RICH)]);
  await callRpc(node, 'anvil_impersonateAccount', [SENDER]);
  // Bridges before the delivery fee have no such function.
  const fee = BigInt(
    String(await callRpc(node, 'eth_call', [{ to, data: call('fee(uint32)', domain) }]).catch(() => 0)),
  );
  const data = call('lockTokens(uint32,bytes32,uint256)', domain, RECIPIENTS[destination], uintToHex(AMOUNT, 32));
  const transaction = {
    from: SENDER,
    to,
    data,
    value: quantity(AMOUNT + fee),
    gas: quantity(LOCK_GAS),
    maxFeePerGas: quantity(MAX_FEE),
    maxPriorityFeePerGas: quantity(PRIORITY_FEE),
  };
  // The node's pool forgets a transaction that comes while the block with the one before it is made.
  const { blocks } = devnet.chain(SOURCE).node;
  await blocks?.freeze();
  let began = performance.now();
  for (let sent = 0; sent < locks; sent += AT_ONCE) {
    const now = Array.from({ length: Math.min(AT_ONCE, locks - sent) }, (_, index) => sent + index);
    await Promise.all(
      now.map((nonce) => callRpc(node, 'eth_sendTransaction', [{ ...transaction, nonce: quantity(nonce) }])),
    );
  }
  if (together) {
    const sent = async () => Number(await callRpc(node, 'eth_getTransactionCount', [SENDER, 'latest'])) < locks;
    while (await sent()) await callRpc(node, 'evm_mine');
    // The views see the locks, before these turn final at once.
    await sleep(SETTLE_MS);
    began = performance.now();
    await callRpc(node, 'anvil_mine', [quantity(DEPTH)]);
  } else blocks?.thaw();
  const orders = new DatabaseSync(database, { readOnly: true });
  try {
    const completed = orders.prepare("select count(*) as n from orders where state = 'completed'");
    const states = orders.prepare('select state, count(*) as n from orders group by state');
    await until(async () => completed.get()?.n === locks, LOOK_MS).catch(() => {
      const counts = states.all().map(({ state, n }) => `${n} ${state}`);
      throw new Error(`not all of ${locks} locks were delivered; orders: ${counts.join(', ') || 'none'}`);
    });
  } finally {
    orders.close();
  }
  return (performance.now() - began) / 1_000;
}

function factsOf(before: Look, after: Look, seconds: number, { locks, destination }: Load): Measured {
  const calls: Calls = Object.fromEntries(
    Object.entries(after.calls).map(([key, count]) => [key, count - (before.calls[key] ?? 0)]),
  );
  const requests = (chain?: string) =>
    Object.entries(calls).reduce(
      (sum, [key, count]) => (chain === undefined || key.split(' ')[1] === chain ? sum + count : sum),
      0,
    ) / locks;
  const cpu = (part: string) => {
    const all = [...after.cpu].filter(([name]) => name.startsWith(part));
    return (1_000 * all.reduce((sum, [name, value]) => sum + value - (before.cpu.get(name) ?? 0), 0)) / locks;
  };
  const signers = [...after.cpu.keys()].filter((name) => name.startsWith('signer')).length;
  const facts: ThroughputFacts = {
    ordersPerSecond: locks / seconds,
    requests: requests(),
    sourceRequests: requests(SOURCE),
    destinationRequests: requests(destination),
    cpu: cpu('relayer') + cpu('signer'),
    relayerCpu: cpu('relayer'),
    signerCpu: cpu('signer') / signers,
    apiCpu: cpu('api'),
  };
  return { facts, calls };
}
