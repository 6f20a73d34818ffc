import { sql } from 'drizzle-orm';
import type { Dialect } from '../core/dialect.ts';
import type { Difficulty, MissionDefinition, MissionStatus, MissionType } from './values.ts';

/** Tables of missions, of avatars' runs of them, and of rewards. */
export const missionTables = (dialect: Dialect) => {
  const { table, index, uniqueIndex, primaryKey, text, integer, boolean, exactJson } = dialect;
  return {
    missions: table(
      'missions',
      {
        /** UUID v7. */
        id: text().primaryKey(),
        /** The avatar that may change it. */
        avatarId: text().notNull(),
        /** The mission that it is a copy of, through any number of copies; its own id when it is none. */
        originId: text().notNull(),
        /** The author of the origin, if that avatar is known here. */
        originAvatarId: text(),
        /** The mission of this service that it was copied from. */
        sourceId: text(),
        /** True for a copy that was installed: it has the definition of its package and cannot be changed. */
        installed: boolean().notNull(),
        /** The newest definition: SHA-256 of its canonical JSON. */
        checksum: text().notNull(),
        missionType: text<MissionType>().notNull(),
        /** The version that everyone may see; null when it is not published. */
        publishedVersion: integer(),
        /** The checksum and the mission type of that version. */
        publishedChecksum: text(),
        publishedType: text<MissionType>(),
        createdAtMs: integer().notNull(),
        updatedAtMs: integer().notNull(),
        /** Since when it is deleted. */
        hiddenAtMs: integer(),
        /** Rises with every change; the ETag. */
        version: integer().notNull(),
      },
      (row) => {
        const shown = sql`${row.hiddenAtMs} is null`;
        const published = sql`${row.publishedVersion} is not null and ${row.hiddenAtMs} is null`;
        return [
          index('missions_avatar').on(row.avatarId, row.id).where(shown),
          index('missions_checksum').on(row.checksum),
          index('missions_avatar_type').on(row.avatarId, row.missionType, row.id).where(shown),
          index('missions_published').on(row.id).where(published),
          index('missions_published_type').on(row.publishedType, row.id).where(published),
          uniqueIndex('missions_installed').on(row.avatarId, row.originId).where(sql`${row.installed} and ${shown}`),
        ];
      },
    ),
    /**
     * The definitions of missions, by their checksums, with what lists show of them. The definition itself is the last
     * column, so that SQLite reads the others without it.
     */
    missionDefinitions: table('mission_definitions', {
      checksum: text().primaryKey(),
      name: text().notNull(),
      description: text().notNull(),
      missionType: text<MissionType>().notNull(),
      difficulty: text<Difficulty>().notNull(),
      order: integer().notNull(),
      rewardKarma: integer().notNull(),
      rewardXP: integer().notNull(),
      deadline: text(),
      /** Of the mission with its quests. */
      totalKarma: integer().notNull(),
      totalXP: integer().notNull(),
      totalQuests: integer().notNull(),
      definition: exactJson<MissionDefinition>().notNull(),
    }),
    missionVersions: table(
      'mission_versions',
      {
        missionId: text().notNull(),
        version: integer().notNull(),
        /** SHA-256 of the definition in canonical JSON. */
        checksum: text().notNull(),
        /** The package around the definition, without it: what is needed to give out the same package again. */
        envelope: exactJson<Readonly<Record<string, unknown>>>().notNull(),
        createdAtMs: integer().notNull(),
      },
      (row) => [
        primaryKey({ columns: [row.missionId, row.version] }),
        index('mission_versions_checksum').on(row.checksum),
      ],
    ),
    missionRuns: table(
      'mission_runs',
      {
        id: text().primaryKey(),
        missionId: text().notNull(),
        avatarId: text().notNull(),
        /** The checksum of its definition. */
        checksum: text().notNull(),
        /** The published version that it runs; null for a definition that is not published. */
        publishedVersion: integer(),
        status: text<Exclude<MissionStatus, 'Pending'>>().notNull(),
        /** 1, and one more with every restart. */
        attempt: integer().notNull(),
        deadlineMs: integer(),
        startedAtMs: integer().notNull(),
        /** When it was completed, abandoned or failed. */
        endedAtMs: integer(),
        /** Rises with every change of the run or of its quests. */
        version: integer().notNull(),
      },
      (row) => [
        uniqueIndex('mission_runs_avatar_mission').on(row.avatarId, row.missionId),
        index('mission_runs_status').on(row.avatarId, row.status, row.missionId),
        index('mission_runs_mission').on(row.missionId),
        index('mission_runs_checksum').on(row.checksum),
        index('mission_runs_deadline').on(row.deadlineMs).where(sql`${row.status} = 'InProgress'`),
      ],
    ),
    missionRunQuests: table(
      'mission_run_quests',
      {
        runId: text().notNull(),
        questId: text().notNull(),
        avatarId: text().notNull(),
        status: text<'InProgress' | 'Completed'>().notNull(),
        met: exactJson<readonly string[]>().notNull(),
        /** It is in progress, and an order can meet one of its objectives. */
        awaitsOrder: boolean().notNull(),
        startedAtMs: integer().notNull(),
        completedAtMs: integer(),
      },
      (row) => [
        primaryKey({ columns: [row.runId, row.questId] }),
        index('mission_run_quests_order').on(row.avatarId).where(sql`${row.awaitsOrder}`),
      ],
    ),
    /** The ledger: one row per avatar and origin. */
    missionRewards: table(
      'mission_rewards',
      {
        id: text().primaryKey(),
        avatarId: text().notNull(),
        originId: text().notNull(),
        missionId: text().notNull(),
        karma: integer().notNull(),
        xp: integer().notNull(),
        /** False for a mission of its own or an unpublished one: it stands apart and counts in no public figure. */
        counted: boolean().notNull(),
        /** From the start of the run to its completion. */
        durationMs: integer().notNull(),
        createdAtMs: integer().notNull(),
      },
      (row) => [
        uniqueIndex('mission_rewards_once').on(row.avatarId, row.originId),
        index('mission_rewards_board').on(row.originId, row.durationMs, row.id).where(sql`${row.counted}`),
      ],
    ),
    /** The sums of the ledger by avatar, changed with it. */
    missionBalances: table('mission_balances', {
      avatarId: text().primaryKey(),
      karma: integer().notNull(),
      xp: integer().notNull(),
      missionsCompleted: integer().notNull(),
      apartKarma: integer().notNull(),
      apartXp: integer().notNull(),
    }),
    /** The last event that a follower of the event log has worked on. */
    missionCursors: table('mission_cursors', { follower: text().primaryKey(), seq: integer().notNull() }),
    /** The keys that sign packages. */
    missionKeys: table(
      'mission_keys',
      {
        avatarId: text().primaryKey(),
        keyId: text().notNull(),
        /** 64 hex digits. */
        publicKey: text().notNull(),
        /** The private key, sealed. */
        sealed: text().notNull(),
        createdAtMs: integer().notNull(),
      },
      (row) => [uniqueIndex('mission_keys_public').on(row.publicKey)],
    ),
  };
};
export type MissionTables = ReturnType<typeof missionTables>;

/**
 * The conditions of the partial indexes, without parameters: SQLite uses such an index only for a condition that it can
 * compare when it plans the query.
 */
export const indexed = ({ missions, missionRuns, missionRunQuests, missionRewards }: MissionTables) => ({
  shown: sql`${missions.hiddenAtMs} is null`,
  published: sql`${missions.publishedVersion} is not null and ${missions.hiddenAtMs} is null`,
  installed: sql`${missions.installed} and ${missions.hiddenAtMs} is null`,
  inProgress: sql`${missionRuns.status} = 'InProgress'`,
  awaitsOrder: sql`${missionRunQuests.awaitsOrder}`,
  counted: sql`${missionRewards.counted}`,
});
