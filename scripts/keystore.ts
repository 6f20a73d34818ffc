import type { Command } from 'commander';
import { usageError } from './lib/keys/key-flags.ts';
import type { KeystoreFlags } from './lib/keys/make-keystore.ts';

const HELP = `
Prints the key's address. The file is Web3 Secret Storage v3; an existing one is never overwritten.

Examples:
  causeway keystore signer-1.json --kind evm --password-env SIGNER_PASSWORD          makes a new key
  causeway keystore payer.json --kind solana --password-file payer.password --from id.json
  causeway keystore signer-1.json --kind radix --network mainnet --password-env SIGNER_PASSWORD`;

const IDENTITY_HELP = `
A relayer signs its requests with this key, and a signer its answers. The file is for \`identity: { file: … }\` in the process's
configuration; the printed identity is public and goes to the peers: to \`relayer.signers[].identity\` and to \`signer.relayers\`. A
file that has the key keeps it.

Examples:
  causeway identity keys/relayer.keys
  causeway identity keys/signer-1.keys --json`;

/** Registers `causeway keystore` and `causeway identity`. */
export function registerCommands(program: Command): void {
  program
    .command('keystore')
    .description('write a new or an imported key as an encrypted keystore')
    .argument('<file>', 'keystore to write')
    .requiredOption('-k, --kind <kind>', 'kind of chain that the key is for: evm, solana or radix')
    .option('--network <name>', "Radix network of the key's account: mainnet, stokenet, localnet or simulator")
    .option('--password-file <file>', 'file that holds the password')
    .option('--password-env <variable>', 'environment variable that holds the password')
    .option('--from <file>', "key to import from a key file of Solana's command-line tools")
    .option(
      '--key-env <variable>',
      'environment variable with a private key, or a Solana or Radix seed, to import, of 32 bytes',
    )
    .addHelpText('after', HELP)
    .action(async (file: string, flags: KeystoreFlags) => {
      const { makeKeystore } = await import('./lib/keys/make-keystore.ts');
      console.log(await makeKeystore(file, flags));
    });
  program
    .command('identity')
    .description('make or show the key by which a relayer and its signers know each other')
    .argument('<file>', 'key file, which only its owner may read; it is made if needed')
    .option('--json', 'print JSON, for scripts')
    .addHelpText('after', IDENTITY_HELP)
    .action(async (file: string, { json }: { readonly json?: boolean }) => {
      const { makeIdentity } = await import('@causeway/keys');
      const made = await makeIdentity(file);
      if (!made.ok) throw usageError(made.error.message);
      console.log(json ? JSON.stringify({ identity: made.value.name, file }) : made.value.name);
    });
}
