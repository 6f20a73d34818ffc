import { loadConfig } from '@causeway/config';
import { Sealer } from '@causeway/keys';
import { openPlatformStorage } from '@causeway/storage';
import { locateDatabase } from '@causeway/storage/location';
import { rewrapSeeds } from '../../../src/areas/wallets/rewrap.ts';
import { apiConfig } from '../../../src/config.ts';
import { openKeyService } from '../../../src/keys.ts';

// Re-wraps until it has done as many seeds as its second argument says, then waits to be killed.
const [config = '', most = '0'] = process.argv.slice(2);
const checked = loadConfig(config, apiConfig);
const storage = await openPlatformStorage(locateDatabase(checked));
await rewrapSeeds(storage.wallets.wallets, new Sealer(await openKeyService(checked)), (done) => {
  if (done < Number(most)) return;
  process.stdout.write('half way\n');
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
});
