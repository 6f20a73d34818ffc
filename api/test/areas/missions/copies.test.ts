import { strict as assert } from 'node:assert';
import { generateKeyPairSync, sign } from 'node:crypto';
import { canonicalJson } from '@causeway/protocol';
import { cases, timeLimit } from '@causeway/protocol/test-support/cases';
import fc from 'fast-check';
import { checksumOf } from '../../../src/http/requests/checksum.ts';
import { apiForAll } from '../../support/api.ts';
import { ask, expect, makeAdmin, type Reply, signIn } from '../../support/avatars.ts';
import { onEngines } from '../../support/engines.ts';
import { asked, created, MISSION, type Player, played, player, published } from './support.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests damage packages in every way
type Package = any;

const KEY = generateKeyPairSync('ed25519');
const PUBLIC_KEY = Buffer.from(String(KEY.publicKey.export({ format: 'jwk' }).x), 'base64url').toString('hex');

/** The package with a checksum and a signature that fit its content, by a key that nobody here has. */
function resigned({ checksum: _sum, signature: _signature, ...content }: Package, publicKey = PUBLIC_KEY): Package {
  const signed = { ...content, publisher: { ...content.publisher, publicKey } };
  const signature = sign(null, Buffer.from(canonicalJson(signed) ?? ''), KEY.privateKey).toString('hex');
  return { ...signed, checksum: checksumOf(signed), signature };
}

