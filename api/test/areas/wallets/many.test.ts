import { strict as assert } from 'node:assert';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openWalletScheme } from '@causeway/chains/wallets';
import { openKeys, Sealer } from '@causeway/keys';
import { systemClock } from '@causeway/runtime';
import { openPlatformStorage, type PlatformStorage } from '@causeway/storage';
import { pino } from 'pino';
import { walletStorage } from '../../../src/areas/wallets/rules/wallet-storage.ts';
import { WalletService } from '../../../src/areas/wallets/service.ts';
import { Vault } from '../../../src/areas/wallets/vault.ts';
import { WalletNetworks } from '../../../src/areas/wallets/wallet-networks.ts';

const CREATIONS = 10_000;
const AVATARS = 100;
const BATCH = 500;
/** Processor time that all of them may take, seconds. */
const MOST_SECONDS = 60;

describe('10,000 wallets of type 3', function () {
  this.timeout(180_000);
  let directory: string;
  let storage: PlatformStorage;

  before(async () => {
    directory = mkdtempSync(join(tmpdir(), 'causeway-wallets-'));
    storage = await openPlatformStorage(join(directory, 'api.db'));
  });
  after(async () => {
    await storage.close();
    rmSync(directory, { recursive: true, force: true });
  });

  it('each have a Solana address of their own, equal to the public key, in seconds', async () => {
    const environment = { KEYS: `wrap 1 ${randomBytes(32).toString('base64')}` };
    const keys = await openKeys({ env: 'KEYS', previous: [] }, directory, { environment });
    assert.ok(keys.ok);
    const random = (length: number) => randomBytes(length);
    const vault = new Vault({
      storage: walletStorage(storage),
      sealer: new Sealer(keys.value),
      random,
      log: pino({ level: 'silent' }),
    });
    const service = new WalletService({
      storage: { ...storage, wallets: walletStorage(storage) },
      places: new WalletNetworks([], {}),
      vault,
      clock: systemClock,
      random,
    });
    const { parse } = await openWalletScheme('solana');
    const begun = process.cpuUsage();
    const addresses = new Set<string>();
    const lengths = new Set<number>();
    for (let made = 0; made < CREATIONS; made += BATCH) {
      const batch = Array.from({ length: BATCH }, (_, index) =>
        service.create(`avatar-${(made + index) % AVATARS}`, { walletProviderType: 3, generateKeyPair: true }),
      );
      for (const created of await Promise.all(batch)) {
        assert.ok(created.ok);
        const { address, publicKey } = created.value.row;
        assert.equal(address, publicKey);
        assert.match(address, /^[1-9A-HJ-NP-Za-km-z]{32,44}$/);
        assert.doesNotMatch(address, /^76a914|^0x|^[\da-f]+$/);
        const parsed = parse({ address });
        assert.ok(parsed.ok);
        addresses.add(address);
        lengths.add(address.length);
      }
    }
    const { user, system } = process.cpuUsage(begun);
    assert.equal(addresses.size, CREATIONS);
    assert.ok(lengths.has(44) && lengths.has(43), [...lengths].join());
    const seconds = (user + system) / 1e6;
    assert.ok(seconds < MOST_SECONDS, `${seconds} s of processor time`);
  });
});
