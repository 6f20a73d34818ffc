import { strict as assert } from 'node:assert';
import type { ChildProcess } from 'node:child_process';
import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { ask } from '@causeway/api/test-support/avatars';
import { Causeway } from '@causeway/client';
import { columns } from '@causeway/storage/test-support/columns';
import { ProfileStore } from '../../lib/client/profiles.ts';
import { describeService, type Ended, PASSWORD, type Service } from './service.ts';

/** Longer than the life of an access token, and than the time in which a lost answer to its renewal is repeated. */
const LATER_MS = 16 * 60_000;

describeService('the commands that sign in', undefined, (service) => {
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
    const noMail = 'no mail is sent: the service has no mail server, so the address stays unproved';
    assert.equal(registered.stdout, `${noMail}\nsigned in at ${service.url} as ann\n`);
    const { stdout, status } = await causeway(['whoami']);
    assert.match(
      stdout,
      /^username +ann\navatar +[0-9a-f-]{36}\ntype +User\ne-mail +ann@example\.org \(not proved\)\n/,
    );
    assert.match(stdout, new RegExp(`^service +${service.url}$`, 'm'));
    assert.equal(status, 0);
  });

  it('send no password over plain http to another machine unless they are told to, which the profile remembers', async () => {
    // An address of this machine that is not known as one.
    const elsewhere = service.url.replace('127.0.0.1', '0.0.0.0');
    const profile = ['--profile', 'elsewhere'];
    const signIn = ['login', 'ann', '--url', elsewhere, ...profile];
    const refused = await causeway(signIn, { input });
    assert.match(refused.stderr, /plain http to another machine.*INSECURE_URL.*\n +give an https URL.*--insecure-http/);
    assert.deepEqual([refused.stdout, refused.status], ['', 2]);
    const environment = { CAUSEWAY_URL: elsewhere, CAUSEWAY_TOKEN: 'cwk_key' };
    assert.equal((await causeway(['whoami'], { environment })).status, 2, 'nor a token');
    const allowed = await causeway([...signIn, '--insecure-http'], { input });
    assert.deepEqual([allowed.stderr, allowed.status], ['', 0]);
    assert.equal((await causeway(['whoami', ...profile], { environment: { CAUSEWAY_URL: '' } })).status, 0);
    const store = new ProfileStore({ XDG_CONFIG_HOME: service.settings }, assert.fail);
    await store.tokens('elsewhere', elsewhere).update(async () => null);
    assert.deepEqual(store.read().profiles.elsewhere, { url: elsewhere, insecureHttp: true }, 'a sign-out keeps it');
    await store.update(({ profiles: { elsewhere: _, ...profiles }, ...rest }) => ({ ...rest, profiles }));
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
    assert.deepEqual(columns(ended, 'status'), [0, 0, 0]);
    assert.notEqual(readFileSync(file(), 'utf8'), before);
  });

  it('lose no session when they are killed between the answer to a renewal and its storage', async () => {
    let child: ChildProcess | undefined;
    let killed = 0;
    const proxy = createServer(async (request, response) => {
      const headers = Object.entries(request.headers).filter(
        ([name]) => !/^(?:host|connection|content-length)$/.test(name),
      );
      const body = request.method === 'POST' ? await text(request) : undefined;
      const url = `${service.url}${request.url}`;
      const init = { method: request.method ?? 'GET', headers: headers as [string, string][], ...(body && { body }) };
      const answer = await fetch(url, init);
      if (killed === 0 && request.url === '/api/avatar/refresh-token') {
        assert.equal(answer.status, 200);
        killed += 1;
        child?.kill('SIGKILL');
        return;
      }
      const type = answer.headers.get('content-type') ?? '';
      response.writeHead(answer.status, { 'content-type': type }).end(await answer.text());
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    const store = new ProfileStore({ XDG_CONFIG_HOME: service.settings }, () => {});
    const through = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    const { profiles } = store.read();
    assert(profiles.default?.tokens);
    const profile = { ...profiles.default, url: through };
    await store.updateProfile('through', () => profile);
    const whoami = (onStart = (_child: ChildProcess): void => {}) =>
      service.causeway(['whoami', '--profile', 'through'], { environment: { CAUSEWAY_URL: '' }, onStart });

    service.api.clock.nowMs += LATER_MS;
    const dead = await whoami((started) => {
      child = started;
    });
    assert.deepEqual([dead.status, killed], [null, 1]);
    assert.equal(store.read().profiles.through?.tokens?.refreshToken, profile.tokens?.refreshToken);
    service.api.clock.nowMs += LATER_MS;
    const next = await whoami();
    assert.deepEqual([next.status, next.stderr], [0, '']);
    assert.match(next.stdout, /^username +ann$/m);
    assert.equal(store.read().profiles.through?.tokens?.renewalKey, undefined);

    // The used token without the key is a theft, as ever.
    const stolen = await ask(service.api, '/api/avatar/refresh-token', { refreshToken: profile.tokens?.refreshToken });
    assert.equal(stolen.code, 'REFRESH_TOKEN_REFUSED');
    assert.equal((await whoami()).status === 0, false, 'the session has ended');
    await store.update(({ profiles: { through: _gone, ...others }, ...rest }) => ({ ...rest, profiles: others }));
    proxy.closeAllConnections();
    await new Promise((resolve) => proxy.close(resolve));
    const again = await causeway(['login', 'ann'], { input });
    assert.deepEqual([again.stderr, again.status], ['', 0]);
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
    // The session of the tests before is not recent any more.
    await service.causeway(['login', 'ann'], { input: `${PASSWORD}\n` });
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
    assert.match(
      missing.stderr,
      /^causeway: standard input ends before the answer to "Password:"; give it as a line there, or run this at a terminal\n$/,
    );
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
