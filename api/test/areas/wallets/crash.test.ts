import { strict as assert } from 'node:assert';
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openWalletScheme } from '@causeway/chains/wallets';
import { addMasterKey, openKeys, Sealer } from '@causeway/keys';
import { openPlatformStorage } from '@causeway/storage';
import { bundleOf } from '@causeway/storage/test-support/child';
import { pino } from 'pino';
import { walletStorage } from '../../../src/areas/wallets/rules/wallet-storage.ts';
import { Vault } from '../../../src/areas/wallets/vault.ts';

const CHILD = new URL('./create-child.ts', import.meta.url);
const LEAST = 200;
const MOST_PER_PROCESS = 80;

describe('wallets and kill -9', function () {
  this.timeout(180_000);
  let directory: string;
  before(() => {
    directory = mkdtempSync(join(tmpdir(), 'causeway-wallet-crash-'));
    addMasterKey(join(directory, 'master.keys'));
  });
  after(() => rmSync(directory, { recursive: true, force: true }));

  /** Starts a process that creates wallets, and kills it after `count` answers. Returns the answers. */
  async function killedAfter(count: number, name: string): Promise<readonly string[]> {
    const child = spawn(process.execPath, [bundleOf(CHILD), directory, name], { stdio: ['ignore', 'pipe', 'inherit'] });
    const exited = once(child, 'exit');
    let text = '';
    for await (const chunk of child.stdout) {
      text += chunk;
      if (text.split('\n').length > count) child.kill('SIGKILL');
    }
    await exited;
    return text.split('\n').slice(0, -1);
  }

  it('keep every answered wallet and its key, whenever the process is killed', async () => {
    const answered: string[] = [];
    for (let run = 0; answered.length < LEAST; run++) {
      answered.push(...(await killedAfter(randomInt(1, MOST_PER_PROCESS), `run-${run}`)));
    }
    const storage = await openPlatformStorage(join(directory, 'api.db'));
    const keys = await openKeys({ file: 'master.keys', previous: [] }, directory);
    assert.ok(keys.ok);
    const sealer = new Sealer(keys.value);
    const vault = new Vault({
      storage: walletStorage(storage),
      sealer,
      random: () => assert.fail(),
      log: pino({ level: 'silent' }),
    });
    const scheme = await openWalletScheme('solana');
    for (const line of answered) {
      const [id = '', address] = line.split(' ');
      const row = await walletStorage(storage).get(id);
      assert.equal(row?.address, address);
      assert.ok(row && row.seedIndex !== null);
      const key = await vault.derive(row.avatarId, scheme, row.seedIndex);
      assert.equal(key.ok && key.value.key.address, address);
    }
    await storage.close();
  });
});
