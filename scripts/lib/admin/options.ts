import type { Command } from 'commander';

const HELP = `
The configuration file names the chains and the folder of their deployments; that of any process has what is needed. The
chain is read with its quorum, what the bridge would refuse is refused before anything is signed, and nothing is sent before
you agree. The key stays on this machine. After sending, the command waits until the chain shows the change, and writes it to
the deployment file where that records it; a repeated run only does that. Exit status 1: the bridge or the chain refuses; 2:
wrong arguments or settings.
`;

/** Adds the options of every command of a bridge's admin or guardian, and `examples` to its help. */
export const administering = (command: Command, examples: readonly string[]): Command =>
  command
    .option('-n, --network <name>', 'network of the configuration file whose bridge is changed')
    .option('-c, --config <file>', 'configuration file', 'causeway.yaml')
    .option('--family <name>', 'asset family', 'main')
    .option('--keystore <file>', 'encrypted keystore of the role’s key, with one of the next two')
    .option('--password-file <file>', 'file that holds its password')
    .option('--password-env <variable>', 'environment variable that holds its password')
    .option('--key-env <variable>', 'environment variable that holds a private key, or the seed of one, of 32 bytes')
    .option('--plan [folder]', 'send nothing; write the files that a multisignature’s tool takes, "-" prints them')
    .option('--from <address>', 'for --plan: the multisignature; the holder of the role when absent')
    .option(
      '--nonce-account <address>',
      'for --plan where plans expire: account of a durable nonce, so that the plan stays valid',
    )
    .option('--yes', 'send without asking')
    .addHelpText('after', `${HELP}\nExamples:\n${examples.map((example) => `  ${example}`).join('\n')}`);
