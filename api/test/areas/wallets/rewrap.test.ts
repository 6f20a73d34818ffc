import { strict as assert } from 'node:assert';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '@causeway/config';
import { addMasterKey, masterKeyOf, Sealer } from '@causeway/keys';
import { clockAt } from '@causeway/runtime/test-support';
import { openPlatformStorage, type PlatformStorage } from '@causeway/storage';
import { bundleOf } from '@causeway/storage/test-support/child';
import { pino } from 'pino';
import { AREAS } from '../../../src/app.ts';
import { WebhookSecrets } from '../../../src/areas/agents/webhooks/secrets.ts';
import { Vault } from '../../../src/areas/wallets/vault.ts';
import { apiConfig } from '../../../src/config.ts';
import { openKeyService, openSealer } from '../../../src/keys.ts';
import { runRewrap } from '../../../src/rewrap-command.ts';
import { LOST_KEY, underLostKey } from '../../support/lost-key.ts';

const CHILD = new URL('./rewrap-child.ts', import.meta.url);
const SEEDS = 40;
const HALF = 17;

describe('re-wrapping to a new master key', function () {
  this.timeout(60_000);
  let directory: string;
  let path: string;
  let storage: PlatformStorage;
  let vault: Vault;
  const avatars = Array.from({ length: SEEDS }, (_, index) => `avatar-${index}`);
  const lines: string[] = [];
  let webhookSecrets: readonly string[];

  before(async () => {
    directory = mkdtempSync(join(tmpdir(), 'causeway-rewrap-'));
    path = join(directory, 'causeway.yaml');
    writeFileSync(path, 'database: api.db\nchains: {}\napi:\n  keys: { file: master.keys }\n');
    addMasterKey(join(directory, 'master.keys'));
    storage = await openPlatformStorage(join(directory, 'api.db'));
    const sealer = new Sealer(await openKeyService(config()));
    let made = 0;
    const random = (length: number) => {
      made += 1;
      return new Uint8Array(length).fill(made);
    };
    vault = new Vault({ storage: storage.wallets.wallets, sealer, random, log: pino({ level: 'silent' }) });
    for (const avatar of avatars) assert.ok((await vault.create(avatar)).ok);
    const pepper = await sealer.seal(Buffer.from('pepper'), ['sealed-secrets', 'pepper']);
    assert.ok(pepper.ok);
    await storage.sealedSecrets.create('pepper', pepper.value);
    const wish = await sealer.seal(Buffer.from('wish'), ['mail-request', 'm1']);
    assert.ok(wish.ok);
    await storage.avatars.mailRequests.add({ id: 'm1', avatarId: null, sealed: wish.value });
    await signing().then((secrets) => secrets.ensure('hooked'));
    assert.ok((await (await signing()).rotate('hooked', undefined, 60_000)).ok);
    webhookSecrets = await (await signing()).signing('hooked');
    assert.equal(new Set(webhookSecrets).size, 2, 'the one before it signs, too');
  });
  after(async () => {
    await storage.close();
    rmSync(directory, { recursive: true, force: true });
  });

  const config = () => loadConfig(path, apiConfig);
  /** The secrets of webhooks as a process opens them that starts now. */
  const signing = async () => {
    const random = (length: number) => {
      filled += 1;
      return new Uint8Array(length).fill(filled);
    };
    const sealer = new Sealer(await openKeyService(config()));
    return new WebhookSecrets({ secrets: storage.agents.webhookSecrets, sealer, random, clock: clockAt(() => 0) });
  };
  let filled = 100;
  const apiWithoutKeys = () => {
    const { keys: _keys, ...api } = config().api;
    return api;
  };
  const rewrap = () => runRewrap(config(), false, (line) => lines.push(line));
  const phrases = async () =>
    Promise.all(
      avatars.map(async (avatar) => {
        const phrase = await vault.phrase(avatar);
        assert.ok(phrase.ok);
        return phrase.value;
      }),
    );
  /** The rotations in the security log, newest first: the master key, and whether the command made it. */
  const rotations = async () => {
    const { items } = await storage.avatars.audit.list({ action: 'masterKey.rotated' }, null, 9);
    return items.map(({ facts }) => [String(facts.masterKey).replace(/:\w{16}$/, ''), facts.newKey]);
  };
  const under = async (number: number) => {
    const seeds = await Promise.all(avatars.map((avatar) => storage.wallets.wallets.seed(avatar)));
    return seeds.filter((seed) => seed?.masterKey.startsWith(`local:${number}:`)).length;
  };

  it('continues after it was killed half way, while the seeds are used, and ends under the new key alone', async () => {
    const before = await phrases();
    assert.equal(new Set(before).size, SEEDS);
    addMasterKey(join(directory, 'master.keys'));
    const child = spawn(process.execPath, [bundleOf(CHILD), path, String(HALF)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(child.stdout, 'data');
    child.kill('SIGKILL');
    await once(child, 'exit');
    assert.deepEqual([await under(1), await under(2)], [SEEDS - HALF, HALF]);
    assert.deepEqual(await phrases(), before, 'both keys serve');
    const [finished, used] = await Promise.all([rewrap(), phrases()]);
    assert.deepEqual([finished, used], [true, before]);
    assert.deepEqual([lines, await under(2)], [[`${SEEDS - HALF + 4} secrets wrapped anew`], SEEDS]);
    assert.match(String(masterKeyOf((await storage.sealedSecrets.get('pepper')) ?? '')), /^local:2:/);
    assert.match(String(masterKeyOf((await storage.avatars.mailRequests.list())[0]?.sealed ?? '')), /^local:2:/);
    assert.equal(await rewrap(), true);
    assert.deepEqual(await rotations(), [['local:2', false]], 'recorded once, and not when nothing is to do');
    // The old key can go.
    const keys = readFileSync(join(directory, 'master.keys'), 'utf8').split('\n');
    writeFileSync(join(directory, 'master.keys'), `${keys.filter((line) => !line.startsWith('wrap 1 ')).join('\n')}`);
    assert.deepEqual(await phrases(), before);
    assert.deepEqual(await (await signing()).signing('hooked'), webhookSecrets);
  });

  it('lets nobody start while the master key of a seed or of another secret is missing', async () => {
    await openSealer(config(), storage, AREAS);
    const file = join(directory, 'master.keys');
    const kept = readFileSync(file, 'utf8');
    const seed = await storage.wallets.wallets.seed('avatar-3');
    assert.ok(seed);
    const orphan = underLostKey(seed.sealed);
    await storage.wallets.wallets.replaceSealed({ ...seed, sealed: orphan, masterKey: LOST_KEY }, seed.sealed);
    await assert.rejects(
      openSealer(config(), storage, AREAS),
      /seed of avatar avatar-3 cannot be opened .*master key local:1:gone/,
    );
    await storage.wallets.wallets.replaceSealed(seed, orphan);
    await openSealer(config(), storage, AREAS);
    const sealed = (await storage.sealedSecrets.get('pepper')) ?? '';
    await storage.sealedSecrets.reseal('pepper', sealed, underLostKey(sealed));
    await assert.rejects(openSealer(config(), storage, AREAS), /secret pepper cannot be opened/);
    await storage.sealedSecrets.reseal('pepper', underLostKey(sealed), sealed);
    rmSync(file);
    const byDefault = { ...config(), api: apiWithoutKeys() };
    await assert.rejects(openSealer(byDefault, storage, AREAS), /master.keys is missing, but secrets/);
    writeFileSync(file, kept, { mode: 0o600 });
  });

  it('adds a key if asked, and tells which seeds it cannot open without touching them', async () => {
    lines.splice(0);
    const damaged = await storage.wallets.wallets.seed('avatar-3');
    assert.ok(damaged);
    await storage.wallets.wallets.replaceSealed(
      { ...damaged, sealed: `${damaged.sealed.slice(0, -4)}AAAA` },
      damaged.sealed,
    );
    assert.equal(await runRewrap(config(), true, (line) => lines.push(line)), false);
    assert.deepEqual(lines.slice(0, 2), ['master key 3 added', `${SEEDS + 3} secrets wrapped anew`]);
    assert.match(String(lines[2]), /^avatar avatar-3: SEALED_DAMAGED/);
    assert.deepEqual([await under(2), await under(3)], [1, SEEDS - 1]);
    assert.deepEqual((await rotations())[0], ['local:3', true]);
  });
});
