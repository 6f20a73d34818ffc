import type { CommandContext } from '../client/command.ts';
import { unwrap, usageError } from '../keys/key-flags.ts';
import { type AdminFlags, networkOf, openDesk, withOffice } from './desk.ts';
import { runTasks } from './task.ts';

/** Freezes the lookup table of the bridge. */
export const freezeTable = (context: CommandContext, flags: AdminFlags): Promise<void> =>
  withOffice(flags, async (office) => {
    const desk = await openDesk(office, networkOf(flags), flags.family);
    const { tableFrozen } = desk.administration;
    if (!tableFrozen) throw usageError(`${desk.network.name} has no lookup table`);
    await runTasks(context, office, flags, [
      {
        desk,
        steps: [{ action: { name: 'freezeTable' }, expected: { 'lookup table': 'frozen' } }],
        read: async () => ({ 'lookup table': unwrap(await tableFrozen()) ? 'frozen' : 'can be extended' }),
      },
    ]);
  });
