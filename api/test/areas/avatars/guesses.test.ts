import { strict as assert } from 'node:assert';
import { ComputePool } from '../../../src/areas/avatars/compute-pool.ts';
import { guessDelayAfter } from '../../../src/areas/avatars/names.ts';
import { apiForAll } from '../../support/api.ts';
import { ask, expect, PASSWORD, register } from '../../support/avatars.ts';
import { onEngines } from '../../support/engines.ts';

describe('places for passwords', () => {
  const turn = () => new Promise<void>((resolve) => setImmediate(resolve));
  /** Places with one that is taken; `next` ends the running work, `order` names those that ran. */
  const taken = (waitMs = 60_000) => {
    const places = new ComputePool(1, waitMs);
    const order: string[] = [];
    const ends: (() => void)[] = [];
    const run = (name: string, unit: string, known = false) =>
      places.run({ unit, known }, () => {
        order.push(name);
        return new Promise<void>((resolve) => ends.push(resolve));
      });
    const next = async (): Promise<void> => {
      await turn();
      ends.shift()?.();
      await turn();
    };
    return { run, order, next };
  };

  it('go to the units of addresses in turn, and one unit cannot fill the line', async () => {
    const { run, order, next } = taken();
    const waiting = [run('first', 'a')];
    for (let at = 1; at <= 12; at += 1) waiting.push(run(`a${at}`, 'a'));
    waiting.push(run('b1', 'b'), run('b2', 'b'), run('c1', 'c'));
    for (let at = 0; at < 13; at += 1) await next();
    assert.deepEqual(order, ['first', 'a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4', 'a5', 'a6', 'a7', 'a8']);
    const refused = (await Promise.all(waiting)).filter(({ ok }) => !ok);
    assert.equal(refused.length, 4, 'more than eight of one unit are refused at once');
  });

  it('go every second time to addresses that the owner used, however many strange ones wait', async () => {
    const { run, order, next } = taken();
    const waiting = [run('first', 'x')];
    for (let at = 0; at < 400; at += 1) waiting.push(run(`strange ${at}`, `s${at}`));
    waiting.push(run('owner', 'home', true), run('owner again', 'home', true));
    await next();
    await next();
    await next();
    assert.deepEqual(order, ['first', 'owner', 'strange 0', 'owner again']);
    for (let at = 0; at < 400; at += 1) await next();
    assert.ok(
      (await Promise.all(waiting)).every(({ ok }) => ok),
      'nobody is forgotten',
    );
  });

  it('are free again after a wait that was too long', async () => {
    const { run, order, next } = taken(5);
    const first = run('first', 'a');
    assert.ok(!(await run('late', 'b')).ok);
    await next();
    await first;
    const again = run('again', 'b');
    await next();
    assert.ok((await again).ok);
    assert.deepEqual(order, ['first', 'again']);
  });
});

