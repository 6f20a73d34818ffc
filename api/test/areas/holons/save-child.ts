import { systemClock } from '@causeway/runtime';
import { openPlatformStorage } from '@causeway/storage';
import { databaseProvider } from '../../../src/areas/holons/bodies/database.ts';
import { openFolder } from '../../../src/areas/holons/bodies/folder.ts';
import { BodyStore } from '../../../src/areas/holons/bodies/store.ts';
import { holonStorage } from '../../../src/areas/holons/rules/holon-repository.ts';
import { HolonService } from '../../../src/areas/holons/service.ts';
import { person } from '../../support/person.ts';

// Saves a holon, prints the point of its argument, and then waits to be killed.
const [database = '', folder = '', id = '', value = '', point = ''] = process.argv.slice(2);
const storage = await openPlatformStorage(database);
const store = new BodyStore({
  providers: [databaseProvider('database', storage), await openFolder('folder', folder)],
  timeoutMs: 60_000,
  clock: systemClock,
  log: { warn() {} },
});
const stop = (): Promise<never> => {
  process.stdout.write(`${point}\n`);
  return new Promise(() => setInterval(() => {}, 60_000));
};
const stored = holonStorage(storage.holons);
const { commit } = stored;
const holons = {
  ...stored,
  commit: async (...args: Parameters<typeof commit>) => {
    if (point === 'uploaded') return stop();
    await commit(...args);
    return stop();
  },
};
const service = new HolonService({ storage: { holons, events: storage.events, usage: storage.usage }, store, keep: 5 });
await service.save(person('alice'), { id, body: { name: 'n', holonType: 'T', metadata: { value: Number(value) } } });
