import { strict as assert } from 'node:assert';
import { pino } from 'pino';
import { apiConfig } from '../../src/config.ts';
import { limitUnit } from '../../src/http/callers/address-unit.ts';
import { trusted } from '../../src/http/callers/trusted-proxies.ts';
import { isUnguessable } from '../../src/http/callers/unguessable.ts';
import { type TestApi, testApi, testConfig } from '../support/api.ts';
import { ask, expect, PASSWORD, signedUp } from '../support/avatars.ts';
import { onEngines } from '../support/engines.ts';
import { START_MS } from '../support/people.ts';

describe('the proxies that are believed', () => {
  const parsed = (trustProxy: unknown) =>
    apiConfig.safeParse({ database: 'x', chains: {}, api: { ...testConfig().api, trustProxy } });
  const refusal = (trustProxy: unknown): string => parsed(trustProxy).error?.issues[0]?.message ?? assert.fail();

  it('are none, those of networks, or a number of hops; everybody is refused with the reason', () => {
    for (const setting of [false, 1, 10, ['loopback'], ['uniquelocal', '192.0.2.7', '2001:db8::/32']])
      assert.deepEqual(parsed(setting).data?.api.trustProxy, setting);
    assert.match(refusal(true), /every caller writes.*\["loopback", "10.0.0.0\/8"\]/);
    for (const network of ['nginx', '0.0.0.0/0', '::/0', '10.0.0.0/33', '10.0.0.0/8/8', '10.0.0/8', ''])
      assert.match(refusal([network]), /is no network; give loopback/, network);
    for (const setting of [0, -1, 1.5, 11, 'loopback', []]) assert.ok(!parsed(setting).success, String(setting));
  });

  it('are found by address or by their place', () => {
    assert.equal(trusted(false), false);
    const local = trusted(['loopback', '10.1.0.0/16', '2001:db8::/48']) || assert.fail();
    for (const address of ['127.0.0.1', '::1', '10.1.2.3', '::ffff:10.1.2.3', '2001:db8:0:1::1'])
      assert.ok(local(address, 5), address);
    for (const address of ['10.2.0.1', '::ffff:10.2.0.1', '2001:db8:1::1', '', 'unknown', '127.0.0.1, 10.1.2.3'])
      assert.ok(!local(address, 0), address);
    const two = trusted(2) || assert.fail();
    assert.deepEqual([two('192.0.2.1', 0), two('192.0.2.1', 1), two('192.0.2.1', 2)], [true, true, false]);
    assert.throws(() => trusted(['nginx']), RangeError);
  });
});

describe('a key that nobody guesses', () => {
  it('is random, in a form that programs make', () => {
    for (const key of [
      '3f0c1d52-9d3e-4c1b-8a57-2f6f0b9f1c11',
      '3f0c1d529d3e4c1b8a572f6f0b9f1c11',
      'F00DBABE00C0FFEE1234567890ABCDEF',
      'q7Zr2-xV9_kLm4TsB8nWc1YpJ6dHfA3e',
    ])
      assert.ok(isUnguessable(key), key);
    for (const key of [
      'register-painter',
      'register-painter-for-my-own-account',
      'a'.repeat(64),
      '0'.repeat(32),
      'AbC1'.repeat(10),
      '12345678-1234-1234-1234-123456789012',
      '01890a5d-ac96-774b-bcce-b302099a8057',
      'q7Zr2-xV9_kLm4TsB8nWc1YpJ6dHfA',
      '',
    ])
      assert.ok(!isUnguessable(key), key);
  });
});

