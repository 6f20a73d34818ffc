import { strict as assert } from 'node:assert';
import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Causeway } from '@causeway/client';
import { ProfileStore } from '../../lib/client/profiles.ts';
import { type Ended, PASSWORD, type Service, startService } from './service.ts';

/** Longer than the life of an access token, and than the time in which a lost answer to its renewal is repeated. */
const LATER_MS = 16 * 60_000;

describe('the commands that sign in', function () {
  this.timeout(60_000);
  let service: Service;
  before(async () => {
    service = await startService();
  });
  after(() => service.stop());
  const file = () => join(service.settings, 'causeway', 'profiles.json');
  const input = `${PASSWORD}\n`;
  const printed: Ended[] = [];
  const causeway: Service['causeway'] = async (...call) => {
    const ended = await service.causeway(...call);
    printed.push(ended);
    return ended;
  };

  it('register an avatar by a password on standard input, and are signed in as it', async () => {
    const registered = await causeway(['register', 'ann', '--email', 'ann@example.org'], { input });
    assert.deepEqual([registered.stderr, registered.status], ['', 0]);
    assert.equal(registered.stdout, `signed in at ${service.url} as ann\n`);
    const { stdout, status } = await causeway(['whoami']);
    assert.match(
      stdout,
      /^username +ann\navatar +[0-9a-f-]{36}\ntype +User\ne-mail +ann@example\.org \(not proved\)\n/,
    );
    assert.match(stdout, new RegExp(`^service +${service.url}$`, 'm'));
    assert.equal(status, 0);
  });

  it('keep tokens in a file that only its owner can read, in a folder that only its owner can open', () => {
    assert.equal(statSync(file()).mode & 0o777, 0o600);
    assert.equal(statSync(join(file(), '..')).mode & 0o777, 0o700);
    assert.match(readFileSync(file(), 'utf8'), /"refreshToken"/);
  });

  it('close a file that others could read, and say so', async () => {
    chmodSync(file(), 0o644);
    const { stderr, status } = await causeway(['whoami']);
    assert.match(stderr, /^causeway: others could read .*profiles\.json; that is mended/);
    assert.deepEqual([statSync(file()).mode & 0o777, status], [0o600, 0]);
  });

  it('renew an expired session once, whichever process needs it first', async () => {
    service.api.clock.nowMs += LATER_MS;
    const before = readFileSync(file(), 'utf8');
    const ended = await Promise.all([1, 2, 3].map(() => causeway(['whoami'])));
    assert.deepEqual(
      ended.map(({ status }) => status),
      [0, 0, 0],
    );
    assert.notEqual(readFileSync(file(), 'utf8'), before);
  });

  it('take the tokens that another process has renewed long ago', async () => {
    const store = new ProfileStore({ XDG_CONFIG_HOME: service.settings }, () => {});
    const { tokens } = store.read().profiles.default ?? {};
    assert(tokens);
    const tokenStore = store.tokens('default', service.url);
    const [one, other] = [1, 2].map(() => new Causeway({ baseUrl: service.url, tokens, tokenStore }));
    service.api.clock.nowMs += LATER_MS;
    await one?.avatars.me();
    service.api.clock.nowMs += 60_000;
    assert.equal((await other?.avatars.me())?.username, 'ann');
    assert.equal((await causeway(['whoami'])).status, 0);
  });

  it('register an agent, whose key is shown once and works as CAUSEWAY_TOKEN', async () => {
    const [agent] = await service.json('register', 'robot', '--agent');
    const environment = { CAUSEWAY_TOKEN: String(agent?.apiKey) };
    const { stdout } = await service.causeway(['whoami', '--json'], { environment });
    assert.equal(JSON.parse(stdout).username, 'robot');
    const [ann] = await service.json('whoami');
    assert.equal(agent?.ownerId, ann?.id);
  });

  it('sign out at the service and here', async () => {
    const { refreshToken = '' } = JSON.parse(readFileSync(file(), 'utf8')).profiles.default.tokens;
    assert.match((await causeway(['logout'])).stdout, /^signed out at /);
    const { http } = new Causeway({ baseUrl: service.url });
    const { response } = await http.POST('/api/avatar/refresh-token', { body: { refreshToken } });
    assert.equal(response.status, 401);
    const { stderr, status } = await causeway(['whoami']);
    assert.match(stderr, /nobody is signed in .* \(NOT_SIGNED_IN\)\n {2}sign in: causeway login/);
    assert.equal(status, 3);
  });

  it('refuse a wrong password, and a missing one', async () => {
    const wrong = await causeway(['login', 'ann'], { input: 'not the password\n' });
    assert.match(wrong.stderr, /\(CREDENTIALS_REFUSED\)/);
    assert.equal(wrong.status, 3);
    const missing = await causeway(['login', 'ann']);
    assert.match(missing.stderr, /^causeway: standard input ends before the answer to "Password:"\n$/);
    assert.equal(missing.status, 2);
    assert.match((await service.causeway(['login', 'ann', PASSWORD])).stderr, /too many arguments/);
  });

  it('sign in by username and password on standard input', async () => {
    const { stdout, status } = await causeway(['login', '--json'], { input: `ann\n${input}` });
    assert.deepEqual([JSON.parse(stdout).username, status], ['ann', 0]);
  });

  it('print neither tokens nor passwords', () => {
    const { accessToken, refreshToken } = JSON.parse(readFileSync(file(), 'utf8')).profiles.default.tokens;
    const text = printed.map(({ stdout, stderr }) => stdout + stderr).join('');
    for (const secret of [accessToken, refreshToken, PASSWORD, 'eyJ']) assert(!text.includes(secret));
  });

  it('refuse a damaged file without showing what it has', async () => {
    writeFileSync(file(), '{"secret": "abc"', { mode: 0o600 });
    const { stderr, status } = await causeway(['whoami']);
    assert.match(stderr, /^causeway: .*profiles\.json is damaged; move it away and sign in again\n$/);
    assert.equal(status, 2);
  });
});
