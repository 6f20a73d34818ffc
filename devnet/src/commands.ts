import { numberOption } from '@causeway/config';
import { type Command, InvalidArgumentError } from 'commander';
import type { FaucetOptions } from './faucet/ask.ts';
import { DEVNET_NETWORKS, type DevnetName, parseChains } from './networks.ts';
import type { RunOptions } from './run.ts';

/** Seconds between blocks that the local chains keep up with. */
const BLOCK_TIME = { least: 0.05, most: 60, fraction: true } as const;

/** The usual port of the devnet's faucet. */
const FAUCET_URL = 'http://127.0.0.1:3100';

/** `--chains` as commander takes it. */
function chainsOption(text: string): readonly DevnetName[] {
  try {
    return parseChains(text);
  } catch (error) {
    throw new InvalidArgumentError((error as Error).message);
  }
}

/** Registers `causeway devnet` and `causeway faucet`. */
export function registerCommands(program: Command): void {
  program
    .command('devnet')
    .description('run the local chains')
    .option('--state <folder>', 'keep the chains, deployments and keys there, and go on with what an earlier run left')
    .option(
      '--chains <which>',
      `how many, or names with commas; ${DEVNET_NETWORKS.map(({ name }) => name).join(', ')}`,
      chainsOption,
    )
    .option(
      '--block-time <seconds>',
      'seconds between blocks (default: 0.2, or 0.5 for more than five chains)',
      numberOption(BLOCK_TIME),
    )
    .option('--json', 'print one line of JSON instead of tables')
    .action(async (options: RunOptions) => {
      const { runDevnet } = await import('./run.ts');
      const status = await runDevnet(options);
      // What a start that was ended still waits for, such as answers of nodes that are gone, would hold the process.
      if (status !== 0) process.exit(status);
    });

  program
    .command('faucet')
    .description('give coins and test tokens of a running devnet to an address')
    .argument('<address>', 'address on one of the local chains; an EVM address is one of each EVM chain')
    .option('--network <name>', 'only on this local chain')
    .option('--token <symbol>', 'only this coin or test token')
    .option('--amount <decimal>', 'amount of each, whole units')
    .option('--url <url>', 'URL of the faucet, which `causeway devnet` and `npm start` print', FAUCET_URL)
    .option('--json', 'print JSON')
    .action(async (address: string, options: FaucetOptions) => {
      const { runFaucet } = await import('./faucet/ask.ts');
      await runFaucet(address, options, (line) => console.log(line));
    });
}
