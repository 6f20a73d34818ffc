import assert from 'node:assert/strict';
import { audit, register, registration } from '../support/avatars.ts';
import { onStorages } from '../support/engines.ts';

onStorages('limits of avatars', (temporary) => {
  const avatars = () => temporary.storage.avatars;
  const tally = (key: string, most = 2) => ({ key, most, lengthMs: 1_000 });

  it('count each message once however often it is tried, and none where a count is full', async () => {
    const { mailRequests, tallies } = avatars();
    for (const id of ['a', 'b', 'c', 'd']) await mailRequests.add({ id, avatarId: null, sealed: id });
    const [one, other] = [tally('one'), tally('other', 9)];
    assert.equal(await mailRequests.admit('a', [other, one]), true);
    assert.equal(await mailRequests.admit('a', [other, one]), true, 'a repeated attempt');
    const both = await Promise.all(['b', 'c'].map((id) => mailRequests.admit(id, [other, one])));
    assert.deepEqual(both.sort(), [false, true], 'concurrent ones are exact');
    assert.equal(await mailRequests.admit('gone', [other]), false);
    assert.equal(
      await mailRequests.admit('d', [tally('other', 3)]),
      true,
      'a refused one took nothing from other counts',
    );
    temporary.nowMs += 1_000;
    const [late] = (await mailRequests.list()).filter(({ counted }) => !counted);
    assert.equal(await mailRequests.admit(late?.id ?? '', [one]), true, 'a count ends');
    assert.equal(await tallies.prune(temporary.nowMs + 1), 1);
    assert.equal(await tallies.prune(temporary.nowMs + 1_001), 1);
  });

  it('hold for agents of one owner, and for registrations that are counted', async () => {
    const { profiles } = avatars();
    const { id: ownerId } = await register(temporary.storage, 'ann');
    const agent = (name: string, more: object = {}) => {
      const row = registration(name, { ownerId, avatarType: 'AI_Agent', email: null });
      return profiles.register({ ...row, maxAgents: 2, ...more });
    };
    const made = await Promise.all(['x', 'y', 'z'].map((name) => agent(name)));
    assert.deepEqual(
      made.flatMap((one) => (one.ok ? [] : [one.error])),
      [{ code: 'TOO_MANY_AGENTS' }],
    );
    const [first] = made.flatMap((one) => (one.ok ? [one.value] : []));
    const id = first?.id ?? assert.fail();
    const { registry } = temporary.storage.agents;
    const facts = { id, ownerId, name: 'x', capabilities: [], endpoints: {}, availability: 'online' as const };
    const again = () => registry.register({ ...facts, maxConcurrentTasks: 1 }, 2);
    assert.equal(typeof (await again()), 'object');
    await registry.update(id, 'hide', undefined);
    assert.equal((await agent('w')).ok, true, 'a deregistered one gives its place back');
    assert.equal(await again(), 'tooMany');
    assert.equal(await registry.get(id), undefined);
    assert.deepEqual(new Set(await profiles.household(id)), new Set(await profiles.household(ownerId)));
    assert.equal((await profiles.household(id)).length, 4);

    const free = (name: string) => profiles.register({ ...registration(name), tally: tally('address', 1) });
    assert.equal((await free('one')).ok, true);
    temporary.nowMs += 400;
    const refused = await free('two');
    assert.deepEqual(!refused.ok && refused.error, { code: 'TOO_MANY_TODAY', waitMs: 600 });
  });

  it('forget addresses with a reset, but for the one that it came from', async () => {
    const { knownAddresses: known, mailTokens, sessions } = avatars();
    const { id } = await register(temporary.storage, 'ann');
    const times = { authenticatedAtMs: temporary.nowMs, expiresAtMs: temporary.nowMs + 10_000 };
    const token = { hash: 't', expiresAtMs: times.expiresAtMs };
    await sessions.start({ avatarId: id, ...times }, token, audit('session.started'), 'thief');
    assert.deepEqual([await known.has(id, 'thief'), await known.has('other', 'thief')], [true, false]);
    const reset = { hash: 'r', avatarId: id, purpose: 'resetPassword' as const, email: 'a@example.org' };
    await mailTokens.create({ ...reset, expiresAtMs: times.expiresAtMs });
    await mailTokens.resetPassword('r', 'hash', audit('password.reset'), 'home');
    assert.deepEqual([await known.has(id, 'thief'), await known.has(id, 'home')], [false, true]);
    assert.equal(await known.prune(temporary.nowMs + 1), 1);
  });

  it('count keys of idempotent requests by account, and show an answer to its caller alone', async () => {
    const { idempotency } = temporary.storage;
    const begin = (caller: string, key: string, account: string) =>
      idempotency.begin(caller, 'r', key, 'h', { account, most: 2 });
    assert.deepEqual([await begin('owner', 'a', 'owner'), await begin('agent', 'a', 'owner')], ['new', 'new']);
    assert.deepEqual([await begin('agent', 'b', 'owner'), await begin('agent', 'b', 'agent')], ['full', 'new']);
  });
});
