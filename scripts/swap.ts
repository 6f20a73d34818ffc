import type { Command } from 'commander';
import { userCommand } from './lib/client/command.ts';
import type { BridgeFlags, OwnKeyFlags } from './lib/keys/own-key.ts';
import { anyBridge, ownKey } from './lib/keys/own-key-options.ts';
import type { WithdrawFlags } from './lib/keys/swap.ts';

const TERMS = ['<terms>', 'the terms of the swap, 314 bytes in hexadecimal, as its order shows them'] as const;

/** Adds `swap`, for people with their own key, to the `causeway` command. It needs no service, only chains. */
export function registerCommands(program: Command): void {
  const swap = program.command('swap').description('look at a swap on its chain, and end it with your own key');
  const example = (name: string, more = '') => [`causeway swap ${name} 0x01… --network radix --key-env KEY${more}`];
  const show = swap
    .command('show')
    .description('show what became of a swap, and what waits in its vault')
    .argument(...TERMS);
  userCommand<BridgeFlags>(anyBridge(show, ['causeway swap show 0x01… --network radix']), async (...given) => {
    const { showSwap } = await import('./lib/keys/swap.ts');
    await showSwap(...given);
  });
  const finish = swap
    .command('finish')
    .description(
      'end a swap of anyone: settle a filled one, give back one that nobody filled in time, sweep what came late',
    )
    .argument(...TERMS);
  userCommand<OwnKeyFlags>(ownKey(finish, example('finish')), async (...given) => {
    const { finishSwap } = await import('./lib/keys/swap.ts');
    await finishSwap(...given);
  });
  const withdraw = swap
    .command('withdraw')
    .description(
      'take the input of a swap whose recipient you are, unless it is filled; before the delivery it cancels the swap',
    )
    .argument(...TERMS)
    .option('--to <address>', 'account that is paid; the key’s own when absent');
  userCommand<WithdrawFlags>(ownKey(withdraw, example('withdraw', ' --to ADDRESS')), async (...given) => {
    const { withdrawSwap } = await import('./lib/keys/swap.ts');
    await withdrawSwap(...given);
  });
}
