import assert from 'node:assert/strict';
import { cases, IS_TELLING, timeLimit } from '@causeway/protocol/test-support/cases';
import type { Checked, MissionRow, Run } from '@causeway/storage';
import { MISSION_STATUSES } from '@causeway/storage';
import { onEngines } from '@causeway/storage/test-support/engines';
import { ledgerOf } from '@causeway/storage/test-support/ledger';
import { checked, definition, newMission, quest } from '@causeway/storage/test-support/missions';
import { type TemporaryStorage, temporaryStorage } from '@causeway/storage/test-support/temporary';
import fc from 'fast-check';
import { missionStorage } from '../../../../src/areas/missions/rules/mission-storage.ts';
import { missionState } from '../../../../src/areas/missions/rules/progress.ts';
import { rewardOf } from '../../../../src/areas/missions/rules/rewards.ts';

/** Operations on each engine. */
const OPERATIONS = cases(300, 10_000);
/** Operations of different avatars that run at the same time. */
const AT_ONCE = 6;

const AVATARS = ['ann', 'bob', 'eve'] as const;
const KINDS = [
  ...['create', 'publish', 'publish', 'unpublish', 'rewrite', 'hide', 'clone', 'install', 'install', 'wait', 'abandon'],
  ...['start', 'quest', 'quest', 'complete', 'complete'],
  ...Array.from({ length: 30 }, () => 'advance'),
];

/** What the operations must have come to, so that they test it. */
const REACHED = [
  ...['unpublish', 'clone', 'install', 'complete an installed copy', 'complete after unpublish or hide'],
  ...['complete with reward', 'complete without reward', 'complete: INCOMPLETE', 'complete: OVER'],
  ...['start: ALREADY_STARTED', 'start: NOT_FOUND'],
];

interface Operation {
  readonly kind: string;
  readonly avatar: string;
  readonly pick: number;
  readonly questId: string;
}

const operation: fc.Arbitrary<Operation> = fc.record({
  kind: fc.constantFrom(...KINDS),
  avatar: fc.constantFrom(...AVATARS),
  pick: fc.nat(1_000),
  questId: fc.constantFrom('a', 'b'),
});