onEngines('guesses of one name from many addresses', (database) => {
  const api = apiForAll({ database });
  const signIn = (username: string, password: string, from: string) =>
    ask(api, '/api/avatar/authenticate', { username, password }, { from });
  /** Wrong passwords from addresses that nobody used before, until one is held up; returns their statuses. */
  const guess = async (username: string, net: number, times: number) => {
    const replies = [];
    for (let at = 0; at < times; at += 1) replies.push(await signIn(username, 'wrong', `198.18.${net}.${at}`));
    return replies;
  };

  it('get slower, but not for the addresses of the owner, and no address tells whether the name exists', async () => {
    await register(api, 'ann');
    await expect(signIn('ann', PASSWORD, '192.0.2.1'), 200);
    await expect(signIn('ann', PASSWORD, '2001:db8:5:5::1'), 200);
    const [ann, nobody] = [await guess('ann', 1, 23), await guess('nobody', 2, 23)];
    const shown = (replies: typeof ann) =>
      replies.map(({ status, headers }) => [status, headers['retry-after'] ?? null]);
    assert.deepEqual(shown(ann), shown(nobody));
    assert.deepEqual(shown(ann).slice(18), [[401, null], [401, null], ...Array.from({ length: 3 }, () => [429, '1'])]);
    assert.deepEqual(ann[22]?.body.replace(/[0-9a-f]{32}/, ''), nobody[22]?.body.replace(/[0-9a-f]{32}/, ''));
    for (const from of ['192.0.2.1', '2001:db8:5:5:ffff::9']) await expect(signIn('ann', PASSWORD, from), 200);
    const waits = [];
    for (let at = 0; at < 8; at += 1) {
      const { headers } = await signIn('ann', PASSWORD, '198.18.3.1');
      waits.push(Number(headers['retry-after']));
      api.clock.nowMs += (waits.at(-1) ?? 0) * 1_000;
      await expect(signIn('ann', 'wrong', `198.18.4.${at}`), 401, 'CREDENTIALS_REFUSED');
    }
    assert.deepEqual(waits, [1, 2, 4, 8, 16, 32, 60, 60], 'the wait grows to a minute');
    await expect(signIn('ann', PASSWORD, '192.0.2.1'), 200);
    assert.deepEqual([19, 20, 21, 26, 1_000].map(guessDelayAfter), [0, 1_000, 2_000, 60_000, 60_000]);
  });

  it('get slower with a stolen token as well, in every place that asks for the password again', async () => {
    await register(api, 'dora');
    const home = '192.0.2.77';
    const { id, jwtToken: token } = await expect(signIn('dora', PASSWORD, home), 200);
    const wrong = { password: 'wrong' };
    const change = { oldPassword: 'wrong', newPassword: 'the thief’s own' };
    const wallet = { walletProviderType: 7, generateKeyPair: true };
    const made = await expect(ask(api, `/api/Wallet/avatar/${id}/create-wallet`, wallet, { token, from: home }), 201);
    const asking = [
      ['/api/avatar/reauthenticate', wrong],
      ['/api/avatar/change-password', change],
      [`/api/Wallet/avatar/${id}/wallets/${made.id}/export`, wrong],
    ] as const;
    const statuses = [];
    for (let at = 0; at < 20; at += 1) {
      const [route, body] = at < 4 ? asking[2] : (asking[at % 2] ?? asking[0]);
      statuses.push((await ask(api, route, body, { token, from: `198.19.1.${at}` })).status);
    }
    assert.deepEqual([...new Set(statuses)], [401]);
    for (const [route, body] of asking) {
      const { status, code } = await ask(api, route, body, { token, from: '198.19.2.1' });
      assert.deepEqual([status, code], [429, 'ATTEMPTS_EXCEEDED'], route);
    }
    await expect(ask(api, '/api/avatar/reauthenticate', { password: PASSWORD }, { token, from: home }), 200);
  });

  it('hold nobody up who waited, and an owner signs in from a new address between them', async () => {
    await register(api, 'bob');
    await guess('bob', 5, 20);
    assert.equal((await signIn('bob', PASSWORD, '203.0.113.1')).status, 429);
    api.clock.nowMs += 1_000;
    await expect(signIn('bob', PASSWORD, '203.0.113.1'), 200);
    await guess('bob', 6, 20);
    assert.equal((await signIn('bob', PASSWORD, '203.0.113.2')).status, 429);
    await expect(signIn('bob', PASSWORD, '203.0.113.1'), 200);
  });

  it('leave keyed hashes of at most twenty addresses, the last ones', async () => {
    const { id } = await register(api, 'carl');
    for (let at = 0; at < 22; at += 1) {
      api.clock.nowMs += 1_000;
      await expect(signIn('carl', PASSWORD, `203.0.113.${100 + at}`), 200);
    }
    await guess('carl', 7, 20);
    const statuses = [];
    for (const at of [0, 1, 2, 21]) statuses.push((await signIn('carl', PASSWORD, `203.0.113.${100 + at}`)).status);
    assert.deepEqual(statuses, [429, 429, 200, 200]);
    assert.equal(await api.storage.avatars.knownAddresses.has(id, '203.0.113.121'), false, 'no address is stored');
  });
});
