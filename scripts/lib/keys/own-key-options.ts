import type { Command } from 'commander';

const CHAINS = `
The configuration file names the chains and the folder of their deployments; the deployment is compared with the chain
first.`;
const KEYS = `${CHAINS} Nothing is sent before you agree. The key stays on this machine. Exit status 1: the bridge or the
chain refuses; 2: wrong arguments or settings.
`;

const shown = (examples: readonly string[]) => `\nExamples:\n${examples.map((example) => `  ${example}`).join('\n')}`;

const bridgeOptions = (command: Command, network: string): Command =>
  command
    .requiredOption('-n, --network <name>', network)
    .option('-c, --config <file>', 'configuration file', 'causeway.yaml')
    .option('--family <name>', 'asset family', 'main');

/** Adds the options of a command that only reads a bridge, and `examples` to its help. */
export const anyBridge = (command: Command, examples: readonly string[]): Command =>
  bridgeOptions(command, 'network of the configuration file').addHelpText(
    'after',
    `${CHAINS} Exit status 1: the chain refuses; 2: wrong arguments or settings.\n${shown(examples)}`,
  );

/** Adds the options of every command that sends with the user's own key, and `examples` to its help. */
export const ownKey = (command: Command, examples: readonly string[]): Command =>
  bridgeOptions(command, 'network of the configuration file on which the transaction is sent')
    .option('--keystore <file>', 'encrypted keystore of your key, with one of the next two')
    .option('--password-file <file>', 'file that holds its password')
    .option('--password-env <variable>', 'environment variable that holds its password')
    .option('--key-env <variable>', 'environment variable that holds a private key, or the seed of one, of 32 bytes')
    .option('--plan', 'show what would be sent, and send nothing')
    .option('--yes', 'send without asking')
    .addHelpText('after', `${KEYS}${shown(examples)}`);