onEngines('copies of missions', (database) => {
  const api = apiForAll({ database });
  let author: Player;
  let ann: Player;
  before(async () => {
    author = await player(api, 'copyauthor');
    ann = await player(api, 'copyann');
  });

  const download = (id: string, who: Player = ann): Promise<Package> =>
    expect(asked(api, who, `POST /${id}/download`), 200);
  const install = (given: Package, fingerprint?: string, who: Player = ann): Promise<Reply> =>
    asked(api, who, '/install', { package: given, ...(fingerprint && { fingerprint }) });
  const count = async (): Promise<number> => (await asked(api, ann, '')).result.length;

  it('come back from a package as they were, and the package as it was', async () => {
    const id = await published(api, author);
    const first = await download(id);
    const installed = await install(first);
    assert.equal(installed.status, 201, installed.body);
    assert.deepEqual(
      [installed.result.isInstalled, installed.result.originId, installed.result.avatarId],
      [true, id, ann.id],
    );
    assert.deepEqual(await download(installed.result.id), first);
    assert.equal((await install(first)).code, 'MISSION_ALREADY_INSTALLED');
    assert.equal((await asked(api, ann, `PUT /${installed.result.id}`, MISSION)).code, 'MISSION_INSTALLED');
    assert.equal((await asked(api, ann, `POST /${installed.result.id}/publish`)).code, 'MISSION_INSTALLED');
    assert.equal((await asked(api, ann, `POST /${id}/uninstall`)).status, 403);
    assert.equal((await asked(api, ann, `POST /${installed.result.id}/uninstall`)).status, 200);
    assert.equal((await asked(api, ann, `POST /${id}/install`)).status, 201);
    const keys = (await ask(api, `/api/avatar/${author.id}/keys`, undefined, { token: author.token })).result;
    const key = keys.find(({ purpose }: { purpose: string }) => purpose === 'missionPackages');
    assert.equal(key.publicPart, first.publisher.publicKey);
  });

  it('have the version of their package, also 0 for a mission that was not published', async () => {
    const { id } = (await install(await download(await created(api, author), author))).result;
    const [{ version }] = (await asked(api, ann, `/${id}/versions`)).result;
    const read = await asked(api, ann, `/${id}/versions/${version}`);
    assert.deepEqual([version, read.status, read.result.mission.name], [0, 200, MISSION.name]);
    await asked(api, ann, `POST /${id}/uninstall`);
  });

  it('have any text, and come back exactly', async function anyText() {
    this.timeout(timeLimit(20_000));
    const text = fc.string({ unit: 'grapheme', maxLength: 60 });
    const name = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 });
    const quest = fc.record({
      name,
      description: text,
      order: fc.nat(50),
      rewardXP: fc.nat(10),
      objectives: fc.array(fc.record({ description: text }), { maxLength: 2 }),
    });
    const mission = fc.record({
      name,
      description: text,
      rewardKarma: fc.nat(9),
      quests: fc.array(quest, { maxLength: 3 }),
    });
    await fc.assert(
      fc.asyncProperty(mission, async (body) => {
        const given = await download(await created(api, author, body), author);
        const { result, status, body: answer } = await install(given);
        assert.equal(status, 201, answer);
        const back = await download(result.id);
        assert.equal(canonicalJson(back), canonicalJson(given));
        await asked(api, ann, `POST /${result.id}/uninstall`);
      }),
      cases(15, 500),
    );
  });

  it('change nothing when they are damaged, hostile, or contradict themselves', async () => {
    const good = await download(await published(api, author));
    const before = await count();
    const broken = (change: (copy: Package) => void): Package => {
      const copy = structuredClone(good);
      change(copy);
      return copy;
    };
    const damaged: readonly Package[] = [
      {},
      { ...good, format: 'other' },
      { ...good, formatVersion: 2 },
      { ...good, extra: 1 },
      broken((copy) => Object.assign(copy.mission.quests[0], { extra: 1 })),
      broken((copy) => delete copy.mission.name),
      broken((copy) => Object.assign(copy.mission, { rewardKarma: 99 })),
      broken((copy) => Object.assign(copy.mission, { rewardKarma: -1 })),
      broken((copy) => Object.assign(copy.mission, { rewardKarma: 1e300 })),
      broken((copy) => Object.assign(copy, { signature: 'f'.repeat(128) })),
      broken((copy) => Object.assign(copy.publisher, { publicKey: PUBLIC_KEY })),
      broken((copy) => Object.assign(copy, { checksum: `sha256:${'0'.repeat(64)}` })),
      resigned(broken((copy) => Object.assign(copy.mission, { name: '\ud800' }))),
      resigned(good, 'ff'.repeat(32)),
    ];
    for (const [at, one] of damaged.entries()) {
      const reply = await install(one);
      assert.deepEqual([reply.status, reply.code], [422, 'PACKAGE_INVALID'], `${at}: ${reply.body}`);
    }
    const unknown = await install(resigned(good));
    const { errorCode, fingerprint } = JSON.parse(unknown.body);
    assert.equal(errorCode, 'PUBLISHER_UNKNOWN');
    const contradictory: readonly (readonly [(copy: Package) => void, string])[] = [
      [(copy) => copy.mission.quests[0].prerequisiteQuestIds.push('b'), 'MISSION_INVALID'],
      [(copy) => copy.mission.quests.push(copy.mission.quests[0]), 'MISSION_INVALID'],
      [(copy) => Object.assign(copy.mission, { deadline: '2026-12-31T23:59:60Z' }), 'MISSION_INVALID'],
      [(copy) => Object.assign(copy.mission, { rewardKarma: 101 }), 'REWARD_LIMIT_EXCEEDED'],
    ];
    for (const [change, code] of contradictory) {
      assert.equal((await install(resigned(broken(change)), fingerprint)).code, code);
    }
    const raw = async (payload: string) =>
      (
        await api.app.inject({
          method: 'POST',
          url: '/api/missions/install',
          payload,
          headers: { authorization: `Bearer ${ann.token}`, 'content-type': 'application/json' },
        })
      ).statusCode;
    const text = JSON.stringify({ package: good });
    assert.equal(await raw(text.slice(0, -20)), 400, 'truncated');
    assert.equal(await raw(`{"package":${'['.repeat(100_000)}${']'.repeat(100_000)}}`), 400, 'nested deeply');
    assert.equal(await raw(text.replace('"mission":{', '"mission":{"__proto__":{"isAdmin":true},')), 400, 'prototype');
    assert.equal(
      await raw(text.replace('"mission":{', '"mission":{"constructor":{"prototype":{"x":1}},')),
      400,
      'constructor',
    );
    assert.equal(await raw(text.replace(MISSION.name, 'x'.repeat(600_000))), 413, 'huge');
    assert.equal(await raw(text.replace(MISSION.name, 'x'.repeat(100_000))), 422, 'a long string');
    assert.equal(await count(), before);
    assert.equal(({} as { isAdmin?: unknown }).isAdmin, undefined);
    const trusted = await install(resigned(good), fingerprint);
    assert.equal(trusted.status, 201, trusted.body);
  });

  it('bring karma once, whatever an avatar copies, publishes again, gives up or starts again', async () => {
    const farmer = await player(api, 'farmer');
    const helper = await player(api, 'honest');
    const balance = () => api.storage.missions.rewards.balanceOf(farmer.id);
    const farm = async (id: string) => {
      await played(api, farmer, id);
      const { result } = await asked(api, farmer, `POST /${id}/complete`);
      return result.granted;
    };
    const own = await published(api, farmer);
    assert.deepEqual(await farm(own), { karma: 7, xp: 70, isCounted: false, isFirst: true });
    const again = { karma: 0, xp: 0, isCounted: false, isFirst: false };
    const clone = (await asked(api, farmer, `/${own}/clone`, { newName: 'mine again' })).result.id;
    assert.deepEqual(await farm(clone), again);
    await asked(api, farmer, `POST /${clone}/publish`);
    for (let round = 0; round < 3; round++) {
      const copy = (await asked(api, farmer, `POST /${own}/install`)).result.id;
      assert.deepEqual(await farm(copy), again);
      await asked(api, farmer, `POST /${copy}/uninstall`);
    }
    const foreign = resigned(await download(own, farmer));
    const { fingerprint } = JSON.parse((await install(foreign, undefined, farmer)).body);
    const smuggled = { ...foreign, originId: '0198c5b2-0000-7000-8000-000000000001' };
    const printed = (await install(resigned(smuggled), fingerprint, farmer)).result.id;
    assert.equal((await farm(printed)).isCounted, false, 'a package of one’s own key');
    const theirs = await published(api, helper);
    const viaClone = (await asked(api, helper, `/${own}/clone`, { newName: 'a friend’s copy' })).result.id;
    await asked(api, helper, `POST /${viaClone}/publish`);
    assert.deepEqual(await farm(viaClone), again, 'the farmer’s own mission, copied by another');
    await asked(api, farmer, `POST /${theirs}/start`);
    await asked(api, farmer, `POST /${theirs}/abandon`);
    const earned = await asked(api, farmer, `POST /${theirs}/install`);
    assert.equal((await farm(earned.result.id)).isCounted, true, 'the copy of another’s published mission');
    await asked(api, helper, `PUT /${theirs}`, { ...MISSION, rewardKarma: 90 });
    await asked(api, helper, `POST /${theirs}/republish`);
    assert.deepEqual(await farm(theirs), { ...again, isCounted: true });
    const { karma, xp, missionsCompleted } = await balance();
    assert.deepEqual([karma, xp, missionsCompleted], [7, 70, 1]);
    const board = (await asked(api, undefined, `/${own}/leaderboard`)).result;
    assert.deepEqual(board, []);
  });

  it('count nothing for agents of the author', async () => {
    const body = { username: 'theagent', avatarType: 'AI_Agent', scopes: ['missions:read', 'missions:write'] };
    const agent = (await ask(api, '/api/avatar/register', body, { token: author.token })).result;
    const id = await published(api, author);
    const who = { id: agent.id, token: agent.apiKey };
    await played(api, who, id);
    assert.equal((await asked(api, who, `POST /${id}/complete`)).result.granted.isCounted, false);
  });

  it('keep the rewards of an admin only as the admin published them', async () => {
    const root = await player(api, 'rootadmin');
    await makeAdmin(api, root.id);
    const admin = { id: root.id, token: (await signIn(api, 'rootadmin')).jwtToken };
    const id = await published(api, admin, { ...MISSION, rewardKarma: 5_000 });
    assert.equal((await asked(api, ann, `/${id}/clone`, { newName: 'cheap karma' })).code, 'REWARD_LIMIT_EXCEEDED');
    assert.equal((await install(await download(id))).status, 201);
  });
});
