import { strict as assert } from 'node:assert';
import { columns } from '@causeway/storage/test-support/columns';
import { attemptKey, delayAfter } from '../../../src/areas/avatars/names.ts';
import { type Argon2, Passwords } from '../../../src/areas/avatars/passwords.ts';
import { addressUnit } from '../../../src/http/callers/address-unit.ts';
import { type TestApi, testApi } from '../../support/api.ts';
import { ask, PASSWORD, register, signedUp } from '../../support/avatars.ts';
import { onEngines } from '../../support/engines.ts';

onEngines('attempts to sign in', (database) => {
  let api: TestApi;
  let made = 0;
  const open = async (avatars: object): Promise<void> => {
    api = await testApi({ api: { avatars }, database });
    made += 1;
  };
  afterEach(() => api.close());
  const attempt = (username: string, password: string, from: string) =>
    ask(api, '/api/avatar/authenticate', { username, password }, { from });

  it('with wrong passwords wait longer and longer, for this name from this address alone', async () => {
    await open({});
    const name = `ann-${made}-${database() ?? ''}`.slice(0, 20);
    await register(api, name);
    for (let at = 0; at < 5; at += 1) assert.equal((await attempt(name, 'wrong', '192.0.2.1')).status, 401);
    const waits: number[] = [];
    for (let at = 0; at < 12; at += 1) {
      const blocked = await attempt(name.toUpperCase(), PASSWORD, '192.0.2.1');
      assert.deepEqual([blocked.status, blocked.code], [429, 'ATTEMPTS_EXCEEDED'], 'even with the right password');
      waits.push(Number(blocked.headers['retry-after']));
      api.clock.nowMs += (waits.at(-1) ?? 0) * 1_000;
      assert.equal((await attempt(name, 'wrong', '192.0.2.1')).status, 401, 'the wait ends');
    }
    assert.deepEqual(waits, [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900]);
    api.clock.nowMs += 1_000_000;
    assert.equal((await attempt(name, 'wrong', '192.0.2.1')).status, 401);
    const late = await attempt(name, 'wrong', '192.0.2.1');
    assert.equal(late.headers['retry-after'], '900', 'a wait begins with its wrong password');
    assert.equal((await attempt(name, PASSWORD, '192.0.2.2')).status, 200, 'the owner signs in from elsewhere at once');
    api.clock.nowMs += 900_000;
    assert.equal((await attempt(name, PASSWORD, '192.0.2.1')).status, 200);
    assert.equal((await attempt(name, 'wrong', '192.0.2.1')).status, 401, 'success forgets the failures');
  });

  it('count before a password is checked, however many come at once', async () => {
    await open({});
    const name = `many-${made}`;
    await register(api, name);
    const all = await Promise.all(
      Array.from({ length: 30 }, (_, at) => attempt(at % 2 ? name : name.toUpperCase(), `guess ${at}`, '192.0.2.9')),
    );
    assert.equal(all.filter(({ status }) => status === 401).length, 5);
    assert.ok(all.every(({ status }) => status === 401 || status === 429));
  });

  it('wait for unknown names as for known ones', async () => {
    await open({});
    const name = `nobody-${made}`;
    for (let at = 0; at < 5; at += 1) await attempt(name, 'wrong', '192.0.2.1');
    assert.equal((await attempt(name, 'wrong', '192.0.2.1')).headers['retry-after'], '1');
  });

  it('are limited per address, of which an IPv6 network of 64 bits is one', async () => {
    await open({ attemptsPerMinute: 2 });
    const from = ['2001:db8:0:1::1', '2001:db8:0:1:ffff::2', '2001:0db8::1:0:0:0:3'];
    const replies = [];
    for (const [at, address] of from.entries()) replies.push(await attempt(`n${at}-${made}`, 'x', address));
    assert.match(
      JSON.parse(replies[2]?.body ?? '{}').message,
      /^your address may try 2 times a minute; wait \d+ seconds$/,
    );
    assert.deepEqual(
      replies.map(({ status, headers }) => [status, headers['retry-after']]),
      [
        [401, undefined],
        [401, undefined],
        [429, '60'],
      ],
    );
    assert.equal((await attempt(`n-${made}`, 'x', '2001:db8:0:2::1')).status, 401);
    api.clock.nowMs += 60_000;
    assert.equal((await attempt(`n-${made}`, 'x', '2001:db8:0:1::1')).status, 401);
    assert.equal(
      (await ask(api, '/api/avatar/forgot-password', { email: 'a@b.org' }, { from: '2001:db8:0:1::1' })).status,
      200,
    );
    assert.equal((await ask(api, '/api/avatar/verify-email', { token: 't' }, { from: '2001:db8:0:1::1' })).status, 429);
  });

  it('count looks for the names of others, which nobody lists by trying', async () => {
    await open({ attemptsPerMinute: 3 });
    const { jwtToken: token } = await signedUp(api, `looker-${made}`);
    const look = async (name: string) =>
      (await ask(api, `/api/avatar/by-name/${name}`, undefined, { token, from: '198.51.100.77' })).status;
    assert.deepEqual([await look('a'), await look('b'), await look('c'), await look('d')], [404, 404, 404, 429]);
    assert.equal((await attempt(`n-${made}`, 'x', '198.51.100.77')).status, 429, 'with attempts to sign in');
  });
});

