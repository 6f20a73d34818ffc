import { strict as assert } from 'node:assert';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openKeys, Sealer } from '@causeway/keys';
import { openPlatformStorage, type PlatformStorage } from '@causeway/storage';
import { columns } from '@causeway/storage/test-support/columns';
import { avatars } from '../../../src/areas/avatars/index.ts';
import { type Mail, Undeliverable } from '../../../src/areas/avatars/mail/mailer.ts';
import { ATTEMPT_MS, GIVE_UP_MS, MailQueue, type MailWish, pauseAfter } from '../../../src/areas/avatars/mail/queue.ts';
import { auditOf, LOCAL_COMMAND } from '../../../src/http/callers/origin.ts';
import { type TestApi, TestClock, testApi } from '../../support/api.ts';
import { ask, register } from '../../support/avatars.ts';
import { onEngines } from '../../support/engines.ts';
import { MailServer } from '../../support/mail-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'causeway-mail-queue-'));
after(() => rmSync(folder, { recursive: true, force: true }));

onEngines('messages of an API whose mail server is away', (database) => {
  const server = new MailServer();
  let path: string;
  let api: TestApi;
  let nowMs = new TestClock().nowMs;

  /** Starts the API on the database of the last one. */
  const start = async (): Promise<void> => {
    const mail = { kind: 'smtp', host: '127.0.0.1', port: server.port };
    api = await testApi({ api: { avatars: { mail } }, databasePath: path });
    api.clock.nowMs = nowMs;
  };
  const pass = (milliseconds: number): void => {
    nowMs += milliseconds;
    api.clock.nowMs = nowMs;
  };
  const settle = () => api.areas.use(avatars).mail.rounds.next();
  const forget = (email: string) => ask(api, '/api/avatar/forgot-password', { email });
  const tokenIn = (text = ''): string => /#token=(\S+)/.exec(text)?.[1] ?? assert.fail(text);

  before(async () => {
    path = database() ?? join(folder, 'api.sqlite');
    await server.start();
    await start();
  });
  after(async () => {
    await api.close();
    await server.stop();
  });

  it('are neither lost nor doubled, over a restart of the API', async () => {
    const { id } = await register(api, 'ann', { email: 'ann@example.org' });
    await settle();
    const proof = tokenIn(server.received.shift()?.text);
    assert.equal((await ask(api, '/api/avatar/verify-email', { token: proof })).status, 200);
    await settle();
    assert.match(server.received.shift()?.text ?? '', /Your address was proved/);

    await server.stop();
    const [known, unknown] = [await forget('ann@example.org'), await forget('nobody@example.org')];
    assert.deepEqual([known.status, known.body], [200, unknown.body]);
    await register(api, 'bob', { email: 'bob@example.org' });
    await settle();
    const waiting = await api.storage.avatars.mailRequests.list();
    assert.equal(waiting.length, 2, 'the request for an unknown address is forgotten');
    assert.doesNotMatch(JSON.stringify(waiting), /example/);

    await api.close();
    await start();
    pass(pauseAfter(1));
    await settle();
    assert.deepEqual(columns(await api.storage.avatars.mailRequests.list(), 'attempts'), [2, 2]);
    await server.start();
    await settle();
    assert.equal(server.received.length, 0, 'the pause after the second failure is longer');
    pass(pauseAfter(2));
    await settle();
    const [first, second, ...others] = server.received.toSorted((a, b) => (a.to < b.to ? -1 : 1));
    assert.deepEqual([first?.to, second?.to, others], [['ann@example.org'], ['bob@example.org'], []]);
    assert.deepEqual(await api.storage.avatars.mailRequests.list(), []);
    const password = 'the newest password';
    assert.equal((await ask(api, '/api/avatar/reset-password', { token: tokenIn(first?.text), password })).status, 200);
    assert.equal((await ask(api, '/api/avatar/verify-email', { token: tokenIn(second?.text) })).status, 200);
    const { items } = await api.storage.avatars.audit.list({ action: 'password.resetRequested' }, null, 9);
    assert.deepEqual(columns(items, 'subjectId'), [id], 'the request is recorded once');
  });
});