onEngines('random operations of several avatars at once', (engine) => {
  it(`leave no illegal state, and rewards are the sum of the first completions (${OPERATIONS.numRuns} operations)`, async () => {
    const temporary: TemporaryStorage = await temporaryStorage(engine);
    const missions = missionStorage(temporary.storage.missions);
    let known: string[] = [];
    /** The first completion of each avatar and origin: its reward. */
    const earned = new Map<string, { readonly avatar: string; readonly karma: number; readonly xp: number }>();
    const origins = new Map<string, string>();
    /** What the operations came to. */
    const reached = new Set<string>();
    let made = 0;
    const contents = (): Checked => {
      made += 1;
      const deadline = made % 5 === 0 ? new Date(temporary.nowMs + 3_000).toISOString() : null;
      const quests = [quest('a'), quest('b', { prerequisiteQuestIds: made % 2 ? ['a'] : [] })];
      return checked(definition({ name: `mission ${made}`, rewardKarma: made % 7, deadline, quests }));
    };
    const remember = (row: MissionRow): void => {
      known.push(row.id);
      origins.set(row.id, row.originId);
    };

    /** The step that brings the avatar nearer to the end of a mission. */
    async function nextStep(id: string, avatar: string): Promise<readonly [kind: string, questId: string]> {
      const [run] = await missions.runs.runsOf(avatar, [id]);
      if (run?.status !== 'InProgress') return ['start', ''];
      const open = missionState(run.definition, run).quests.find(({ status }) => status !== 'Completed');
      return open ? ['quest', open.definition.id] : ['complete', ''];
    }

    async function perform(wanted: Operation): Promise<void> {
      const { avatar, pick } = wanted;
      // Older missions have been played by everyone, so the newest are picked.
      const id = known[Math.max(0, known.length - 1 - (pick % 4))];
      const advancing = wanted.kind === 'advance' && id !== undefined;
      const [kind, questId] = advancing ? await nextStep(id, avatar) : [wanted.kind, wanted.questId];
      if (kind === 'create' || id === undefined) {
        const result = await missions.create({ ...newMission(avatar), ...contents() });
        assert.ok(result.ok);
        remember(result.value);
        await missions.publish(result.value.id, result.value.version, { version: 1, envelope: {} });
        return;
      }
      const row = await missions.get(id);
      if (row === undefined) {
        // It was deleted before anybody had started it.
        known = known.filter((one) => one !== id);
        return;
      }
      const source = { originId: row.originId, originAvatarId: row.originAvatarId, sourceId: row.id };
      switch (kind) {
        case 'publish': {
          const version = ((await missions.newestVersion(id))?.version ?? 0) + 1;
          await missions.publish(id, row.version, { version, envelope: {} });
          return;
        }
        case 'unpublish':
          if ((await missions.unpublish(id, [row.version])).ok) reached.add('unpublish');
          return;
        case 'rewrite':
          return void (await missions.update(id, contents(), [row.version]));
        case 'hide':
          return void (pick % 3 === 0 && (await missions.hide(id, [row.version])));
        case 'clone':
        case 'install': {
          const { definition: of, checksum } = row;
          const installed = kind === 'install' ? { version: 1, envelope: {} } : null;
          const result = await missions.create({ avatarId: avatar, definition: of, checksum, source, installed });
          if (!result.ok) return;
          reached.add(kind);
          return remember(result.value);
        }
        case 'start': {
          const started = await missions.runs.start(id, avatar);
          if (!started.ok) return void reached.add(`start: ${started.error.code}`);
          const isOffered = row.avatarId === avatar || started.value.publishedVersion !== null;
          assert.ok(isOffered, 'a mission was started that is nobody else’s to play');
          return;
        }
        case 'quest':
          await missions.runs.startQuest(id, avatar, questId);
          return void (await missions.runs.completeQuest(id, avatar, questId));
        case 'abandon':
          return void (pick % 4 === 0 && (await missions.runs.abandon(id, avatar)));
        case 'wait':
          temporary.nowMs += 1_000;
          return void (await missions.runs.failOverdue(10));
        default: {
          const done = await missions.runs.complete(id, avatar);
          if (!done.ok) return void reached.add(`complete: ${done.error.code}`);
          const now = await missions.get(id);
          if (now?.publishedVersion == null && now?.avatarId !== avatar)
            reached.add('complete after unpublish or hide');
          if (row.installed) reached.add('complete an installed copy');
          reached.add(done.value.reward.granted ? 'complete with reward' : 'complete without reward');
          const key = `${avatar} ${origins.get(id)}`;
          const first = !earned.has(key);
          // Two copies that are completed at the same time resolve in the order of their commits.
          assert.equal(done.value.reward.granted, first);
          if (first) earned.set(key, { avatar, ...rewardOf(done.value.run.definition) });
        }
      }
    }

    function assertLegal(run: Run): void {
      const { quests, status } = missionState(run.definition, run);
      assert.ok(MISSION_STATUSES.includes(status));
      for (const { definition: one, missing, displayState } of quests) {
        const begun = run.quests.some(({ questId }) => questId === one.id);
        assert.ok(!begun || missing.length === 0, 'a quest began before its prerequisites');
        assert.ok(status !== 'Completed' || displayState === 'completed', 'a completed mission has an open quest');
      }
      assert.equal(run.endedAtMs === null, status === 'InProgress');
    }

    async function assertSums(): Promise<void> {
      for (const avatar of AVATARS) {
        const rows = await ledgerOf(engine, temporary.database, avatar);
        const own = [...earned.values()].filter((one) => one.avatar === avatar);
        const total = (list: readonly { readonly karma: number; readonly xp: number }[]) => [
          list.reduce((sum, { karma }) => sum + karma, 0),
          list.reduce((sum, { xp }) => sum + xp, 0),
          list.length,
        ];
        assert.deepEqual(total(rows), total(own));
        const balance = await missions.rewards.balanceOf(avatar);
        assert.deepEqual(
          [balance.karma + balance.apartKarma, balance.xp + balance.apartXp, balance.missionsCompleted],
          [...total(own).slice(0, 2), rows.filter(({ counted }) => counted).length],
        );
        for (const run of await missions.runs.runsOf(avatar, known)) assertLegal(run);
      }
    }

    const sample = fc.sample(operation, OPERATIONS);
    for (let at = 0; at < sample.length; at += AT_ONCE) {
      await Promise.all(sample.slice(at, at + AT_ONCE).map(perform));
      if ((at / AT_ONCE) % 10 === 0) await assertSums();
    }
    await assertSums();
    if (!IS_TELLING) return;
    for (const one of REACHED) assert.ok(reached.has(one), `no operation came to ${one}: ${[...reached]}`);
    const completions = [...earned.values()].length;
    assert.ok(
      completions >= OPERATIONS.numRuns / 60,
      `only ${completions} completions: the operations reach too little`,
    );
  }).timeout(timeLimit(60_000));
});
