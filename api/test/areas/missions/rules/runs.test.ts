import assert from 'node:assert/strict';
import type { MissionRow, Run } from '@causeway/storage';
import { columns } from '@causeway/storage/test-support/columns';
import { onStorages } from '@causeway/storage/test-support/engines';
import { checked, definition, newMission, quest } from '@causeway/storage/test-support/missions';
import { missionStorage } from '../../../../src/areas/missions/rules/mission-storage.ts';

onStorages('RunRepository', (temporary) => {
  const missions = () => missionStorage(temporary.storage.missions);
  const runs = () => missions().runs;

  const published = async (of = definition(), author = 'author'): Promise<MissionRow> => {
    const created = await missions().create(newMission(author, of));
    assert.ok(created.ok);
    return publish(created.value);
  };
  const publish = async (row: MissionRow): Promise<MissionRow> => {
    const newest = (await missions().newestVersion(row.id))?.version ?? 0;
    const done = await missions().publish(row.id, row.version, { version: newest + 1, envelope: {} });
    assert.ok(done.ok);
    return done.value;
  };
  const code = (result: { readonly ok: boolean; readonly error?: { readonly code: string } }) =>
    result.ok ? 'ok' : result.error?.code;
  const started = async (missionId: string, avatarId = 'ann'): Promise<Run> => {
    const result = await runs().start(missionId, avatarId);
    assert.ok(result.ok, code(result));
    return result.value;
  };
  const finish = async ({ id }: MissionRow, avatarId = 'ann', quests = ['a', 'b']) => {
    for (const questId of quests) {
      await runs().startQuest(id, avatarId, questId);
      assert.equal(code(await runs().completeQuest(id, avatarId, questId)), 'ok');
    }
    return runs().complete(id, avatarId);
  };
  const statuses = (run: Run) => Object.fromEntries(run.quests.map(({ questId, status }) => [questId, status]));

  it('starts once; the quests without prerequisites begin with it', async () => {
    const { id } = await published();
    const run = await started(id);
    assert.deepEqual([run.status, run.attempt, statuses(run)], ['InProgress', 1, { a: 'InProgress' }]);
    assert.equal(code(await runs().start(id, 'ann')), 'ALREADY_STARTED');
    await started(id, 'bob');
    const many = await Promise.all(Array.from({ length: 20 }, () => runs().start(id, 'eve')));
    assert.equal(many.filter(({ ok }) => ok).length, 1);
  });

  it('refuses what the prerequisites, the life of a quest or the life of a mission refuse', async () => {
    const { id } = await published();
    assert.equal(code(await runs().complete(id, 'ann')), 'NOT_STARTED');
    assert.equal(code(await runs().complete('nothing', 'ann')), 'NOT_FOUND');
    await started(id);
    const quests = (verb: 'startQuest' | 'completeQuest', questId: string) => runs()[verb](id, 'ann', questId);
    assert.deepEqual(await quests('startQuest', 'b'), {
      ok: false,
      error: { code: 'PREREQUISITES_OPEN', questIds: ['a'] },
    });
    assert.equal(code(await quests('completeQuest', 'b')), 'QUEST_NOT_STARTED');
    assert.equal(code(await quests('startQuest', 'a')), 'QUEST_ALREADY_STARTED');
    assert.equal(code(await quests('startQuest', 'x')), 'QUEST_NOT_FOUND');
    const open = await runs().complete(id, 'ann');
    assert.deepEqual(open, { ok: false, error: { code: 'INCOMPLETE', openQuests: ['a', 'b'], openChapters: [] } });
    assert.equal(code(await quests('completeQuest', 'a')), 'ok');
    assert.equal(code(await quests('completeQuest', 'a')), 'QUEST_ALREADY_COMPLETED');
    assert.equal(code(await quests('startQuest', 'b')), 'ok');
    assert.equal(code(await quests('completeQuest', 'b')), 'ok');
    assert.equal(code(await runs().complete(id, 'ann')), 'ok');
    assert.deepEqual(await runs().complete(id, 'ann'), { ok: false, error: { code: 'OVER', status: 'Completed' } });
    assert.equal(code(await runs().start(id, 'ann')), 'ALREADY_STARTED');
  });

  it('starts again after it was given up or failed, with nothing done', async () => {
    const { id } = await published();
    await started(id);
    await runs().completeQuest(id, 'ann', 'a');
    assert.equal(code(await runs().abandon(id, 'ann')), 'ok');
    assert.deepEqual(await runs().abandon(id, 'ann'), { ok: false, error: { code: 'OVER', status: 'Cancelled' } });
    const again = await started(id);
    assert.deepEqual([again.attempt, statuses(again)], [2, { a: 'InProgress' }]);
  });

  it('keeps the definition with which it was started, also when the mission changes or is deleted', async () => {
    const row = await published();
    await started(row.id);
    const other = definition({ quests: [quest('z')] });
    const changed = await missions().update(row.id, checked(other));
    assert.ok(changed.ok);
    await publish(changed.value);
    await missions().hide(row.id);
    assert.equal(code(await runs().start(row.id, 'bob')), 'NOT_FOUND');
    const done = await finish(row);
    assert.ok(done.ok);
    assert.deepEqual(done.value.run.definition, definition());
    await runs().abandon(row.id, 'ann');
    assert.equal(code(await runs().start(row.id, 'ann')), 'ALREADY_STARTED');
  });

  it('does not start again when the mission is published no more', async () => {
    const row = await published();
    await started(row.id);
    await missions().unpublish(row.id);
    await runs().abandon(row.id, 'ann');
    assert.equal(code(await runs().start(row.id, 'ann')), 'NOT_PUBLISHED');
    assert.equal(code(await runs().start(row.id, 'bob')), 'NOT_FOUND');
    assert.equal(code(await runs().start(row.id, 'author')), 'ok');
  });

  it('fails at its deadline, in the sweep or in the request that sees it first', async () => {
    const deadline = new Date(temporary.nowMs + 1_000).toISOString();
    const [one, two] = [await published(definition({ deadline })), await published(definition({ deadline }))];
    await started(one.id);
    await started(two.id);
    assert.equal(await runs().failOverdue(10), 0);
    temporary.nowMs += 1_000;
    assert.equal(code(await runs().completeQuest(one.id, 'ann', 'a')), 'DEADLINE_PASSED');
    assert.deepEqual(await runs().complete(one.id, 'ann'), { ok: false, error: { code: 'OVER', status: 'Failed' } });
    assert.equal(await runs().failOverdue(10), 1);
    assert.equal(await runs().failOverdue(10), 0);
    assert.equal(code(await runs().start(two.id, 'ann')), 'DEADLINE_PASSED');
    const later = checked(definition({ deadline: null }));
    const changed = await missions().update(two.id, later);
    assert.ok(changed.ok);
    await publish(changed.value);
    assert.equal((await started(two.id)).attempt, 2);
  });

  it('fails in a sweep that comes long after its deadline', async () => {
    const deadline = new Date(temporary.nowMs + 1_000).toISOString();
    await started((await published(definition({ deadline }))).id);
    temporary.nowMs += 60_000;
    assert.equal(await runs().failOverdue(10), 1);
  });

  it('tells the avatar about every step', async () => {
    const row = await published();
    await started(row.id);
    await finish(row);
    const rows = await temporary.storage.events.afterFor({ avatarId: 'ann', topics: ['missions'] }, 0, 50);
    const seen = rows.map(({ type, data }) => [type, data.completedQuests, data.progressPercent]);
    assert.deepEqual(seen, [
      ['mission.started', 0, 0],
      ['quest.completed', 1, 50],
      ['quest.started', 1, 50],
      ['quest.completed', 2, 100],
      ['mission.completed', 2, 100],
    ]);
    assert.equal(rows.at(-1)?.data.karma, 7);
  });

  describe('rewards', () => {
    const balance = async (avatarId = 'ann') => {
      const { karma, xp, missionsCompleted, apartKarma, apartXp } = await missions().rewards.balanceOf(avatarId);
      return [karma, xp, missionsCompleted, apartKarma, apartXp];
    };

    it('come with the completion, for the mission and its quests', async () => {
      const row = await published();
      await started(row.id);
      await runs().completeQuest(row.id, 'ann', 'a');
      assert.deepEqual(await balance(), [0, 0, 0, 0, 0]);
      await runs().startQuest(row.id, 'ann', 'b');
      await runs().completeQuest(row.id, 'ann', 'b');
      const done = await runs().complete(row.id, 'ann');
      assert.ok(done.ok);
      assert.deepEqual(done.value.reward, { karma: 7, xp: 70, granted: true, counted: true });
      assert.deepEqual(await balance(), [7, 70, 1, 0, 0]);
      const board = await missions().rewards.leaderboard(row.originId, null, 10);
      assert.deepEqual(columns(board.items, 'avatarId'), ['ann']);
    });

    it('make a leaderboard, the fastest first and equally fast ones in the order of completion, page by page', async () => {
      const row = await published();
      const players = ['slow', 'even', 'also even', 'fast', 'third even'];
      const seconds = [9, 5, 5, 2, 5];
      for (const [at, avatarId] of players.entries()) {
        await started(row.id, avatarId);
        temporary.nowMs += (seconds[at] ?? 0) * 1_000;
        await finish(row, avatarId);
      }
      const seen: unknown[] = [];
      for (let cursor: string | null = null, pages = 0; pages < 5; pages++) {
        const board = await missions().rewards.leaderboard(row.originId, cursor, 2);
        seen.push(...board.items.map(({ rank, avatarId }) => [rank, avatarId]));
        cursor = board.nextCursor;
        if (cursor === null) break;
      }
      const order = ['fast', 'even', 'also even', 'third even', 'slow'];
      assert.deepEqual(
        seen,
        order.map((avatarId, at) => [at + 1, avatarId]),
      );
    });

    it('stand apart for one’s own mission, an unpublished one, and those of one’s agents', async () => {
      const own = await published();
      await started(own.id, 'author');
      await finish(own, 'author');
      assert.deepEqual(await balance('author'), [0, 0, 0, 7, 70]);
      assert.deepEqual((await missions().rewards.leaderboard(own.originId, null, 10)).items, []);
    });

    it('are granted once, whoever of 50 requests completes the mission', async () => {
      const row = await published();
      await started(row.id);
      await runs().completeQuest(row.id, 'ann', 'a');
      await runs().startQuest(row.id, 'ann', 'b');
      await runs().completeQuest(row.id, 'ann', 'b');
      const all = await Promise.all(Array.from({ length: 50 }, () => runs().complete(row.id, 'ann')));
      assert.equal(all.filter(({ ok }) => ok).length, 1);
      assert.deepEqual(await balance(), [7, 70, 1, 0, 0]);
    });
  });
});
