import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { listeningPort } from '../listening.ts';
import type { LocalNode } from '../node.ts';
import type { ProcessGuard } from '../process-guard.ts';
import { EvmBlocks } from './blocks.ts';

/**
 * DEVELOPMENT ONLY. The mnemonic of every Ethereum development tool. Its keys are public: anything sent to them on a
 * public chain is lost at once.
 */
export const DEV_MNEMONIC = 'test test test test test test test test test test test junk';

/** Accounts of the mnemonic that have funds from the first block on. */
export const DEV_ACCOUNTS = 13;

/** Initial balance of every development account, in coins. */
const FUNDING = 10_000;

/**
 * Newest blocks whose states a node keeps, in memory: a chain's finality, and what a lagging reader may lack. A state
 * grows by the hash of each block, so without this bound memory grows with the square of the blocks.
 */
export const PAST_STATES = 100;

export interface AnvilOptions {
  /** The name of the chain in messages. */
  readonly name: string;
  readonly chainId: number;
  /** 0 chooses a free one. */
  readonly port: number;
  /** Seconds; fractions are allowed. When absent, every transaction makes a block. */
  readonly blockTime?: number;
  /** The node loads the chain from this file if it exists, and writes it there at the end. */
  readonly stateFile?: string;
  /** Without the CREATE2 deployer that the node brings: as on a new chain. */
  readonly bare?: boolean;
}

/**
 * Starts a node and waits until it listens. This process makes its blocks: with an interval of its own below two
 * seconds, a node keeps 1,500 states whatever bound it is given. Throws with the node's own words when it fails.
 */
export async function startAnvil(options: AnvilOptions, guard: ProcessGuard): Promise<LocalNode> {
  const child = spawn(anvilBinary(), anvilArguments(options), { stdio: ['ignore', 'pipe', 'pipe'] });
  guard.add(child);
  const at = options.port ? ` at port ${options.port}` : '';
  const port = await listeningPort(child, `the ${options.name} node${at}`);
  const node = { url: `http://127.0.0.1:${port}`, port, process: child };
  if (options.blockTime === undefined) return node;
  const blocks = new EvmBlocks(node.url, options.blockTime);
  child.once('exit', () => void blocks.freeze());
  blocks.thaw();
  return { ...node, blocks };
}

function anvilArguments({ chainId, port, blockTime, stateFile, bare }: AnvilOptions): string[] {
  return [
    ...['--host', '127.0.0.1', '--port', String(port), '--chain-id', String(chainId), '--no-cors'],
    ...['--prune-history', String(PAST_STATES), ...(blockTime === undefined ? [] : ['--no-mining'])],
    ...['--mnemonic', DEV_MNEMONIC, '--accounts', String(DEV_ACCOUNTS), '--balance', String(FUNDING)],
    ...(stateFile === undefined ? [] : ['--state', stateFile]),
    ...(bare ? ['--disable-default-create2-deployer'] : []),
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