onEngines('the queue of messages', (database) => {
  const clock = new TestClock();
  let storage: PlatformStorage;
  let sealer: Sealer;
  const logged: string[] = [];
  const record =
    (level: string) =>
    (...entry: unknown[]): void =>
      void logged.push(`${level} ${JSON.stringify(entry)}`);
  const log = { warn: record('warn'), error: record('error') };

  before(async () => {
    const environment = { KEYS: `wrap 1 ${randomBytes(32).toString('base64')}` };
    const keys = await openKeys({ env: 'KEYS', previous: [] }, folder, { environment });
    assert.ok(keys.ok);
    sealer = new Sealer(keys.value);
    storage = await openPlatformStorage(database() ?? join(folder, 'queue.sqlite'), { clock });
  });
  after(() => storage.close());
  beforeEach(() => logged.splice(0));

  const wish = (email: string): MailWish => ({
    ...{ purpose: 'resetPassword', email },
    audit: auditOf(LOCAL_COMMAND, { action: 'password.resetRequested' }),
  });
  /** A queue for which every address but nobody's is an avatar's. */
  const queueWith = (send: (mail: Mail) => Promise<void>, seen: string[] = []): MailQueue =>
    new MailQueue({
      ...{ storage: storage.avatars, sealer, newId: randomUUID, clock, log },
      mailer: { send, close() {} },
      async compose({ purpose, email }) {
        seen.push('looked up');
        if (purpose === 'notice' || email === null || email.startsWith('nobody')) return undefined;
        const disown = { text: 'd', link: 'l' };
        const mail = { to: email, subject: 's', text: 't', link: 'l', token: randomUUID(), disown };
        const token = { hash: mail.token, avatarId: 'ann', purpose, email, expiresAtMs: clock.nowMs + 1_000 };
        return { mail, avatarId: 'ann', tokens: [token], tallies: [] };
      },
    });
  const waiting = async () => (await storage.avatars.mailRequests.list()).length;
  const givenUp = async () => (await storage.avatars.audit.list({ action: 'email.givenUp' }, null, 9)).items;

  it('stores the same before its answer for every address, and looks avatars up only afterwards', async () => {
    for (const email of ['ann@example.org', 'nobody@e.org']) {
      const order: string[] = [];
      const queue = queueWith(async () => {}, order);
      await queue.add(wish(email), null);
      order.push('answered');
      await queue.rounds.next();
      assert.deepEqual(order, ['answered', 'looked up']);
    }
    assert.equal(await waiting(), 0);
  });

  it('leaves a message to nobody else during an attempt, and sends it after one that never ended', async () => {
    const stuck = queueWith(() => new Promise(() => {}));
    const sent: Mail[] = [];
    const other = queueWith(async (mail) => void sent.push(mail));
    await stuck.add(wish('ann@example.org'), null);
    while ((await storage.avatars.mailRequests.list())[0]?.attempts !== 1) await new Promise(setImmediate);
    clock.nowMs += ATTEMPT_MS - 1;
    await other.rounds.next();
    assert.deepEqual(sent, []);
    clock.nowMs += 1;
    await other.rounds.next();
    assert.deepEqual([sent.length, await waiting()], [1, 0]);
  });

  it('gives up at once when the recipient is refused for good, and otherwise after a day, loudly', async () => {
    const refused = queueWith(async () => {
      throw new Undeliverable('RECIPIENT_REFUSED');
    });
    await refused.add(wish('ann@example.org'), null);
    await refused.rounds.next();
    assert.deepEqual([await waiting(), logged.length], [0, 1]);
    assert.match(logged[0] ?? '', /^error .*RECIPIENT_REFUSED.*given up/);

    logged.splice(0);
    const failing = queueWith(async () => {
      throw Object.assign(new Error('ann@example.org SECRET'), { code: 'ECONNREFUSED' });
    });
    await failing.add(wish('ann@example.org'), null);
    const begunMs = clock.nowMs;
    for (let attempt = 1; (await waiting()) > 0; attempt += 1) {
      await failing.rounds.next();
      clock.nowMs += pauseAfter(attempt);
    }
    assert.ok(clock.nowMs - begunMs >= GIVE_UP_MS);
    assert.match(logged.at(-1) ?? '', /^error .*ECONNREFUSED.*given up/);
    assert.ok(logged.slice(0, -1).every((line) => line.startsWith('warn ')));
    assert.doesNotMatch(logged.join(), /SECRET|example/);
    const events = await givenUp();
    assert.deepEqual(
      events.map(({ outcome, subjectId, facts }) => [outcome, subjectId, facts.code]),
      [
        ['refused', 'ann', 'ECONNREFUSED'],
        ['refused', 'ann', 'RECIPIENT_REFUSED'],
      ],
    );
  });
});
