import type { PauseScope } from '@causeway/chains';
import type { CommandContext } from '../client/command.ts';
import { unwrap, usageError } from '../keys/key-flags.ts';
import { type AdminFlags, type Desk, networkOf, openDesk, withOffice } from './desk.ts';
import { domainOf } from './remotes.ts';
import { type AdminStep, type AdminTask, runTasks, type State } from './task.ts';

/** Options of `causeway pause` and `causeway unpause`. */
export interface PauseFlags extends AdminFlags {
  readonly remote?: string;
  readonly direction?: 'inbound' | 'outbound';
}

/** Pauses, or ends pauses, of --network; without it pauses on every network. */
export const setPause = (name: 'pause' | 'unpause', context: CommandContext, flags: PauseFlags): Promise<void> =>
  withOffice(flags, async (office) => {
    if (flags.remote !== undefined && flags.direction !== undefined) throw usageError('give --remote or --direction');
    const { registry } = office;
    const everywhere = () =>
      registry.networks.filter(({ providers }) => providers[flags.family]).map((network) => network.name);
    const names = name === 'pause' && flags.network === undefined ? everywhere() : [networkOf(flags)];
    // A network that does not answer keeps no other one from its pause.
    const opened = await Promise.allSettled(
      names
        .filter((each) => each !== flags.remote)
        .map(async (each) => pauseTask(await openDesk(office, each, flags.family), name, flags)),
    );
    const failed = opened.flatMap((result) => (result.status === 'rejected' ? [result.reason as Error] : []));
    if (failed.length === opened.length && failed[0]) throw failed[0];
    const tasks = opened.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
    await runTasks(context, office, flags, tasks);
    for (const { message } of failed) process.stderr.write(`causeway: ${message}\n`);
    if (failed.length > 0) context.exitWith(1);
  });

const scopeName = (scope: PauseScope, remote: string | undefined): string =>
  'remote' in scope ? `remote ${remote}` : scope.direction;

function pauseTask(desk: Desk, name: 'pause' | 'unpause', { remote, direction }: PauseFlags): AdminTask {
  const directions = direction === undefined ? (['outbound', 'inbound'] as const) : [direction];
  const scopes: readonly PauseScope[] =
    remote === undefined ? directions.map((each) => ({ direction: each })) : [{ remote: domainOf(desk, remote) }];
  const value = name === 'pause' ? 'paused' : 'open';
  return {
    desk,
    steps: scopes.map((scope): AdminStep => {
      return { action: { name, scope }, expected: { [scopeName(scope, remote)]: value } };
    }),
    read: async () => {
      const entries = scopes.map(async (scope) => {
        const paused = await isPaused(desk, scope);
        return [scopeName(scope, remote), paused ? 'paused' : 'open'] as const;
      });
      return Object.fromEntries(await Promise.all(entries)) as State;
    },
  };
}

async function isPaused({ bridge }: Desk, scope: PauseScope): Promise<boolean> {
  if ('remote' in scope) return unwrap(await bridge.lane(scope.remote)).paused;
  return unwrap(await bridge.paused())[scope.direction];
}
