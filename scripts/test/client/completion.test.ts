import { strict as assert } from 'node:assert';
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { ProfileStore } from '../../lib/client/profiles.ts';
import { CAUSEWAY } from '../causeway.ts';
import { describeService } from './service.ts';

describeService('completion of names', 'ann', (service) => {
  before(async () => {
    const { stdout } = await service.causeway(['completion', 'bash']);
    writeFileSync(join(service.settings, 'bash'), stdout);
  });

  /** What bash offers for the last of the words, with the settings of the person. */
  async function offered(...words: readonly string[]): Promise<readonly string[]> {
    const lines = `source "$1" || exit 1; shift
      causeway() { "$NODE" "$PROGRAM" "$@"; }
      COMP_WORDS=(causeway "$@"); COMP_CWORD=$#
      _causeway
      printf '%s\\n' "\${COMPREPLY[@]}"`;
    const settings = { XDG_CONFIG_HOME: service.settings, NODE: process.execPath, PROGRAM: CAUSEWAY.at(-1) };
    const env = { PATH: process.env.PATH, HOME: process.env.HOME, ...settings };
    const args = ['--norc', '-u', '-c', lines, 'bash', join(service.settings, 'bash'), ...words];
    const child = spawn('bash', args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
    assert.equal(stderr, '');
    return stdout.split('\n').filter(Boolean);
  }

  it('offers the profiles where one is meant', async () => {
    const store = new ProfileStore({ XDG_CONFIG_HOME: service.settings }, () => {});
    await store.updateProfile('work', () => ({ url: 'http://127.0.0.1:9' }));
    assert.deepEqual(await offered('profile', 'use', ''), ['default', 'work']);
    assert.deepEqual(await offered('wallet', 'list', '--profile', 'wo'), ['work']);
    assert.deepEqual(await offered('profile', 'add', ''), []);
  });

  it('offers the wallets of the chosen profile by their names, and those whose names have spaces by their ids', async () => {
    const [main] = await service.json('wallet', 'create', '--type', 'ethereum', '--name', 'main');
    const [other] = await service.json('wallet', 'create', '--type', 'ethereum', '--name', 'for a rainy day');
    assert.equal(main?.name, 'main');
    assert.deepEqual(await offered('wallet', 'balance', ''), ['main', String(other?.id)]);
    assert.deepEqual(await offered('wallet', 'balance', 'ma'), ['main']);
    assert.deepEqual(await offered('wallet', 'balance', '--profile', 'work', ''), [], 'its service is away');
    assert.deepEqual(await offered('wallet', 'balance', '--js'), ['--json']);
  });
});
