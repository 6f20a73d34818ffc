import type { Command } from 'commander';
import { userCommand } from './lib/client/command.ts';
import { amountArgument } from './lib/client/flags.ts';
import type { ClaimFlags, OwnKeyFlags, SendFlags } from './lib/keys/own-key.ts';
import { ownKey } from './lib/keys/own-key-options.ts';

/** Adds `lock`, `burn`, `claim` and `close-roots`, for people with their own key, to the `causeway` command. */
export function registerCommands(program: Command): void {
  sendCommand(program, 'lock', {
    description: 'lock coins or tokens with your own key; their bridged token arrives on another network',
    to: 'network to which the asset goes',
    examples: [
      'causeway lock 0.5 --network ethereum --to polygon --keystore me.json --password-env PASSWORD',
      'causeway lock 0.5 --network ethereum --to solana --recipient ADDRESS --key-env KEY --plan',
    ],
  });
  sendCommand(program, 'burn', {
    description: 'burn a bridged token with your own key; what was locked for it is released at its home',
    to: 'home of the token, to which it returns',
    examples: ['causeway burn 0.5 --network polygon --to ethereum --keystore me.json --password-env PASSWORD'],
  });
  const claim = program
    .command('claim')
    .description('claim with your own key what a bridge could not pay you, and credited to you')
    .option('--home <network>', 'home of the credited asset; the network itself when absent')
    .option('--to <address>', 'account that is paid; the key’s own when absent');
  userCommand<ClaimFlags>(ownKey(claim, ['causeway claim --network ethereum --key-env KEY']), async (...given) => {
    const { claimOwn } = await import('./lib/keys/own-key.ts');
    await claimOwn(...given);
  });
  closeRootsCommand(program);
}

/** Adds `close-roots`. */
function closeRootsCommand(program: Command): void {
  const command = program
    .command('close-roots')
    .description('get the rent back of roots that your key paid and no order needs any more');
  const examples = ['causeway close-roots --network NAME --keystore keys/payer.json --password-file password'];
  userCommand<OwnKeyFlags>(ownKey(command, examples), async (...given) => {
    const { closeOwnRoots } = await import('./lib/keys/own-key.ts');
    await closeOwnRoots(...given);
  });
}

interface SendTexts {
  readonly description: string;
  readonly to: string;
  readonly examples: readonly string[];
}

function sendCommand(program: Command, name: 'lock' | 'burn', { description, to, examples }: SendTexts): void {
  const command = program
    .command(name)
    .description(description)
    .argument('<amount>', 'decimal amount of the token, such as 0.5', amountArgument)
    .requiredOption('--to <network>', to)
    .option('--recipient <address>', 'receiver there; the key’s own address when both networks are of one kind')
    .option('--refund-address <address>', 'receiver of a refund, on --network; the key’s own address when absent')
    .option('--reference <bytes>', 'a reference of your own, 0x and 64 hexadecimal digits');
  userCommand<SendFlags>(ownKey(command, examples), async (...given) => {
    const { sendOwn } = await import('./lib/keys/own-key.ts');
    await sendOwn(name === 'lock' ? 'lockTokens' : 'burnTokens', ...given);
  });
}
