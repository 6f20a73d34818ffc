import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { openKeys, Sealer } from '@causeway/keys';
import { systemClock } from '@causeway/runtime';
import { openPlatformStorage } from '@causeway/storage';
import { pino } from 'pino';
import { walletStorage } from '../../../src/areas/wallets/rules/wallet-storage.ts';
import { WalletService } from '../../../src/areas/wallets/service.ts';
import { Vault } from '../../../src/areas/wallets/vault.ts';
import { WalletNetworks } from '../../../src/areas/wallets/wallet-networks.ts';

// Creates wallets until it is killed, and prints the id and the address of each once the service has answered.
const [directory = '', name = ''] = process.argv.slice(2);
const keys = await openKeys({ file: 'master.keys', previous: [] }, directory);
if (!keys.ok) throw new Error(keys.error.message);
const storage = await openPlatformStorage(join(directory, 'api.db'));
let drawn = 0;
const random = (length: number): Uint8Array => {
  drawn += 1;
  return createHash('sha512').update(`${name} ${drawn}`).digest().subarray(0, length);
};
const sealer = new Sealer(keys.value);
const vault = new Vault({ storage: walletStorage(storage), sealer, random, log: pino({ level: 'silent' }) });
const service = new WalletService({
  storage: { ...storage, wallets: walletStorage(storage) },
  places: new WalletNetworks([], {}),
  vault,
  clock: systemClock,
  random,
});

const create = async (avatar: string): Promise<void> => {
  for (;;) {
    const created = await service.create(avatar, { walletProviderType: 3 });
    if (!created.ok) throw new Error(created.error.message);
    process.stdout.write(`${created.value.row.id} ${created.value.row.address}\n`);
  }
};
await Promise.all(['a', 'b', 'c', 'd'].map((avatar) => create(`${name}-${avatar}`)));
