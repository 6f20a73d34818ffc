import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { listeningPort } from '../listening.ts';
import type { LocalNode } from '../node.ts';
import type { ProcessGuard } from '../process-guard.ts';
import { PAST_STATES, pastStates } from './past-states.ts';

/**
 * DEVELOPMENT ONLY. The mnemonic of every Ethereum development tool. Its keys are public: anything sent to them on a
 * public chain is lost at once.
 */
export const DEV_MNEMONIC = 'test test test test test test test test test test test junk';

/** Accounts of the mnemonic that have funds from the first block on. */
export const DEV_ACCOUNTS = 12;

/** Initial balance of every development account, in coins. */
const FUNDING = 10_000;

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

/** Starts a node and waits until it listens. Throws with the node's own words when it fails. */
export async function startAnvil(options: AnvilOptions, guard: ProcessGuard): Promise<LocalNode> {
  const { folder, remove } = pastStates(options.stateFile);
  // Its own bound of memory (--prune-history) keeps every state in memory instead.
  const past = ['--cache-path', folder, '--max-persisted-states', String(PAST_STATES)];
  const child = spawn(anvilBinary(), [...anvilArguments(options), ...past], { stdio: ['ignore', 'pipe', 'pipe'] });
  child.once('exit', remove);
  guard.add(child);
  const at = options.port ? ` at port ${options.port}` : '';
  const port = await listeningPort(child, `the ${options.name} node${at}`);
  return { url: `http://127.0.0.1:${port}`, port, process: child };
}

function anvilArguments({ chainId, port, blockTime, stateFile, bare }: AnvilOptions): string[] {
  return [
    ...['--host', '127.0.0.1', '--port', String(port), '--chain-id', String(chainId), '--no-cors'],
    ...(blockTime === undefined ? [] : ['--block-time', String(blockTime)]),
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
