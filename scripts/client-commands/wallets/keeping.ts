import { openWalletScheme, walletType } from '@causeway/chains/wallets';
import type { Wallet } from '@causeway/client';
import type { Command } from 'commander';
import { type ClientContext, clientCommand } from '../../lib/client/command.ts';
import { NAMES_OPTION } from '../../lib/client/output.ts';
import { findWallet } from '../../lib/client/wallet-reference.ts';
import { usageError } from '../../lib/keys/key-flags.ts';
import { keyOf } from '../../lib/keys/own-key-of.ts';
import { typeOption, WALLET_ARGUMENT, WALLET_COLUMNS, walletFields } from './shared.ts';

interface NewFlags {
  readonly type: number;
  readonly name?: string;
  readonly description?: string;
}

interface CreateFlags extends NewFlags {
  readonly default?: true;
  readonly recoveryPhrase?: true;
}

/** The key that signs a wallet's challenge here. */
interface ProofFlags {
  readonly keystore?: string;
  readonly keystorePasswordFile?: string;
  readonly keyEnv?: string;
}

/** Adds `create`, `list`, `default`, `import`, `verify`, `delete` and `restore` to `causeway wallet`. */
export function registerKeeping(wallet: Command): void {
  clientCommand<CreateFlags>(
    newWallet(wallet.command('create').description('create a wallet whose key the service holds'))
      .option('--default', 'make it the default of its type; the first one is that by itself')
      .option('--recovery-phrase', 'show the recovery phrase, which only the creation of the first wallet does'),
    create,
  );
  clientCommand<{ readonly type?: number; readonly deleted?: true; readonly names?: true }>(
    wallet
      .command('list')
      .description('list your wallets, oldest first')
      .addOption(typeOption())
      .option('--deleted', 'list the deleted wallets instead')
      .option(...NAMES_OPTION),
    async ({ client, out }, _args, { type, deleted = false, names }) => {
      const found = client.wallets.list({ ...(type !== undefined && { providerType: type }), deleted, limit: 200 });
      // A shell takes a name with a space for two.
      if (names) {
        for await (const { id, name } of found) out.names([/^\S+$/.test(name) ? name : id]);
        return;
      }
      await out.list(found, WALLET_COLUMNS, 'you have no wallets; causeway wallet create makes one');
    },
  );
  clientCommand<{ readonly type?: number }>(
    wallet
      .command('default')
      .description('make a wallet the default of its type, or show the default with --type')
      .argument('[wallet]', WALLET_ARGUMENT[1])
      .addOption(typeOption()),
    async ({ client, out }, [reference], { type }) => {
      if ((reference === undefined) === (type === undefined)) throw usageError('give a wallet, or --type');
      const found =
        reference === undefined
          ? await client.wallets.default(type as number)
          : await client.wallets.setDefault((await findWallet(client, reference)).id);
      out.thing(found, walletFields(found));
    },
  );
  clientCommand<NewFlags>(
    newWallet(
      wallet
        .command('import')
        .description('record an address whose key you hold, and prove it by a signature')
        .argument('<address>', 'address, or public key, in the form of its chain'),
    ).option('--public-key', 'the argument is a public key'),
    importWallet,
  );
  clientCommand<ProofFlags & { readonly signature?: string }>(
    wallet
      .command('verify')
      .description('prove that you hold the key of an imported wallet')
      .argument(...WALLET_ARGUMENT)
      .option('--signature <signature>', 'signature of the challenge that was shown last; asked for when absent')
      .option('--keystore <file>', 'encrypted keystore of the key, which signs here, with the next one')
      .option('--keystore-password-file <file>', 'file that holds its password')
      .option('--key-env <variable>', 'environment variable that holds the private key, or its seed, of 32 bytes'),
    async (context, [reference = ''], { signature, ...key }) => {
      const found = await findWallet(context.client, reference);
      const given = signature ?? (await signedByKey(context, found, key)) ?? (await challenge(context, found.id));
      await prove(context, found.id, given);
    },
  );
  clientCommand<{ readonly force?: true }>(
    wallet
      .command('delete')
      .description('delete a wallet; it can be restored for 90 days')
      .argument(...WALLET_ARGUMENT)
      .option('--force', 'also a wallet that holds coins or tokens; asks for your password'),
    async ({ client, out, ask }, [reference = ''], { force = false }) => {
      const { id } = await findWallet(client, reference);
      if (force) await client.avatars.reauthenticate(await ask.secret('Password: '));
      const deleted = await client.wallets.delete(id, { force });
      if (out.json) out.document(deleted);
      out.note(`deleted; causeway wallet restore ${id} brings it back within 90 days`);
    },
  );
  clientCommand(
    wallet
      .command('restore')
      .description('restore a deleted wallet')
      .argument(...WALLET_ARGUMENT),
    async ({ client, out }, [reference = '']) => {
      const restored = await client.wallets.restore((await findWallet(client, reference, true)).id);
      out.thing(restored, walletFields(restored));
    },
  );
}

