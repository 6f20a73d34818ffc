import assert from 'node:assert/strict';
import { type MissionRow, openPlatformStorage, type RewardRow } from '@causeway/storage';
import { killAfter } from '@causeway/storage/test-support/child';
import { onEngines } from '@causeway/storage/test-support/engines';
import { ledgerOf } from '@causeway/storage/test-support/ledger';
import { definition, newMission, quest } from '@causeway/storage/test-support/missions';
import { type TemporaryStorage, temporaryStorage } from '@causeway/storage/test-support/temporary';
import { missionStorage } from '../../../../src/areas/missions/rules/mission-storage.ts';

const CHILD = new URL('./reward-child.ts', import.meta.url);

onEngines('the ledger of rewards', (engine) => {
  it('has each completion whole, and sums to the balance, after kill -9', async () => {
    const database = await engine.newDatabase();
    const acknowledged = new Map<string, number>();
    for (const seed of ['first', 'second']) {
      for (const avatarId of await killAfter(60, CHILD, database, seed)) {
        acknowledged.set(avatarId, (acknowledged.get(avatarId) ?? 0) + 1);
      }
    }
    const { missions: store, close } = await openPlatformStorage(database);
    const missions = missionStorage(store);
    for (const [avatarId, completions] of acknowledged) {
      const rows = await ledgerOf(engine, database, avatarId);
      const runs = await missions.runs.runsOf(
        avatarId,
        rows.map(({ missionId }) => missionId),
      );
      assert.ok(rows.length >= completions, `${rows.length} rows of ${completions} completions`);
      assert.ok(runs.every(({ status }) => status === 'Completed'));
      const done = await missions.list({ avatarId, status: 'Completed' }, null, 1_000);
      assert.equal(done.items.length, rows.length, 'a completed run without a reward, or the other way round');
      const balance = await missions.rewards.balanceOf(avatarId);
      const sum = (of: (row: RewardRow) => number) => rows.reduce((total, row) => total + of(row), 0);
      assert.deepEqual(
        [balance.karma, balance.xp, balance.missionsCompleted],
        [sum(({ karma }) => karma), sum(({ xp }) => xp), rows.length],
      );
    }
    await close();
    await engine.assertSound(database);
  }).timeout(120_000);

  it('grows by 50 completions at once as by one after another', async () => {
    const { storage }: TemporaryStorage = await temporaryStorage(engine);
    const missions = missionStorage(storage.missions);
    const made = await Promise.all(
      Array.from({ length: 50 }, async () => {
        const created = await missions.create(newMission('author', definition({ quests: [quest('a')] })));
        assert.ok(created.ok);
        const { id, version }: MissionRow = created.value;
        await missions.publish(id, version, { version: 1, envelope: {} });
        await missions.runs.start(id, 'ann');
        await missions.runs.completeQuest(id, 'ann', 'a');
        return id;
      }),
    );
    const done = await Promise.all(
      made.flatMap((id) => [missions.runs.complete(id, 'ann'), missions.runs.complete(id, 'ann')]),
    );
    assert.equal(done.filter(({ ok }) => ok).length, 50);
    const { karma, xp, missionsCompleted } = await missions.rewards.balanceOf('ann');
    assert.deepEqual([karma, xp, missionsCompleted], [300, 3_000, 50]);
  });
});