describe('the key of attempts', () => {
  it('is the same for all spellings of a name and all addresses of one user, and shows neither', () => {
    assert.equal(attemptKey('Ann', '192.0.2.1'), attemptKey('ANN', '::ffff:192.0.2.1'));
    assert.notEqual(attemptKey('ann', '192.0.2.1'), attemptKey('ann', '192.0.2.2'));
    assert.match(attemptKey('ann', '192.0.2.1'), /^[0-9a-f]{64}$/);
    assert.equal(addressUnit('2001:db8::1'), '2001:db8:0:0::/64');
    assert.equal(addressUnit('fe80::1%eth0'), 'fe80:0:0:0::/64');
    assert.equal(addressUnit('::1'), '0:0:0:0::/64');
    assert.deepEqual([1, 4, 5, 6, 100].map(delayAfter), [0, 0, 1_000, 2_000, 900_000]);
  });
});

describe('passwords', () => {
  /** argon2 that ends when the test says so. */
  class SlowArgon2 implements Argon2 {
    running = 0;
    most = 0;
    readonly verified: string[] = [];
    readonly ends: (() => void)[] = [];
    async #work<T>(value: T): Promise<T> {
      this.running += 1;
      this.most = Math.max(this.most, this.running);
      await new Promise<void>((resolve) => this.ends.push(resolve));
      this.running -= 1;
      return value;
    }
    hash(): Promise<string> {
      return this.#work('hash');
    }
    verify(hash: string): Promise<boolean> {
      this.verified.push(hash);
      return this.#work(true);
    }
  }
  const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

  it('are computed two at a time; the rest wait their turn', async () => {
    const slow = new SlowArgon2();
    const passwords = new Passwords({ memoryKiB: 64, passes: 1 }, slow, 60_000);
    let done = 0;
    const count = (): void => {
      done += 1;
    };
    const all = Array.from({ length: 5 }, () => passwords.verify('known', 'x').finally(count));
    while (done < 5) {
      await turn();
      assert.ok(slow.running <= 2);
      for (const end of slow.ends.splice(0)) end();
    }
    assert.ok((await Promise.all(all)).every(({ ok }) => ok));
    assert.equal(slow.most, 2);
  });

  it('that wait too long are refused with 503 and Retry-After, and free no place', async () => {
    const slow = new SlowArgon2();
    const passwords = new Passwords({ memoryKiB: 64, passes: 1 }, slow, 20);
    const first = [passwords.verify('known', 'x'), passwords.verify('known', 'x')];
    const late = await passwords.verify('known', 'x');
    assert.ok(!late.ok);
    assert.deepEqual([late.error.code, late.error.status, late.error.retryAfter], ['PASSWORDS_BUSY', 503, 5]);
    let done = 0;
    const count = (): void => {
      done += 1;
    };
    const all = [...first, passwords.hash('x')].map((one) => one.finally(count));
    while (done < 3) {
      await turn();
      for (const end of slow.ends.splice(0)) end();
    }
    assert.deepEqual(columns(await Promise.all(all), 'ok'), [true, true, true]);
  });

  it('of unknown names cost the same work, against a hash of nobody’s password', async () => {
    const verified: string[] = [];
    const argon2: Argon2 = {
      hash: async () => 'decoy',
      verify: async (hash) => {
        verified.push(hash);
        return true;
      },
    };
    const passwords = new Passwords({ memoryKiB: 64, passes: 1 }, argon2);
    const outcomes = [await passwords.verify(null, 'x'), await passwords.verify('known', 'x')];
    assert.deepEqual(
      outcomes.map((outcome) => outcome.ok && outcome.value),
      [false, true],
      'even the right password of nobody is wrong',
    );
    assert.deepEqual(verified, ['decoy', 'known']);
  });

  it('of unknown names cost what most stored hashes cost, until those are renewed', async () => {
    const made: (readonly (number | undefined)[])[] = [];
    const argon2: Argon2 = {
      hash: async (_password, { memoryCost, timeCost }) => {
        made.push([memoryCost, timeCost]);
        return 'decoy';
      },
      verify: async () => false,
    };
    const passwords = new Passwords({ memoryKiB: 128, passes: 3 }, argon2);
    const forms = (old: number, present: number) =>
      new Map([
        ['$argon2id$v=19$m=64,t=1,p=1', old],
        ['$argon2id$v=19$m=128,t=3,p=1', present],
      ]);
    for (const [old, present] of [
      [5, 4],
      [5, 4],
      [4, 5],
    ] as const) {
      passwords.expect(forms(old, present));
      await passwords.verify(null, 'x');
    }
    assert.deepEqual(made, [
      [64, 1],
      [128, 3],
    ]);
    assert.deepEqual(
      ['$argon2id$v=19$m=64,t=1,p=1$s$h', '$argon2id$v=19$m=128,t=3,p=1$s$h', 'x'].map((hash) =>
        passwords.isWeak(hash),
      ),
      [true, false, false],
    );
  });

  it('of unknown names cost the same work as those of most known ones, while old hashes are not renewed', async () => {
    const work: number[] = [];
    const argon2: Argon2 = {
      hash: async (_password, { memoryCost, timeCost }) => `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=1$salt$hash`,
      verify: async (hash) => {
        const [, memory, passes] = /m=(\d+),t=(\d+)/.exec(hash) ?? [];
        work.push(Number(memory) * Number(passes));
        return false;
      },
    };
    const passwords = new Passwords({ memoryKiB: 1_024, passes: 4 }, argon2);
    const form = (memory: number, passes: number) => `$argon2id$v=19$m=${memory},t=${passes},p=1`;
    const old = `${form(64, 2)}$salt$hash`;
    const ratio = async (): Promise<number> => {
      for (const known of [old, null]) await passwords.verify(known, 'x');
      const [ofKnown = 0, ofUnknown = 0] = work.splice(0);
      return ofUnknown / ofKnown;
    };
    passwords.expect(
      new Map([
        [form(64, 2), 9],
        [form(1_024, 4), 5],
        ['', 1],
      ]),
    );
    assert.equal(await ratio(), 1);
    passwords.expect(
      new Map([
        [form(64, 2), 4],
        [form(1_024, 4), 5],
      ]),
    );
    assert.equal(await ratio(), 32, 'most are renewed');
    for (const none of [new Map(), new Map([['of another kind', 3]])]) passwords.expect(none);
    assert.equal(await ratio(), 32);
    assert.deepEqual(
      [`${form(4_095, 1)}$s$h`, `${form(8_192, 1)}$s$h`].map((hash) => passwords.isWeak(hash)),
      [true, false],
      'memory and passes count together',
    );
  });

  it('are argon2id with the configured cost', async () => {
    const passwords = new Passwords({ memoryKiB: 128, passes: 3 });
    const hash = await passwords.hash('one password');
    assert.ok(hash.ok);
    assert.match(hash.value, /^\$argon2id\$v=19\$m=128,t=3,p=1\$/);
    assert.deepEqual(await passwords.verify(hash.value, 'one password'), { ok: true, value: true });
    assert.deepEqual(await passwords.verify(hash.value, 'another'), { ok: true, value: false });
  });
});