/** Adds the options of every new wallet. */
const newWallet = (command: Command): Command =>
  command
    .addOption(typeOption().makeOptionMandatory())
    .option('--name <name>', 'name of the wallet')
    .option('--description <text>', 'description of the wallet');

const bodyOf = ({ type, name, description }: NewFlags) => ({
  walletProviderType: type,
  ...(name !== undefined && { name }),
  ...(description !== undefined && { description }),
});

async function create({ client, out }: ClientContext, _args: readonly string[], flags: CreateFlags): Promise<void> {
  const created = await client.wallets.create({
    ...bodyOf(flags),
    ...(flags.default && { isDefaultWallet: true }),
    ...(flags.recoveryPhrase && { showRecoveryPhrase: true }),
  });
  const { recoveryPhrase } = created;
  out.thing(created, walletFields(created));
  if (recoveryPhrase === undefined) return;
  out.note(`\nRecovery phrase of all your wallets. It is shown once: write it down.\n\n  ${recoveryPhrase}\n`);
}

async function importWallet(
  context: ClientContext,
  [address = '']: readonly string[],
  flags: NewFlags & { readonly publicKey?: true },
): Promise<void> {
  const { client, out, ask } = context;
  const key = flags.publicKey ? { publicKey: address } : { walletAddress: address };
  const imported = await client.wallets.create({ ...bodyOf(flags), ...key, generateKeyPair: false });
  if (out.json) return out.document(imported);
  out.thing(imported, walletFields(imported));
  if (ask.isTerminal) await prove(context, imported.id, await challenge(context, imported.id));
  else out.note(`causeway wallet verify ${imported.id} proves that you hold its key`);
}

/** The signature of a wallet's challenge by the key that the flags name; undefined when they name none. */
async function signedByKey(
  { client }: ClientContext,
  { id, providerType }: Wallet,
  { keystore, keystorePasswordFile: passwordFile, keyEnv }: ProofFlags,
): Promise<string | undefined> {
  if (keystore === undefined && keyEnv === undefined) return undefined;
  const type = walletType(providerType);
  const scheme = type && (await openWalletScheme(type.kind));
  if (!type || type.kind === 'bitcoin' || !scheme?.signText) throw usageError('keys of this type sign no texts here');
  const key = await keyOf(type.kind, {
    ...(keystore !== undefined && { keystore }),
    ...(passwordFile !== undefined && { passwordFile }),
    ...(keyEnv !== undefined && { keyEnv }),
  });
  return scheme.signText(key, (await client.wallets.challenge(id)).challenge);
}

/** Shows the challenge of a wallet, and asks for its signature. */
async function challenge({ client, ask }: ClientContext, walletId: string): Promise<string> {
  const { challenge: text, expiresAt } = await client.wallets.challenge(walletId);
  // Not on standard output, which has the result alone.
  process.stderr.write(`Sign this text with the wallet's key until ${expiresAt}:\n\n  ${text}\n\n`);
  return ask.text('Signature: ');
}

async function prove({ client, out }: ClientContext, walletId: string, signature: string): Promise<void> {
  const verified = await client.wallets.verify(walletId, signature.trim());
  out.thing(verified, walletFields(verified));
}
