import type { Command } from 'commander';
import { clientCommand } from '../../lib/client/command.ts';
import { findWallet } from '../../lib/client/wallet-reference.ts';
import { WALLET_ARGUMENT } from './shared.ts';

/** Adds `export` to `causeway wallet`. */
export function registerSecrets(wallet: Command): void {
  clientCommand<{ readonly recoveryPhrase?: true }>(
    wallet
      .command('export')
      .description('print the private key of a wallet, or your recovery phrase; asks for your password')
      .argument(...WALLET_ARGUMENT)
      .option('--recovery-phrase', 'print the recovery phrase of all your wallets'),
    async ({ client, out, ask }, [reference = ''], { recoveryPhrase }) => {
      const { id } = await findWallet(client, reference);
      const what = recoveryPhrase ? 'recoveryPhrase' : 'privateKey';
      const exported = await client.wallets.export(id, { password: await ask.secret('Password: '), what });
      if (out.json) out.document(exported);
      out.note(exported.secret);
    },
  );
}