onEngines('who is asking', (database) => {
  let api: TestApi;
  const logged: { readonly msg: string; readonly peer?: string }[] = [];
  const logger = pino({ level: 'warn' }, { write: (line: string) => void logged.push(JSON.parse(line)) });
  const start = async (settings: Readonly<Record<string, unknown>>): Promise<void> => {
    logged.splice(0);
    api = await testApi({ api: settings, database, logger });
    // On one database, the windows of a test before have ended.
    made += 1;
    api.clock.nowMs = START_MS + made * 200_000;
  };
  let made = 0;
  afterEach(() => api.close());
  const guess = (from: string, forwarded: string) =>
    ask(
      api,
      '/api/avatar/authenticate',
      { username: 'nobody', password: 'x' },
      { from, headers: { 'x-forwarded-for': forwarded } },
    );

  it('is the address that the own proxies saw, whatever the client wrote before', async () => {
    await start({ trustProxy: ['10.0.0.0/8'], avatars: { attemptsPerMinute: 3 } });
    const replies = [];
    for (let at = 0; at < 5; at += 1) replies.push((await guess('10.0.0.2', `198.51.100.${at}, 203.0.113.66`)).status);
    assert.deepEqual(replies, [401, 401, 401, 429, 429]);
    assert.equal((await guess('10.0.0.2', '203.0.113.5')).status, 401, 'others are not held up');
    assert.deepEqual(
      logged.filter(({ msg }) => /trustProxy/.test(msg)),
      [],
      'the header is believed',
    );
  });

  it('is the hop before the last proxies where their number is given', async () => {
    await start({ trustProxy: 1, avatars: { attemptsPerMinute: 1 } });
    assert.equal((await guess('10.0.0.2', '198.51.100.1, 203.0.113.66:4711')).status, 401);
    assert.equal(
      (await guess('10.0.0.3', '198.51.100.2, 203.0.113.66:4712')).status,
      429,
      'a port makes no other caller',
    );
    assert.equal((await guess('10.0.0.2', '198.51.100.1, 203.0.113.67')).status, 401);
  });

  it('is said once when a header of a proxy is not believed', async () => {
    await start({ trustProxy: ['192.0.2.0/24'] });
    for (const header of ['x-forwarded-for', 'x-forwarded-for', 'forwarded'])
      await ask(api, '/live', undefined, { from: '10.0.0.2', headers: { [header]: '203.0.113.5' } });
    const said = logged.filter(({ msg }) => /api\.trustProxy/.test(msg));
    assert.deepEqual(
      said.map(({ peer }) => peer),
      ['10.0.0.2'],
    );
  });

  it('is one caller for a network of IPv6, and for an owner with all its agents', async () => {
    await start({ rateLimits: { perMinute: 20 }, idempotency: { maxKeysPerCaller: 3 }, streams: { maxPerCaller: 1 } });
    const asked = [];
    for (let at = 1; at <= 22; at += 1)
      asked.push((await ask(api, '/api/v1/networks', undefined, { from: `2001:db8:1:${made}::${at}` })).status);
    assert.deepEqual(asked.slice(19), [200, 429, 429]);
    const name = `owner-${made}`;
    const { id, jwtToken: token } = await signedUp(api, name);
    const agent = async (more: object) =>
      await expect(ask(api, '/api/agents/register', { name: 'a', ...more }, { token }), 201);
    const [one, two] = [await agent({}), await agent({})];
    const key = (bearer: string, value: string) =>
      ask(api, '/api/agents/register', { name: 'b' }, { token: bearer, headers: { 'idempotency-key': value } });
    await expect(key(token, 'first'), 201);
    const mine = await key(one.apiKey, 'first');
    assert.equal(mine.status, 409, 'an agent is registered already, and sees no answer of its owner');
    const message = (bearer: string, value: string) =>
      ask(
        api,
        '/api/messaging/send-message',
        { fromAvatarId: bearer === token ? id : one.agentId, toAvatarId: two.agentId, message: 'x' },
        { token: bearer, headers: { 'idempotency-key': value } },
      );
    await expect(message(one.apiKey, 'second'), 201);
    await expect(message(token, 'third'), 201);
    await expect(message(one.apiKey, 'fourth'), 429, 'IDEMPOTENCY_KEYS_EXCEEDED');
    const left = [];
    for (let at = 0; at < 20; at += 1)
      left.push(
        (await ask(api, '/api/avatar/me', undefined, { token: [token, one.apiKey, two.apiKey][at % 3] })).status,
      );
    assert.deepEqual([left.indexOf(429), left.lastIndexOf(200)], [13, 12], 'seven of twenty were used before');
  });

  it('owns a number of agents, counted when they register, and gives back those that it deregisters', async () => {
    await start({ avatars: { maxAgents: 3, anonymousAgentsPerDay: 2 } });
    const { jwtToken: token } = await signedUp(api, `owner-${made}`);
    const ways = [
      () => ask(api, '/api/agents/register', { name: 'a' }, { token }),
      (at: number) =>
        ask(api, '/api/avatar/register', { username: `agent ${made} ${at}x`, avatarType: 'AI_Agent' }, { token }),
    ];
    const made20 = await Promise.all(Array.from({ length: 8 }, (_, at) => ways[at % 2]?.(at) ?? assert.fail()));
    assert.deepEqual(made20.map(({ status, code }) => `${status} ${code ?? ''}`).sort(), [
      ...Array.from({ length: 3 }, () => '201 '),
      ...Array.from({ length: 5 }, () => '422 TOO_MANY_AGENTS'),
    ]);
    const agent = made20.find(({ status, result }) => status === 201 && result.agentId)?.result ?? assert.fail();
    await expect(ask(api, `DELETE /api/agents/${agent.agentId}`, undefined, { token }), 200);
    const next = await expect(ways[0]?.(0) ?? assert.fail(), 201);
    await expect(ask(api, '/api/agents/register', { name: 'again' }, { token: agent.apiKey }), 422, 'TOO_MANY_AGENTS');
    await expect(ask(api, `DELETE /api/agents/${next.agentId}`, undefined, { token }), 200);
    await expect(ask(api, '/api/agents/register', { name: 'again' }, { token: agent.apiKey }), 201);
    await expect(ways[0]?.(0) ?? assert.fail(), 422, 'TOO_MANY_AGENTS');
    const sub = { username: `sub ${made}`, avatarType: 'AI_Agent' };
    await expect(ask(api, '/api/avatar/register', sub, { token: agent.apiKey }), 422, 'TOO_MANY_AGENTS');

    const anonymous = (at: number, from: string) =>
      ask(api, '/api/avatar/register', { username: `free ${made} ${at}x`, avatarType: 'AI_Agent' }, { from });
    const free = [];
    for (let at = 0; at < 3; at += 1) free.push(await anonymous(at, `2001:db8:9:${made}::${at}`));
    assert.deepEqual(
      free.map(({ code }) => code),
      [undefined, undefined, 'ATTEMPTS_EXCEEDED'],
    );
    assert.equal(free[2]?.headers['retry-after'], '86400');
    assert.equal((await anonymous(3, `2001:db8:a:${made}::1`)).status, 201);
    assert.equal(
      (
        await ask(
          api,
          '/api/avatar/register',
          { username: `person ${made}`, password: PASSWORD },
          { from: `2001:db8:9:${made}::1` },
        )
      ).status,
      201,
    );
    api.clock.nowMs += 86_400_000;
    assert.equal((await anonymous(4, `2001:db8:9:${made}::1`)).status, 201);
    assert.equal(limitUnit({ caller: null, ip: 'garbage' }), 'address:unknown');
  });
});
