import { kindOf } from '@causeway/chains';
import { formatDecimal, parseDecimal } from '@causeway/protocol';
import type { CommandContext } from '../client/command.ts';
import { unwrap, usageError } from '../keys/key-flags.ts';
import { type AdminFlags, type Desk, networkOf, openDesk, withOffice } from './desk.ts';
import { domainOf } from './remotes.ts';
import { runTasks } from './task.ts';

/** Options of `causeway set-fee`. */
export interface FeeFlags extends AdminFlags {
  readonly remote: string;
}

/** Options of `causeway collect-fees`. */
export interface CollectFlags extends AdminFlags {
  readonly to: string;
}

const decimalsOf = ({ network }: Desk): number => kindOf(network.deployment.kind).coin.decimals;

/** Sets the delivery fee towards --remote, in coins of --network. */
export const setFee = (context: CommandContext, [coins = '']: readonly string[], flags: FeeFlags): Promise<void> =>
  withOffice(flags, async (office) => {
    const desk = await openDesk(office, networkOf(flags), flags.family);
    const [remote, decimals] = [domainOf(desk, flags.remote), decimalsOf(desk)];
    const fee = unwrap(parseDecimal(coins, decimals));
    const name = `fee towards ${flags.remote}`;
    await runTasks(context, office, flags, [
      {
        desk,
        steps: [{ action: { name: 'setFee', remote, fee }, expected: { [name]: formatDecimal(fee, decimals) } }],
        read: async () => ({ [name]: formatDecimal(unwrap(await desk.bridge.fee(remote)), decimals) }),
      },
    ]);
  });

/** Pays the collected delivery fees to --to. */
export const collectFees = (context: CommandContext, flags: CollectFlags): Promise<void> =>
  withOffice(flags, async (office) => {
    const desk = await openDesk(office, networkOf(flags), flags.family);
    const { bridge } = desk;
    const { to } = flags;
    if (bridge.isReserved(unwrap(bridge.parseAddress(to)))) {
      throw usageError(`--to ${to}: belongs to ${bridge.name} itself: nobody could send from it`);
    }
    const [decimals, name] = [decimalsOf(desk), `coins of ${to}`];
    await runTasks(context, office, flags, [
      {
        desk,
        steps: [{ action: { name: 'collectFees', to }, expected: {} }],
        read: async () => {
          const coins = unwrap(await bridge.wallet.holding(to, { address: null, decimals }));
          return { [name]: formatDecimal(coins, decimals) };
        },
      },
    ]);
  });
