import { strict as assert } from 'node:assert';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { columns } from '@causeway/storage/test-support/columns';
import { pino } from 'pino';
import { avatars } from '../../../src/areas/avatars/index.ts';
import { type TestApi, testApi } from '../../support/api.ts';
import { ask, expect, PASSWORD, register, signedUp, signIn } from '../../support/avatars.ts';
import { onEngines } from '../../support/engines.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

onEngines('messages that nobody asked for', (database) => {
  let api: TestApi;
  let folder: string;
  const logged: { readonly msg: string; readonly dropped?: number }[] = [];
  const logger = pino({ level: 'warn' }, { write: (line: string) => void logged.push(JSON.parse(line)) });
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'causeway-mail-'));
    const settings = { mail: { kind: 'file', folder }, linkBase: 'https://app.example/' };
    api = await testApi({ api: { avatars: settings }, database, logger });
  });
  after(async () => {
    await api.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** The messages since the last call, without notices of what the owner did. */
  const messages = async (): Promise<readonly string[]> => {
    await api.areas.use(avatars).mail.rounds.next();
    const texts = readdirSync(folder).map((name) => {
      const text = readFileSync(join(folder, name), 'utf8');
      rmSync(join(folder, name));
      return text;
    });
    return texts.filter((text) => text.includes('#token='));
  };
  const tokenFor = (page: string, text = ''): string =>
    new RegExp(`/${page}#token=(\\S+)`).exec(text)?.[1] ?? assert.fail(text);
  const notMe = (token: string) => ask(api, '/api/avatar/not-me', { token });
  const forget = (email: string, from: string) => ask(api, '/api/avatar/forgot-password', { email }, { from });
  const resend = (token: string) => ask(api, '/api/avatar/resend-verification', {}, { token });
  /** How many of `times` resets bring a message; all have the same answer. */
  const resets = async (email: string, from: string, times: number): Promise<number> => {
    for (let at = 0; at < times; at += 1) assert.deepEqual(await expect(forget(email, from), 200), { done: true });
    return (await messages()).length;
  };

  it('have no words of strangers, and are three a day to an address that is not proved', async () => {
    const email = 'victim@example.org';
    const words = 'your wallet is LOCKED: open https:!!evil.example';
    const { jwtToken: token } = await signedUp(api, words, { email, firstName: 'Evil', title: 'Evil' });
    await register(api, 'second', { email: 'Victim@Example.ORG', metadata: { evil: true } });
    for (let at = 0; at < 5; at += 1) await expect(resend(token), 200);
    await register(api, 'third', { email });
    const sent = await messages();
    assert.equal(sent.length, 3, 'of all avatars together');
    for (const text of sent) assert.doesNotMatch(text, /LOCKED|evil|second/i);
    assert.deepEqual(logged.filter(({ msg }) => /was not sent/.test(msg)).length, 5);
    assert.equal(logged.at(-1)?.dropped, 5, 'the log counts them');
    assert.doesNotMatch(JSON.stringify(logged), /victim|evil/i);
    await register(api, 'another', { email: 'other@example.org' });
    assert.equal((await messages()).length, 1);
    api.clock.nowMs += DAY_MS;
    await expect(resend((await signIn(api, words)).jwtToken), 200);
    assert.equal((await messages()).length, 1, 'a day later');
  });

  it('stop for a month when their reader did not register', async () => {
    const { jwtToken: token } = await signedUp(api, 'liar', { email: 'reader@example.org' });
    const [text] = await messages();
    const proof = tokenFor('verify-email', text);
    await expect(notMe(proof), 422, 'MAIL_TOKEN_REFUSED');
    const disown = tokenFor('not-me', text);
    await expect(ask(api, '/api/avatar/verify-email', { token: disown }), 422, 'MAIL_TOKEN_REFUSED');
    assert.deepEqual(await expect(notMe(disown), 200), { done: true });
    await expect(notMe(disown), 422, 'MAIL_TOKEN_REFUSED');
    await expect(ask(api, '/api/avatar/verify-email', { token: proof }), 422, 'MAIL_TOKEN_REFUSED');
    await expect(resend(token), 200);
    await register(api, 'liar two', { email: 'READER@example.org' });
    assert.deepEqual(await messages(), []);
    api.clock.nowMs += 30 * DAY_MS - 1;
    await register(api, 'liar three', { email: 'reader@example.org' });
    assert.deepEqual(await messages(), []);
    api.clock.nowMs += 1;
    await register(api, 'liar four', { email: 'reader@example.org' });
    assert.equal((await messages()).length, 1);
    const { items } = await api.storage.avatars.audit.list({ action: 'email.disowned' }, null, 10);
    assert.equal(items.length, 1);
  });

  it('to a proved address are counted by requester, and take nothing from its owner', async () => {
    const email = 'ann@example.org';
    const { id } = await signedUp(api, 'ann', { email });
    await expect(ask(api, '/api/avatar/verify-email', { token: tokenFor('verify-email', (await messages())[0]) }), 200);
    await expect(
      ask(api, '/api/avatar/authenticate', { username: 'ann', password: PASSWORD }, { from: '192.0.2.9' }),
      200,
    );
    const counts = [];
    for (let at = 0; at < 5; at += 1) counts.push(await resets(email, `2001:db8:${at}:1::${at}`, 5));
    assert.deepEqual(counts, [3, 3, 3, 1, 0], 'three of each network, ten of all strangers in an hour');
    assert.equal(await resets(email, '2001:db8:0:1::ffff', 1), 0, 'one network of IPv6 is one requester');
    assert.equal(await resets(email, '192.0.2.9', 12), 10, 'the owner’s address has its own');
    assert.equal(await resets('nobody@example.org', '192.0.2.9', 1), 0);
    api.clock.nowMs += HOUR_MS;
    assert.equal(await resets(email, '2001:db8:4:1::1', 5), 3);
    api.clock.nowMs += DAY_MS;
    await expect(forget(email, '203.0.113.7'), 200);
    const [text = ''] = await messages();
    assert.match(text, /Hello ann,/, 'the owner’s own name');
    const [reset, disown] = [tokenFor('reset-password', text), tokenFor('not-me', text)];
    await expect(ask(api, '/api/avatar/validate-reset-token', { token: reset }), 200);
    const told = await notMe(disown);
    assert.match(JSON.parse(told.body).message, /is void.*the password is as before/s);
    await expect(
      ask(api, '/api/avatar/reset-password', { token: reset, password: 'a new password' }),
      422,
      'MAIL_TOKEN_REFUSED',
    );
    const { items } = await api.storage.avatars.audit.list({ subjectId: id }, null, 1);
    assert.deepEqual(columns(items, 'action'), ['password.resetDisowned']);

    await expect(forget(email, '203.0.113.7'), 200);
    const token = tokenFor('reset-password', (await messages())[0]);
    await expect(
      ask(api, '/api/avatar/reset-password', { token, password: 'a new password' }, { from: '203.0.113.8' }),
      200,
    );
    assert.equal(await resets(email, '203.0.113.8', 5), 5, 'the address of the reset is the owner’s');
    assert.equal(await resets(email, '192.0.2.9', 5), 3, 'that of a thief before it is not');
  });
});

describe('a service without a mail server', () => {
  it('says at the start and in its answers that nothing is sent', async () => {
    const said: string[] = [];
    const logger = pino({ level: 'warn' }, { write: (line: string) => void said.push(JSON.parse(line).msg) });
    const api = await testApi({ logger });
    assert.equal(said.filter((text) => /api\.avatars\.mail is log: no message is sent/.test(text)).length, 1);
    const ann = await ask(api, '/api/avatar/register', { username: 'ann', password: PASSWORD, email: 'a@example.org' });
    assert.equal(ann.result.mail, 'notSent');
    assert.match(ann.body, /registered; no mail is sent/);
    const bob = await register(api, 'bob');
    assert.ok(!('mail' in bob), 'no message was promised');
    const { jwtToken: token } = await expect(
      ask(api, '/api/avatar/authenticate', { username: 'ann', password: PASSWORD }),
      200,
    );
    for (const reply of [
      await ask(api, '/api/avatar/forgot-password', { email: 'a@example.org' }),
      await ask(api, '/api/avatar/resend-verification', {}, { token }),
    ]) {
      assert.deepEqual(reply.result, { done: true, mail: 'notSent' });
      assert.doesNotMatch(reply.body, /on its way/);
    }
    await api.close();
  });
});
