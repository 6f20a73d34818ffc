import { openPlatformStorage } from '@causeway/storage';
import { pino } from 'pino';
import { serveChildApi } from '../../../api/test/support/child-api.ts';
import { Profile } from './profile.ts';

/**
 * The API of the bench in a process of its own, over the database that its argument names, until its parent ends. It
 * logs like the service. With `profile` as its second argument, it answers `profile` with the shares of its time, see
 * Profile.
 */

const [databasePath = '', mode] = process.argv.slice(2);
const profile = mode === 'profile' ? new Profile() : undefined;
process.on('message', async (command) => {
  if (command === 'start') await profile?.start();
  process.send?.(command === 'start' ? null : ((await profile?.stop()) ?? null));
});
await serveChildApi(databasePath, {
  open: (database, options) =>
    openPlatformStorage(database, { ...options, ...(profile && { around: profile.around }) }),
  logger: pino({ name: 'api', level: 'info' }),
});
