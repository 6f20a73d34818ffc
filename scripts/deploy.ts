import { type Command, InvalidArgumentError, Option } from 'commander';
import type { GivenFees } from './lib/deploy/deploy-config.ts';
import type { DeployFlags } from './lib/deploy/deploy-network.ts';

const HELP = `
The configuration file names the chains and, in its "deploy" section, asset, oracle and guardian; docs/deploying.md
explains it. What is on chain already is found again, so an interrupted run is simply repeated. The key pays and
becomes the bridge's admin.

Examples:
  causeway deploy --network sepolia --keystore deployer.json --password-env DEPLOYER_PASSWORD
  causeway deploy --network sepolia --link amoy            deploys both, links them and opens the lane, for ever
  causeway deploy --network radix --link sepolia           the same across kinds of chain
  causeway deploy --network sepolia --link amoy --fee sepolia:amoy=0.0004    also changes a fee
  causeway deploy --network sepolia --plan                 shows what would be done`;

/** Collects NETWORK:REMOTE=COINS. Throws commander's error. */
function feeOption(text: string, all: GivenFees): GivenFees {
  const [, network, remote, coins] = /^([a-z][a-z0-9-]*):([a-z][a-z0-9-]*)=(\d+(?:\.\d+)?)$/.exec(text) ?? [];
  if (!network || !remote || !coins) throw new InvalidArgumentError('give NETWORK:REMOTE=COINS.');
  return { ...all, [network]: { ...all[network], [remote]: coins } };
}

/** Registers `causeway deploy`. */
export function registerCommands(program: Command): void {
  program
    .command('deploy')
    .description('deploy the bridge to a network, or link deployed networks')
    .requiredOption('-n, --network <name>', 'network of the configuration file')
    .option('-c, --config <file>', 'configuration file', 'causeway.yaml')
    .option('--keystore <file>', 'encrypted keystore of the deployer, with one of the next two')
    .option('--password-file <file>', 'file that holds its password')
    .option('--password-env <variable>', 'environment variable that holds its password')
    .option(
      '--key-env <variable>',
      'environment variable that holds a private key, or a Solana or Radix seed, of 32 bytes',
    )
    .option(
      '--link <name>',
      'network to link and open a lane with; repeatable',
      (name, all: string[]) => [...all, name],
      [],
    )
    .addOption(
      new Option(
        '--fee <network:remote=coins>',
        'delivery fee of a lane in coins of its source, over the configuration file; repeatable',
      )
        .default({}, 'of the configuration file')
        .argParser(feeOption),
    )
    .option('--family <name>', 'asset family', 'main')
    .option('--plan', 'show what would be done, and send nothing')
    .option('--json', 'print one line of JSON at the end')
    .addHelpText('after', HELP)
    .action(async (flags: DeployFlags) => {
      const { deploy } = await import('./lib/deploy/deploy-network.ts');
      await deploy(flags);
    });
}
