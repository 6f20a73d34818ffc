import assert from 'node:assert/strict';
import type { AvatarRow, FreezeWish, NewAudit } from '../../src/index.ts';
import { audit, register, registration } from '../support/avatars.ts';
import { onStorages } from '../support/engines.ts';

const DAY_MS = 86_400_000;
const OWNER: FreezeWish = { by: 'owner', reason: 'stolen' };
const ADMIN: FreezeWish = { by: 'admin', reason: 'court order' };

onStorages('the guard of an account', (temporary) => {
  let ann: AvatarRow;
  let agent: AvatarRow;
  /** An agent of the agent. */
  let below: AvatarRow;
  const avatars = () => temporary.storage.avatars;
  const frozen = (action: NewAudit['action'] = 'avatar.frozen') => audit(action, { subjectId: ann.id });

  const agentOf = (username: string, ownerId: string): Promise<AvatarRow> =>
    register(temporary.storage, username, { ownerId, avatarType: 'AI_Agent' });
  beforeEach(async () => {
    ann = await register(temporary.storage, 'ann');
    agent = await agentOf('agent', ann.id);
    below = await agentOf('below', agent.id);
  });

  let keys = 0;
  const key = async (avatarId: string, lastsMs = 90 * DAY_MS, more: object = {}) => {
    const hash = `hash ${++keys}`;
    const facts = { avatarId, createdBy: ann.id, name: 'k', prefix: 'cwk_k', hash, scopes: ['tasks:read'] };
    const expiresAtMs = temporary.nowMs + lastsMs;
    const made = await avatars().apiKeys.create({ ...facts, expiresAtMs, ...more }, audit('apiKey.created'));
    assert.ok(made.ok);
    return made.value;
  };
  const session = (avatarId: string) => {
    const expiresAtMs = temporary.nowMs + DAY_MS;
    const row = { avatarId, authenticatedAtMs: temporary.nowMs, expiresAtMs };
    return avatars().sessions.start(row, { hash: `token ${++keys}`, expiresAtMs }, audit('session.started'));
  };
  const isLive = async (id: string) => (await avatars().apiKeys.get(id))?.revokedAtMs === null;

  it('freezes an avatar with the agents below it, of every level', async () => {
    const { freezes } = avatars();
    assert.equal(await freezes.of(below.id), undefined);
    await freezes.freeze(ann.id, OWNER, frozen());
    for (const { id } of [ann, agent, below]) {
      assert.deepEqual(await freezes.of(id), { what: 'account', by: 'owner', atMs: temporary.nowMs, reason: 'stolen' });
    }
    assert.deepEqual(await freezes.below(ann.id), [agent.id, below.id]);
    const { hash } = await key(ann.id).catch(() => ({ hash: '' }));
    assert.equal(hash, '', 'no keys are made for it');
    const refused = await avatars().profiles.register(registration('late', { ownerId: below.id }));
    assert.equal(refused.ok || refused.error.code, 'FROZEN', 'nor agents');
    await freezes.thaw(ann.id, 'owner', frozen('avatar.thawed'));
    assert.equal(await freezes.of(below.id), undefined);
    await freezes.freeze(agent.id, OWNER, frozen());
    assert.equal(await freezes.of(ann.id), undefined, 'the freeze of an agent is not its owner’s');
    assert.equal((await freezes.of(below.id))?.by, 'owner');
  });

  it('keeps an admin’s freeze against the owner, whatever the owner does', async () => {
    const { freezes } = avatars();
    for (const first of [OWNER, ADMIN]) {
      await freezes.freeze(ann.id, first, frozen());
      await freezes.freeze(ann.id, ADMIN, frozen());
      await freezes.freeze(ann.id, OWNER, frozen());
      assert.equal(await freezes.thaw(ann.id, 'owner', frozen('avatar.thawed')), 'byAdmin');
      assert.equal((await freezes.of(ann.id))?.reason, 'court order');
      assert.ok(await freezes.thaw(ann.id, 'admin', frozen('avatar.thawed')));
      assert.equal(await freezes.of(ann.id), undefined);
    }
  });

  it('makes nobody an admin who is frozen, and still takes the right away', async () => {
    const { freezes, profiles } = avatars();
    await freezes.freeze(ann.id, ADMIN, frozen());
    assert.equal(await profiles.assign(ann.id, { isAdmin: true }, audit('avatar.roleChanged')), undefined);
    assert.equal((await profiles.assign(ann.id, { isAdmin: false }, audit('avatar.roleChanged')))?.isAdmin, false);
  });

  it('shows the freeze with every credential', async () => {
    const made = await key(below.id);
    const { id } = await session(below.id);
    await avatars().freezes.freeze(ann.id, OWNER, frozen());
    assert.equal((await avatars().apiKeys.byHash(made.hash))?.frozen?.by, 'owner');
    assert.equal((await avatars().sessions.live(id))?.frozen?.by, 'owner');
  });

  it('makes at most as many keys as it may have, also at once', async () => {
    const { apiKeys } = avatars();
    const facts = { avatarId: ann.id, createdBy: ann.id, name: 'k', prefix: 'cwk_k', scopes: [], expiresAtMs: null };
    const made = await Promise.all(
      Array.from({ length: 9 }, (_, at) =>
        apiKeys.create({ ...facts, hash: `many ${at}` }, audit('apiKey.created'), 3),
      ),
    );
    assert.deepEqual(made.filter(({ ok }) => ok).length, 3);
    assert.equal((await apiKeys.list(ann.id)).length, 3);
  });

  describe('renews keys', () => {
    const renew = (keyId: string, hash: string) => {
      const renewal = { keyId, hash, prefix: 'cwk_n', overlapMs: DAY_MS, longestMs: 90 * DAY_MS };
      return avatars().apiKeys.renew(renewal, audit('apiKey.renewed', { subjectId: agent.id }));
    };

    it('with the same scopes and life, and ends the one before after the overlap', async () => {
      const first = await key(agent.id, 10 * DAY_MS);
      temporary.nowMs += 9 * DAY_MS - 1;
      const renewed = await renew(first.id, 'second');
      assert.ok(renewed.ok);
      assert.deepEqual(renewed.value.scopes, first.scopes);
      assert.equal(renewed.value.expiresAtMs, temporary.nowMs + 10 * DAY_MS);
      const before = await avatars().apiKeys.get(first.id);
      assert.deepEqual([before?.replacedBy, before?.expiresAtMs], [renewed.value.id, temporary.nowMs + DAY_MS]);
    });

    it('again while the answer was lost, and not once the new key was used', async () => {
      const first = await key(agent.id);
      const [lost, found] = [await renew(first.id, 'lost'), await renew(first.id, 'found')];
      assert.ok(lost.ok && found.ok);
      assert.deepEqual([await isLive(lost.value.id), await isLive(found.value.id)], [false, true]);
      assert.equal(found.value.expiresAtMs, lost.value.expiresAtMs);
      await avatars().apiKeys.used(found.value.id, temporary.nowMs);
      assert.deepEqual(await renew(first.id, 'third'), { ok: false, error: { code: 'RENEWED' } });
    });

    it('to one successor, also at once', async () => {
      const first = await key(agent.id);
      await Promise.all(Array.from({ length: 5 }, (_, at) => renew(first.id, `at once ${at}`)));
      const live = (await avatars().apiKeys.list(agent.id)).filter(({ revokedAtMs }) => revokedAtMs === null);
      assert.equal(live.length, 2);
    });

    it('never beyond the last end that their maker’s key had', async () => {
      const end = temporary.nowMs + 10 * DAY_MS;
      const first = await key(agent.id, 10 * DAY_MS, { renewableUntilMs: end });
      temporary.nowMs += 9 * DAY_MS;
      const second = await renew(first.id, 'second');
      assert.ok(second.ok);
      assert.equal(second.value.expiresAtMs, end);
      temporary.nowMs = end;
      assert.deepEqual(await renew(second.value.id, 'third'), { ok: false, error: { code: 'ENDED' } });
    });

    it('whose revocation ends all that came after, and none of a frozen or revoked one', async () => {
      const first = await key(agent.id);
      const second = await renew(first.id, 'second');
      assert.ok(second.ok);
      await avatars().apiKeys.used(second.value.id, temporary.nowMs);
      const third = await renew(second.value.id, 'third');
      assert.ok(third.ok);
      assert.equal(await avatars().apiKeys.revoke(first.id, audit('apiKey.revoked')), true);
      for (const { id } of [first, second.value, third.value]) assert.equal(await isLive(id), false);
      assert.deepEqual(await renew(third.value.id, 'fourth'), { ok: false, error: { code: 'ENDED' } });
      const other = await key(agent.id);
      await avatars().freezes.freeze(ann.id, OWNER, frozen());
      const refused = await renew(other.id, 'fifth');
      assert.equal(refused.ok === false && refused.error.code, 'FROZEN');
    });
  });

  it('ends everything at a reset: sessions, tokens and keys, those of all agents too', async () => {
    const { mailTokens, sessions } = avatars();
    const made = await Promise.all([ann, agent, below].map(({ id }) => key(id)));
    const [own, other, ofAgent] = [await session(ann.id), await session(ann.id), await session(below.id)];
    const token = (hash: string) => {
      const facts = { avatarId: ann.id, purpose: 'resetPassword' as const, email: 'a@example.org' };
      return mailTokens.create({ ...facts, hash, expiresAtMs: temporary.nowMs + DAY_MS });
    };
    await token('one');
    await token('two');
    const ended = await mailTokens.resetPassword('one', 'new', audit('password.reset'));
    assert.deepEqual(ended, { sessions: 3, apiKeys: 1, agentKeys: 2, agentPasswords: 2, resetTokens: 2 });
    for (const { id } of made) assert.equal(await isLive(id), false);
    for (const { id } of [own, other, ofAgent]) {
      assert.equal((await sessions.live(id))?.revokedBecause, 'passwordReset');
    }
    assert.equal(await mailTokens.find('two', 'resetPassword'), undefined);
    const { items } = await avatars().audit.list({ action: 'password.reset' }, null, 1);
    assert.deepEqual(items[0]?.facts, ended);
  });

  it('ends at a change of the password what is asked for, and the tokens of resets', async () => {
    const { profiles, mailTokens } = avatars();
    const made = await Promise.all([ann, agent].map(({ id }) => key(id)));
    const kept = await session(ann.id);
    const facts = { avatarId: ann.id, purpose: 'resetPassword' as const, email: 'a@example.org' };
    for (const [range, ended, live] of [
      ['none', [0, 0], [true, true]],
      ['own', [1, 0], [false, true]],
      ['all', [0, 1], [false, false]],
    ] as const) {
      await mailTokens.create({ ...facts, hash: range, expiresAtMs: temporary.nowMs + DAY_MS });
      const before = (await profiles.passwordHashOf(ann.id)) ?? '';
      const hashes = { before, after: `after ${range}` };
      const done = await profiles.changePassword(ann.id, hashes, kept.id, audit('password.changed'), range);
      assert.deepEqual([done?.apiKeys, done?.agentKeys, done?.resetTokens, done?.sessions], [...ended, 1, 0], range);
      assert.deepEqual(await Promise.all(made.map(({ id }) => isLive(id))), live, range);
      assert.equal(await mailTokens.find(range, 'resetPassword'), undefined, 'a reset token does not outlive it');
    }
  });

  it('ends at a proof of the address what a stranger may have made, and in the own session what is asked for', async () => {
    const { mailTokens } = avatars();
    const facts = { avatarId: ann.id, purpose: 'verifyEmail' as const, email: 'ann@example.org' };
    const prove = async (own?: Parameters<typeof mailTokens.verifyEmail>[3]) => {
      const hash = `proof ${++keys}`;
      await mailTokens.create({ ...facts, hash, expiresAtMs: temporary.nowMs + DAY_MS });
      const proved = await mailTokens.verifyEmail(hash, facts.email, audit('email.verified'), own);
      assert.ok(typeof proved === 'object');
      return proved.ended;
    };
    const made = await Promise.all([ann, agent].map(({ id }) => key(id)));
    const [own] = [await session(ann.id), await session(ann.id)];
    const mine = { session: own.id, avatarId: ann.id, keys: 'none' as const };
    assert.deepEqual(await prove(mine), { sessions: 1, apiKeys: 0, agentKeys: 0, agentPasswords: 0, resetTokens: 0 });
    assert.deepEqual(await prove({ ...mine, avatarId: agent.id }), {
      ...{ sessions: 1, apiKeys: 1, agentKeys: 1, agentPasswords: 2, resetTokens: 0 },
    });
    for (const { id } of made) assert.equal(await isLive(id), false);
  });

  it('tells once of each key that ends soon, whoever asks, and of none that was made for a shorter time', async () => {
    const { apiKeys, mailRequests } = avatars();
    const long = await key(ann.id, 90 * DAY_MS);
    await key(ann.id, 80 * DAY_MS).then(({ id }) => apiKeys.revoke(id, audit('apiKey.revoked')));
    temporary.nowMs += 76 * DAY_MS;
    await key(ann.id, 10 * DAY_MS);
    const due = (days: number, notices: number) =>
      apiKeys.ending(temporary.nowMs, temporary.nowMs + days * DAY_MS, notices, 9);
    assert.deepEqual(
      (await due(14, 1)).map(({ id }) => id),
      [long.id],
    );
    const tell = (notices: number) =>
      apiKeys.noticed(
        long.id,
        notices,
        audit('apiKey.endsSoon', { subjectId: ann.id, notice: { id: `m${++keys}`, sealed: 's' } }),
      );
    assert.deepEqual((await Promise.all([tell(1), tell(1), tell(1)])).sort(), [false, false, true]);
    assert.deepEqual(await due(14, 1), []);
    assert.equal((await due(14, 2)).length, 1, 'the second message is due later');
    const [request, ...more] = await mailRequests.list();
    assert.deepEqual([request?.avatarId, more.length], [ann.id, 0]);
    assert.equal((await avatars().audit.get(request?.auditId ?? ''))?.action, 'apiKey.endsSoon');
  });
});
