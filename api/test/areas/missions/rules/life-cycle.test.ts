import assert from 'node:assert/strict';
import { MISSION_STATUSES, type MissionStatus, QUEST_STATUSES } from '@causeway/storage';
import { columns } from '@causeway/storage/test-support/columns';
import { definition, quest } from '@causeway/storage/test-support/missions';
import { contradictionIn } from '../../../../src/areas/missions/rules/contradictions.ts';
import {
  MISSION_TRANSITIONS,
  MISSION_TRIGGERS,
  nextMissionStatus,
  nextQuestStatus,
  QUEST_TRANSITIONS,
  QUEST_TRIGGERS,
} from '../../../../src/areas/missions/rules/life-cycle.ts';
import { missionState, openParts } from '../../../../src/areas/missions/rules/progress.ts';

/** Everything that can be reached from `start`. */
function reached<S extends string>(start: S, table: Readonly<Record<S, Partial<Record<string, S>>>>): ReadonlySet<S> {
  const seen = new Set<S>([start]);
  for (const state of seen) for (const next of Object.values(table[state])) if (next) seen.add(next as S);
  return seen;
}

describe('the life of a mission', () => {
  const ALLOWED = [
    'Pending start InProgress',
    'InProgress complete Completed',
    'InProgress abandon Cancelled',
    'InProgress deadlinePassed Failed',
    'Failed start InProgress',
    'Cancelled start InProgress',
  ];

  it('has these transitions and no others', () => {
    const all = MISSION_STATUSES.flatMap((status) =>
      MISSION_TRIGGERS.flatMap((trigger) => {
        const next = nextMissionStatus(status, trigger);
        return next === undefined ? [] : [`${status} ${trigger} ${next}`];
      }),
    );
    assert.deepEqual(all.toSorted(), ALLOWED.toSorted());
  });

  it('reaches every status, and leaves every one but Completed', () => {
    assert.deepEqual(
      [...reached<MissionStatus>('Pending', MISSION_TRANSITIONS)].toSorted(),
      MISSION_STATUSES.toSorted(),
    );
    const last = MISSION_STATUSES.filter((status) => Object.keys(MISSION_TRANSITIONS[status]).length === 0);
    assert.deepEqual(last, ['Completed']);
  });
});

describe('the life of a quest', () => {
  it('has these transitions and no others', () => {
    const all = QUEST_STATUSES.flatMap((status) =>
      QUEST_TRIGGERS.map((trigger) => `${status} ${trigger} ${nextQuestStatus(status, trigger)}`),
    );
    assert.deepEqual(all, [
      'Pending start InProgress',
      'Pending complete undefined',
      'InProgress start undefined',
      'InProgress complete Completed',
      'Completed start undefined',
      'Completed complete undefined',
    ]);
    assert.deepEqual([...reached('Pending', QUEST_TRANSITIONS)], QUEST_STATUSES);
  });
});

describe('the progress of a mission', () => {
  const progress = (questId: string, status: 'InProgress' | 'Completed', met: readonly string[] = []) => ({
    ...{ questId, status, met, startedAtMs: 0 },
    completedAtMs: status === 'Completed' ? 1 : null,
  });
  const mission = definition({
    chapters: [
      { id: 'two', chapterDisplayName: 'Two', order: 2 },
      { id: 'one', chapterDisplayName: 'One', order: 1 },
    ],
    quests: [
      quest('b', { order: 2, chapterId: 'one' }),
      quest('a', { order: 1, chapterId: 'one' }),
      quest('c', { order: 3, chapterId: 'two' }),
    ],
  });

  it('is derived from the quests of the run, in their order', () => {
    const run = { status: 'InProgress', quests: [progress('a', 'Completed'), progress('b', 'InProgress')] } as const;
    const state = missionState(mission, run);
    assert.deepEqual(
      [state.status, state.completedQuests, state.totalQuests, state.progressPercent],
      ['InProgress', 1, 3, 33],
    );
    assert.deepEqual(columns(state.quests, 'displayState'), ['completed', 'active', 'pending']);
    assert.deepEqual(
      state.chapters.map(({ definition: { id }, displayState, completedQuests, totalQuests }) => [
        id,
        displayState,
        completedQuests,
        totalQuests,
      ]),
      [
        ['one', 'In Progress', 1, 2],
        ['two', 'Pending', 0, 1],
      ],
    );
    assert.deepEqual(openParts(state), { openQuests: ['b', 'c'], openChapters: ['one', 'two'] });
  });

  it('is nothing without a run, and everything when all is complete', () => {
    const none = missionState(mission);
    assert.deepEqual([none.status, none.progressPercent], ['Pending', 0]);
    assert.ok(none.chapters.every(({ displayState }) => displayState === 'Pending'));
    const quests = ['a', 'b', 'c'].map((id) => progress(id, 'Completed'));
    const all = missionState(mission, { status: 'InProgress', quests });
    assert.deepEqual([all.progressPercent, openParts(all)], [100, { openQuests: [], openChapters: [] }]);
  });

  it('gives the open quests of an ended run its status', () => {
    for (const status of ['Failed', 'Cancelled'] as const) {
      const { quests } = missionState(mission, {
        status,
        quests: [progress('a', 'Completed'), progress('b', 'InProgress')],
      });
      assert.deepEqual(columns(quests, 'status'), ['Completed', status, status]);
      assert.ok(quests.every(({ displayState }) => displayState !== 'active'));
    }
  });
});

describe('a definition', () => {
  it('has no contradictions', () => {
    const found = (...quests: Parameters<typeof definition>[0] extends infer _ ? ReturnType<typeof quest>[] : never) =>
      contradictionIn(definition({ quests }));
    assert.equal(found(quest('a'), quest('b', { prerequisiteQuestIds: ['a'] })), undefined);
    const circle = found(
      quest('a', { prerequisiteQuestIds: ['c'] }),
      quest('b', { prerequisiteQuestIds: ['a'] }),
      quest('c', { prerequisiteQuestIds: ['b'] }),
    );
    assert.match(String(circle), /circle: .* needs .* needs .* needs/);
    assert.match(String(found(quest('a', { prerequisiteQuestIds: ['a'] }))), /a needs a/);
    assert.match(String(found(quest('a'), quest('a'))), /used twice/);
    assert.match(String(found(quest('a', { chapterId: 'x' }))), /not there/);
    assert.match(String(found(quest('a', { prerequisiteQuestIds: ['x'] }))), /not there/);
    const long = Array.from({ length: 5_000 }, (_, at) =>
      quest(`q${at}`, { prerequisiteQuestIds: at ? [`q${at - 1}`] : [] }),
    );
    assert.equal(found(...long), undefined);
  });
});
