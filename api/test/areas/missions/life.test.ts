import { strict as assert } from 'node:assert';
import { columns } from '@causeway/storage/test-support/columns';
import { missions } from '../../../src/areas/missions/index.ts';
import { missionStorage } from '../../../src/areas/missions/rules/mission-storage.ts';
import { apiForAll } from '../../support/api.ts';
import { expect } from '../../support/avatars.ts';
import { onEngines } from '../../support/engines.ts';
import { asked, created, MISSION, type Player, played, player, published } from './support.ts';

onEngines('missions', (database) => {
  const api = apiForAll({ database });
  let author: Player;
  let ann: Player;
  before(async () => {
    author = await player(api, 'author');
    ann = await player(api, 'ann');
  });

  it('take quests inside chapters, as a person writes them, and lose none', async () => {
    const nested = {
      name: 'Two shores',
      rewards: { karma: 5, xp: 50 },
      chapters: [
        { chapterDisplayName: 'Here', quests: [{ id: 'a', name: 'Build', rewardXP: 10 }, { name: 'Wait' }] },
        { id: 'far', chapterDisplayName: 'There', quests: [{ name: 'Land', chapterId: 'far', rewardKarma: 2 }] },
      ],
      quests: [
        { name: 'Tell', prerequisiteQuestIds: ['a'], rewardXP: 5 },
        { name: 'Rest', chapterId: 'far' },
      ],
    };
    const { result } = await asked(api, author, '', nested);
    assert.deepEqual(columns(result.quests, 'name'), ['Build', 'Wait', 'Land', 'Tell', 'Rest']);
    assert.deepEqual([result.totalQuests, result.totalKarma, result.totalXP], [5, 7, 65]);
    const [here, there] = result.chapters;
    assert.deepEqual(columns(result.quests, 'chapterId'), [here.id, here.id, 'far', null, 'far']);
    for (const chapter of [here, there]) {
      const own = result.quests.filter(({ chapterId }: { readonly chapterId: unknown }) => chapterId === chapter.id);
      assert.deepEqual([chapter.quests, chapter.totalQuests], [own, own.length]);
    }
    const stored = await asked(api, author, `/${result.id}`);
    assert.deepEqual(stored.result.chapters, result.chapters);
    const packed = (await asked(api, author, `POST /${result.id}/download`)).result;
    assert.deepEqual(Object.keys(packed.mission.chapters[0]).sort(), ['chapterDisplayName', 'id', 'order']);
    assert.equal(packed.mission.quests.length, 5);
  });

  it('refuse a quest that stands in one chapter and names another, and more quests than a mission may have', async () => {
    const chapters = [
      { id: 'here', chapterDisplayName: 'Here', quests: [{ name: 'Build', chapterId: 'there' }] },
      { id: 'there', chapterDisplayName: 'There' },
    ];
    const refused = await asked(api, author, '', { name: 'Torn', chapters });
    assert.deepEqual([refused.status, refused.code], [422, 'MISSION_INVALID']);
    assert.match(refused.body, /quest Build stands in chapter Here and names chapter there/);
    const many = (most: number) => Array.from({ length: most }, () => ({ name: 'q' }));
    const full = { name: 'Full', chapters: [{ chapterDisplayName: 'c', quests: many(500) }], quests: many(1) };
    assert.match((await asked(api, author, '', full)).body, /at most 500 quests, in its chapters and beside them/);
  });

  it('go from their author to the karma of a player', async () => {
    const made = await asked(api, author, '', MISSION);
    assert.equal(made.status, 201, made.body);
    const { id } = made.result;
    assert.deepEqual([made.headers.location, made.headers.etag], [`/api/missions/${id}`, '"1"']);
    assert.equal((await asked(api, ann, `/${id}`)).code, 'MISSION_NOT_FOUND');
    assert.equal((await asked(api, ann, `/${id}`)).body.includes('"message":"Mission not found"'), true);
    assert.equal((await asked(api, author, `POST /${id}/publish`)).result.publishedVersion, 1);

    const started = await asked(api, ann, `POST /${id}/start`);
    assert.equal(started.result.status, 'InProgress');
    const again = await asked(api, ann, `POST /${id}/start`);
    assert.deepEqual([again.status, JSON.parse(again.body).message], [409, 'Mission already started']);
    const open = await asked(api, ann, `POST /${id}/complete`);
    const { errorCode, openQuests, openChapters } = JSON.parse(open.body);
    assert.deepEqual(
      [open.status, errorCode, openQuests, openChapters],
      [409, 'MISSION_INCOMPLETE', ['a', 'b'], ['shore']],
    );

    const half = await asked(api, ann, `POST /${id}/quests/a/complete`);
    assert.deepEqual(half.result.chapters[0].displayStatus, 'The far shore 1/2');
    assert.deepEqual(
      half.result.quests.map((quest: Record<string, unknown>) => [
        quest.status,
        quest.displayState,
        quest.progressPercent,
      ]),
      [
        ['Completed', 'completed', 100],
        ['Pending', 'pending', 0],
      ],
    );
    assert.deepEqual([half.result.progressPercent, half.result.completedQuests, half.result.totalQuests], [50, 1, 2]);
    await asked(api, ann, `POST /${id}/quests/b/start`);
    await asked(api, ann, `POST /${id}/quests/b/complete`);
    const done = await asked(api, ann, `POST /${id}/complete`);
    assert.equal(done.status, 200, done.body);
    assert.deepEqual(done.result.granted, { karma: 7, xp: 70, isCounted: true, isFirst: true });
    assert.equal(done.result.status, 'Completed');
    const [leader] = (await asked(api, undefined, `/${id}/leaderboard`)).result;
    assert.deepEqual([leader.rank, leader.avatarId, leader.karma, leader.xp], [1, ann.id, 7, 70]);
  });

  it('show a run with the definition that it was started with', async () => {
    const id = await published(api, author);
    await asked(api, ann, `POST /${id}/start`);
    const changed = await asked(api, author, `PUT /${id}`, { ...MISSION, name: 'Another river', quests: [] });
    assert.equal(changed.result.name, 'Another river');
    assert.equal((await asked(api, undefined, `/${id}`)).result.name, 'Cross the river');
    await asked(api, author, `POST /${id}/republish`);
    assert.equal((await asked(api, undefined, `/${id}`)).result.name, 'Another river');
    assert.equal((await asked(api, ann, `/${id}`)).result.name, 'Cross the river');
    const versions = (await asked(api, undefined, `/${id}/versions`)).result;
    assert.deepEqual(columns(versions, 'version'), [2, 1]);
    assert.equal((await asked(api, undefined, `/${id}/versions/1`)).result.mission.name, 'Cross the river');
    await asked(api, author, `DELETE /${id}`);
    assert.equal((await asked(api, undefined, `/${id}`)).status, 404);
    await asked(api, ann, `POST /${id}/quests/a/complete`);
    await asked(api, ann, `POST /${id}/quests/b/start`);
    await asked(api, ann, `POST /${id}/quests/b/complete`);
    assert.equal((await asked(api, ann, `POST /${id}/complete`)).result.granted.karma, 7);
  });

  it('take what the origin’s clients send', async () => {
    const body = {
      Name: 'Pascal',
      MissionType: 'EXPERT',
      Difficulty: 'ludiocurous',
      RewardKarma: 3,
      RewardXP: 4,
      Quests: [
        {
          Name: 'One',
          Difficulty: 1,
          Order: 2,
          Objectives: [{ Order: { From: 'ethereum', To: 'polygon', MinAmount: '1' } }],
        },
        { name: 'Zero', order: 1 },
      ],
    };
    const { result } = await asked(api, author, '', body);
    assert.deepEqual(
      [
        result.name,
        result.missionType,
        result.difficulty,
        result.rewards,
        result.quests[0].name,
        result.quests[1].difficulty,
      ],
      ['Pascal', 'Expert', 'Ludicrous', { karma: 3, xp: 4 }, 'Zero', 'Medium'],
    );
    assert.equal((await asked(api, author, '/by-type/3')).result[0].id, result.id);
    assert.equal((await asked(api, author, '/BY-TYPE/expert')).result[0].id, result.id);
    assert.equal((await asked(api, author, '/by-type/unknown')).status, 400);
    await played(api, author, result.id, []);
    assert.equal((await asked(api, author, '/by-status/active')).result[0].id, result.id);
    assert.equal((await asked(api, author, '/by-status/1')).result[0].id, result.id);
    assert.ok(
      (await asked(api, author, '/by-status/NotStarted')).result.every((one: { id: string }) => one.id !== result.id),
    );
  });

  it('are found by their words, also misspelt, by those who may see them', async () => {
    const hidden = await created(api, author, { name: 'Lighthouse of sorrow' });
    const open = await published(api, author, { name: 'Lighthouse of joy', quests: [{ name: 'Climb the staircase' }] });
    const found = async (who: Player | undefined, query: string) =>
      (await asked(api, who, `/search?query=${encodeURIComponent(query)}`)).result.map(({ id }: { id: string }) => id);
    assert.deepEqual(await found(undefined, 'lighthuose'), [open]);
    assert.deepEqual((await found(author, 'lighthouses')).sort(), [hidden, open].sort());
    assert.deepEqual(await found(ann, 'staircase'), [open]);
    assert.deepEqual(await found(ann, '" OR 1=1 --'), []);
    await asked(api, author, `POST /${open}/unpublish`);
    assert.deepEqual(await found(ann, 'lighthouse'), []);
  });

  it('refuse contradictions, and rewards beyond the limit', async () => {
    const code = async (body: object) => (await asked(api, author, '', body)).code;
    const quest = (id: string, ...prerequisiteQuestIds: string[]) => ({ id, name: id, prerequisiteQuestIds });
    assert.equal(await code({ name: 'x', quests: [quest('a', 'b'), quest('b', 'a')] }), 'MISSION_INVALID');
    assert.equal(await code({ name: 'x', quests: [quest('a', 'a')] }), 'MISSION_INVALID');
    assert.equal(await code({ name: 'x', quests: [quest('a'), quest('a')] }), 'MISSION_INVALID');
    assert.equal(await code({ name: 'x', quests: [quest('a', 'z')] }), 'MISSION_INVALID');
    assert.equal(await code({ name: 'x', quests: [{ name: 'a', chapterId: 'z' }] }), 'MISSION_INVALID');
    assert.equal(await code({ name: 'x', deadline: '2026-12-31T23:59:60Z' }), 'MISSION_INVALID');
    assert.equal(
      await code({ name: 'x', rewardKarma: 60, quests: [{ name: 'a', rewardKarma: 41 }] }),
      'REWARD_LIMIT_EXCEEDED',
    );
    assert.equal(await code({ name: 'x', rewardXP: -1 }), 'MALFORMED_REQUEST');
  });

  it('refuse what no package could carry: a small body whose parts all get an id', async () => {
    const quests = (count: number) =>
      Array.from({ length: count }, () => ({ name: 'q', objectives: Array.from({ length: 50 }, () => ({})) }));
    const refused = await asked(api, author, '', { name: 'x', quests: quests(500) });
    assert.deepEqual([refused.status, refused.code], [422, 'MISSION_INVALID']);
    const { bytes, limit } = JSON.parse(refused.body);
    assert.ok(bytes > 1_900_000 && limit < 512 * 1024, refused.body);
    const largest = await expect(asked(api, author, '', { name: 'x', quests: quests(120) }), 201);
    assert.ok(Buffer.byteLength(JSON.stringify(largest)) < 1024 * 1024);
  });

  it('have an ETag for each view, and change only the version that was read', async () => {
    const id = await published(api, author);
    const { etag } = (await asked(api, author, `/${id}`)).headers;
    assert.equal((await asked(api, author, `/${id}`, undefined, { 'if-none-match': etag })).status, 304);
    assert.notEqual((await asked(api, undefined, `/${id}`)).headers.etag, etag);
    const first = await asked(api, author, `PUT /${id}`, MISSION, { 'if-match': etag });
    assert.equal(first.status, 200);
    assert.equal((await asked(api, author, `PUT /${id}`, MISSION, { 'if-match': etag })).status, 412);
    assert.equal((await asked(api, author, `DELETE /${id}`, undefined, { 'if-match': etag })).status, 412);
    assert.equal((await asked(api, ann, `PUT /${id}`, MISSION)).status, 403);
  });

  it('fail at their deadline while nobody asks for them', async () => {
    const deadline = new Date(api.clock.nowMs + 1_000).toISOString();
    const id = await published(api, author, { ...MISSION, deadline });
    assert.equal((await asked(api, ann, `POST /${id}/start`)).status, 200);
    const statusOf = async () => (await missionStorage(api.storage.missions).runs.runsOf(ann.id, [id]))[0]?.status;
    const { maintenance } = api.areas.use(missions);
    await maintenance.start();
    assert.equal(await statusOf(), 'InProgress');
    api.clock.nowMs += 1_000;
    while ((await statusOf()) !== 'Failed') await new Promise((resolve) => setTimeout(resolve, 20));
    await maintenance.stop();
  });
});
