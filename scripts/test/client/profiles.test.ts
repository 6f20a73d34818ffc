import { strict as assert } from 'node:assert';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { locked } from '../../lib/client/lock.ts';
import { ProfileStore } from '../../lib/client/profiles.ts';
import { describeService, PASSWORD } from './service.ts';

describeService('causeway profile', undefined, (service) => {
  const environment = { CAUSEWAY_URL: '' };
  const causeway = (...args: string[]) => service.causeway(args, { environment });

  it('adds, lists, chooses and removes services', async () => {
    assert.equal((await causeway('profile', 'add', 'local', '--url', service.url)).status, 0);
    assert.equal((await causeway('profile', 'add', 'away', '--url', 'http://127.0.0.1:9')).status, 0);
    assert.match(
      (await causeway('profile', 'list')).stdout,
      /^ +PROFILE +SERVICE +SIGNED IN\n\* +local .*\n +away .*\n$/,
    );
    assert.equal((await causeway('networks')).status, 0);
    assert.equal((await causeway('profile', 'use', 'away')).status, 0);
    assert.equal((await causeway('networks')).status, 5);
    assert.equal((await causeway('networks', '--profile', 'local')).status, 0);
    const named = { ...environment, CAUSEWAY_PROFILE: 'local' };
    assert.equal((await service.causeway(['networks'], { environment: named })).status, 0);
    assert.equal((await causeway('profile', 'remove', 'away')).status, 0);
    assert.match((await causeway('profile', 'list')).stdout, /\* +local/);
  });

  it('refuses a name that is taken or not there, and a URL that is none', async () => {
    const taken = await causeway('profile', 'add', 'local', '--url', service.url);
    assert.match(taken.stderr, /there is a profile local already/);
    const unknown = await causeway('profile', 'use', 'toString');
    assert.match(unknown.stderr, /there is no profile toString/);
    const wrong = await causeway('profile', 'add', 'x', '--url', 'ftp://example.org');
    assert.match(wrong.stderr, /--url must be an http or https URL/);
    assert.deepEqual([taken.status, unknown.status, wrong.status], [2, 2, 2]);
  });

  it('gives the tokens of a service to no other one', async () => {
    const input = `${PASSWORD}\n`;
    const registered = await service.causeway(['register', 'ann', '--profile', 'local'], { input, environment });
    assert.equal(registered.status, 0, registered.stderr);
    assert.equal((await causeway('whoami', '--profile', 'local')).status, 0);
    const other = service.url.replace('127.0.0.1', 'localhost');
    const elsewhere = await service.causeway(['whoami', '--profile', 'local'], {
      environment: { CAUSEWAY_URL: other },
    });
    assert.match(elsewhere.stderr, /nobody is signed in at http:\/\/localhost/);
    assert.equal((await causeway('whoami', '--profile', 'local')).status, 0);
  });
});

describe('the file of profiles', function () {
  this.timeout(60_000);
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'causeway-profiles-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('loses no change of several at once', async () => {
    const stores = Array.from({ length: 10 }, () => new ProfileStore({ XDG_CONFIG_HOME: folder }, assert.fail));
    const url = 'http://127.0.0.1:1';
    await Promise.all(stores.map((store, at) => store.updateProfile(`p${at}`, async () => ({ url }))));
    assert.equal(Object.keys(stores[0]?.read().profiles ?? {}).length, 10);
  });

  it('is locked by nobody any more when a process that changed it was killed', async () => {
    const path = join(folder, 'lock');
    const module = new URL('../../lib/client/lock.ts', import.meta.url).href;
    const hold = `const { locked } = await import('${module}');
      await locked('${path}', () => { console.log('held'); return new Promise(() => setInterval(() => {}, 1e6)); });`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', hold]);
    await once(child.stdout, 'data');
    await assert.rejects(
      locked(path, async () => {}, 50),
      /another causeway process holds/,
    );
    child.kill('SIGKILL');
    await once(child, 'exit');
    assert.equal(await locked(path, async () => 'mine', 50), 'mine');
  });
});
