import { sql } from 'drizzle-orm';
import type { Kit } from '../core/kit.ts';
import type { MissionDefinition, MissionType } from './definition.ts';
import type { MissionVersionRow, RunRow } from './rows.ts';

/** Tables of missions, of avatars' runs of them, and of rewards. */
export const missionTables = (kit: Kit) => {
  const { table, index, uniqueIndex, primaryKey, text, integer, boolean, exactJson } = kit;
  return {
    missions: table(
      'missions',
      {
        id: text().primaryKey(),
        avatarId: text().notNull(),
        originId: text().notNull(),
        originAvatarId: text(),
        sourceId: text(),
        installed: boolean().notNull(),
        definition: exactJson<MissionDefinition>().notNull(),
        checksum: text().notNull(),
        missionType: text<MissionType>().notNull(),
        publishedVersion: integer(),
        publishedChecksum: text(),
        publishedType: text<MissionType>(),
        createdAtMs: integer().notNull(),
        updatedAtMs: integer().notNull(),
        hiddenAtMs: integer(),
        version: integer().notNull(),
      },
      (row) => {
        const shown = sql`${row.hiddenAtMs} is null`;
        const published = sql`${row.publishedVersion} is not null and ${row.hiddenAtMs} is null`;
        return [
          index('missions_avatar').on(row.avatarId, row.id).where(shown),
          index('missions_avatar_type').on(row.avatarId, row.missionType, row.id).where(shown),
          index('missions_published').on(row.id).where(published),
          index('missions_published_type').on(row.publishedType, row.id).where(published),
          uniqueIndex('missions_installed').on(row.avatarId, row.originId).where(sql`${row.installed} and ${shown}`),
        ];
      },
    ),
    /** Definitions that were published or started, by their checksums. */
    missionDefinitions: table('mission_definitions', {
      checksum: text().primaryKey(),
      definition: exactJson<MissionDefinition>().notNull(),
    }),
    missionVersions: table(
      'mission_versions',
      {
        missionId: text().notNull(),
        version: integer().notNull(),
        checksum: text().notNull(),
        envelope: exactJson<MissionVersionRow['envelope']>().notNull(),
        createdAtMs: integer().notNull(),
      },
      (row) => [primaryKey({ columns: [row.missionId, row.version] })],
    ),
    missionRuns: table(
      'mission_runs',
      {
        id: text().primaryKey(),
        missionId: text().notNull(),
        avatarId: text().notNull(),
        checksum: text().notNull(),
        publishedVersion: integer(),
        status: text<RunRow['status']>().notNull(),
        attempt: integer().notNull(),
        deadlineMs: integer(),
        startedAtMs: integer().notNull(),
        endedAtMs: integer(),
        version: integer().notNull(),
      },
      (row) => [
        uniqueIndex('mission_runs_avatar_mission').on(row.avatarId, row.missionId),
        index('mission_runs_status').on(row.avatarId, row.status, row.missionId),
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
        counted: boolean().notNull(),
        durationMs: integer().notNull(),
        createdAtMs: integer().notNull(),
      },
      (row) => [
        uniqueIndex('mission_rewards_once').on(row.avatarId, row.originId),
        index('mission_rewards_avatar').on(row.avatarId, row.id),
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
