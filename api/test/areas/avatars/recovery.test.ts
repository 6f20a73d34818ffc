import { strict as assert } from 'node:assert';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { avatars } from '../../../src/areas/avatars/index.ts';
import { type TestApi, testApi } from '../../support/api.ts';
import { ask, PASSWORD, register, signedUp, signIn } from '../../support/avatars.ts';
import { onEngines } from '../../support/engines.ts';

onEngines('e-mail of avatars', (database) => {
  let api: TestApi;
  let folder: string;
  let made = 0;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'causeway-mail-'));
    const settings = { mail: { kind: 'file', folder }, linkBase: 'https://app.example/' };
    api = await testApi({ api: { avatars: settings }, database });
  });
  after(async () => {
    await api.close();
    rmSync(folder, { recursive: true, force: true });
  });
  beforeEach(() => {
    made += 1;
  });

  /** The messages since the last call that only tell of something. */
  const notices: string[] = [];
  /** The messages with a token since the last call. */
  const messages = async (): Promise<readonly string[]> => {
    await api.areas.use(avatars).mail.rounds.next();
    notices.splice(0);
    const all = readdirSync(folder).map((name) => {
      const path = join(folder, name);
      assert.equal(statSync(path).mode & 0o077, 0, 'only the owner of the process reads messages');
      const text = readFileSync(path, 'utf8');
      rmSync(path);
      return text;
    });
    notices.push(...all.filter((text) => !text.includes('#token=')));
    return all.filter((text) => text.includes('#token='));
  };
  const tokenIn = (message: string | undefined): string =>
    /#token=(\S+)/.exec(message ?? '')?.[1] ?? assert.fail(message);
  const address = (): string => `ann-${made}@example.org`;
  const verify = (token: string) => ask(api, '/api/avatar/verify-email', { token });
  const forget = (email: string) => ask(api, '/api/avatar/forgot-password', { email });
  const reset = (token: string, password: string) => ask(api, '/api/avatar/reset-password', { token, password });
  /** An avatar with a proved address, signed in. */
  const proved = async () => {
    const ann = await signedUp(api, `ann-${made}`, { email: address() });
    const [message] = await messages();
    assert.equal((await verify(tokenIn(message))).status, 200);
    return ann;
  };

  it('proves the address, with which they then sign in', async () => {
    await register(api, `ann-${made}`, { email: `Ann-${made}@Example.org` });
    const signInBy = () => ask(api, '/api/avatar/authenticate', { email: address(), password: PASSWORD });
    assert.equal((await signInBy()).status, 401, 'an address is nobody’s until it is proved');
    const [message] = await messages();
    assert.match(message ?? '', new RegExp(`To: Ann-${made}@Example.org\r\n`));
    assert.match(message ?? '', /https:\/\/app\.example\/verify-email#token=/);
    const answer = await verify(tokenIn(message));
    assert.deepEqual([answer.status, answer.result.isEmailVerified], [200, true]);
    assert.equal((await signInBy()).status, 200);
    assert.deepEqual([(await verify(tokenIn(message))).code], ['MAIL_TOKEN_REFUSED'], 'once');
  });

  it('is sent again on request, and a token ends after a day', async () => {
    const { jwtToken: token } = await signedUp(api, `ann-${made}`, { email: address() });
    const [first] = await messages();
    api.clock.nowMs += 60_000;
    assert.equal((await ask(api, '/api/avatar/resend-verification', {}, { token })).status, 200);
    const [second] = await messages();
    api.clock.nowMs += 86_400_000 - 60_000;
    assert.equal((await verify(tokenIn(first))).code, 'MAIL_TOKEN_REFUSED');
    assert.equal((await verify(tokenIn(second))).status, 200);
    const again = await signIn(api, `ann-${made}`);
    await ask(api, '/api/avatar/resend-verification', {}, { token: again.jwtToken });
    assert.deepEqual(await messages(), [], 'a proved address gets none');
  });

  it('cannot be proved twice', async () => {
    await proved();
    await register(api, `other-${made}`, { email: address() });
    const [message] = await messages();
    assert.deepEqual([(await verify(tokenIn(message))).code], ['EMAIL_TAKEN']);
  });

  it('lets them choose a new password, which ends their sessions', async () => {
    const { jwtToken: token, refreshToken } = await proved();
    assert.equal((await forget(address().toUpperCase())).status, 200);
    assert.equal((await forget(address())).status, 200);
    const both = await messages();
    const [earlier = '', later = ''] = both.map(tokenIn);
    assert.match(both[0] ?? '', /reset-password#token=/);
    assert.equal((await verify(earlier)).code, 'MAIL_TOKEN_REFUSED', 'a token has one purpose');
    const valid = () => ask(api, '/api/avatar/validate-reset-token', { token: earlier });
    assert.equal((await valid()).status, 200, 'a second request does not end the token of the first');
    assert.equal((await reset(earlier, 'short')).code, 'MALFORMED_REQUEST');
    assert.equal((await reset(earlier, 'the newest password')).status, 200);
    for (const one of [earlier, later]) assert.equal((await reset(one, 'another password')).code, 'MAIL_TOKEN_REFUSED');
    assert.equal((await valid()).code, 'MAIL_TOKEN_REFUSED');
    assert.equal((await ask(api, '/api/avatar/me', undefined, { token })).status, 401);
    assert.equal((await ask(api, '/api/avatar/refresh-token', { refreshToken })).status, 401);
    await signIn(api, `ann-${made}`, 'the newest password');
  });

  it('of a reset ends after an hour', async () => {
    await proved();
    await forget(address());
    const [message] = await messages();
    api.clock.nowMs += 3_600_000;
    assert.equal((await reset(tokenIn(message), 'the newest password')).code, 'MAIL_TOKEN_REFUSED');
  });

  it('does not tell who exists: the answer is the same, and comes before anything is looked up', async () => {
    await signedUp(api, `ann-${made}`, { email: address() });
    await messages();
    const [known, unknown] = [await forget(address()), await forget('nobody@example.org')];
    assert.equal(known.body, unknown.body);
    assert.deepEqual(await messages(), [], 'an address that is not proved gets none');
  });

  it('is not needed to change a password, but the present one is', async () => {
    const { jwtToken: token } = await signedUp(api, `ann-${made}`);
    const other = await signIn(api, `ann-${made}`);
    const change = (oldPassword: string) =>
      ask(api, '/api/avatar/change-password', { oldPassword, newPassword: 'the newest password' }, { token });
    assert.deepEqual([(await change('wrong')).code], ['CREDENTIALS_REFUSED']);
    assert.equal((await change(PASSWORD)).status, 200);
    assert.equal((await ask(api, '/api/avatar/me', undefined, { token })).status, 200, 'this session goes on');
    assert.equal((await ask(api, '/api/avatar/me', undefined, { token: other.jwtToken })).status, 401);
    await signIn(api, `ann-${made}`, 'the newest password');
  });

  it('and the password given again are in the log', async () => {
    const { jwtToken: token, id } = await signedUp(api, `ann-${made}`);
    api.clock.nowMs += 1_000;
    const again = (password: string) => ask(api, '/api/avatar/reauthenticate', { password }, { token });
    assert.equal((await again('wrong')).code, 'CREDENTIALS_REFUSED');
    assert.equal((await again(PASSWORD)).status, 200);
    const { items } = await api.storage.avatars.audit.list({ subjectId: id, action: 'reauthenticated' }, null, 9);
    assert.equal(items.length, 1);
    const caller = await api.areas.use(avatars).authenticator.authenticate(token);
    assert.equal(caller?.authenticatedAtMs, api.clock.nowMs);
  });
});
