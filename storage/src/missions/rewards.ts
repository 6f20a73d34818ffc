import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { avatars } from '../avatars/index.ts';
import { type Page, pageBy } from '../core/page.ts';
import { all, first, run, type Steps } from '../core/steps.ts';
import { findMission, type MissionContext } from './context.ts';
import { type Reward, rewardOf } from './definition.ts';
import type { Balance, MissionRow, RewardRow, Run } from './rows.ts';

/** What a completion brought: nothing when the avatar was rewarded for another copy of the mission before. */
export interface Granted extends Reward {
  readonly granted: boolean;
  readonly counted: boolean;
}

/** The ledger of rewards. Only the completion of a mission writes it. */
export interface RewardRepository {
  /** The sums of the avatar's ledger. */
  balanceOf(avatarId: string): Promise<Balance>;
  /** Counted completions of a mission and of all its copies, the fastest first. */
  leaderboard(originId: string, cursor: string | null, limit: number, skip?: number): Promise<Page<Leader>>;
}

const NOTHING: Balance = { karma: 0, xp: 0, missionsCompleted: 0, apartKarma: 0, apartXp: 0 };

/** A place on a leaderboard. */
export interface Leader extends RewardRow {
  /** 1 for the fastest. */
  readonly rank: number;
}

/** The place in a cursor; one in another form, which no list gave out, begins at the first. */
function placeOf(cursor: string | null): Pick<Leader, 'rank' | 'durationMs' | 'id'> {
  const [, rank = 0, durationMs = 0, id = ''] = /^(\d{1,9})\.(\d{1,15})\.(.*)$/.exec(cursor ?? '') ?? [];
  return { rank: Number(rank), durationMs: Number(durationMs), id };
}

/** RewardRepository over its tables. */
export function createRewardRepository({ read, tables, where }: MissionContext): RewardRepository {
  const { missionRewards, missionBalances } = tables;
  return {
    balanceOf: (avatarId) =>
      read(function* () {
        const row = yield* first((db) =>
          db.select().from(missionBalances).where(eq(missionBalances.avatarId, avatarId)),
        );
        const { avatarId: _owner, ...balance } = row ?? { avatarId, ...NOTHING };
        return balance;
      }),

    leaderboard: (originId, cursor, limit, skip = 0) =>
      read(function* () {
        const { rank, durationMs, id } = placeOf(cursor);
        const later = sql`(${missionRewards.durationMs}, ${missionRewards.id}) > (${durationMs}, ${id})`;
        const rows = yield* all((db) =>
          db
            .select()
            .from(missionRewards)
            .where(and(eq(missionRewards.originId, originId), where.counted, cursor === null ? undefined : later))
            .orderBy(asc(missionRewards.durationMs), asc(missionRewards.id))
            .limit(limit + 1)
            .offset(skip),
        );
        const leaders = rows.map((row, at) => ({ ...row, rank: rank + skip + at + 1 }));
        return pageBy(leaders, limit, (row) => `${row.rank}.${row.durationMs}.${row.id}`);
      }),
  };
}

/** True when one avatar's rewards would be another's: the same avatar, or agents and owner of one another. */
function* related({ engine }: MissionContext, one: string, other: string): Steps<boolean> {
  if (one === other) return true;
  const { avatars: table } = avatars.tables(engine.kit);
  const rows = yield* all((db) =>
    db
      .select({ id: table.id, ownerId: table.ownerId })
      .from(table)
      .where(inArray(table.id, [one, other])),
  );
  const owners = rows.map(({ id, ownerId }) => ownerId ?? id);
  return owners.length === 2 && owners[0] === owners[1];
}

/** Whether `avatarId` runs a published version of a mission that is neither its own nor a copy of its own. */
function* isCounted(context: MissionContext, mission: MissionRow, playing: Run): Steps<boolean> {
  const { missionVersions } = context.tables;
  const publisher = mission.installed && mission.sourceId ? yield* findMission(context, mission.sourceId) : mission;
  if (publisher === undefined || publisher.installed) return false;
  const version = yield* first((db) =>
    db
      .select({ version: missionVersions.version })
      .from(missionVersions)
      .where(and(eq(missionVersions.missionId, publisher.id), eq(missionVersions.checksum, playing.checksum)))
      .limit(1),
  );
  if (version === undefined) return false;
  for (const author of [publisher.avatarId, publisher.originAvatarId, mission.originAvatarId]) {
    if (author !== null && (yield* related(context, author, playing.avatarId))) return false;
  }
  return true;
}

/** Rewards a completed run, once per avatar and origin; within the job that completes it. */
export function* grantReward(context: MissionContext, mission: MissionRow, playing: Run): Steps<Granted> {
  const { tables, newId, clock } = context;
  const { missionRewards, missionBalances } = tables;
  const { avatarId, missionId, definition, startedAtMs } = playing;
  const { originId } = mission;
  const once = and(eq(missionRewards.avatarId, avatarId), eq(missionRewards.originId, originId));
  const before = yield* first((db) => db.select().from(missionRewards).where(once));
  const counted = yield* isCounted(context, mission, playing);
  if (before !== undefined) return { karma: 0, xp: 0, granted: false, counted };
  const { karma, xp } = rewardOf(definition);
  const nowMs = clock.now();
  const row = { id: newId(), avatarId, originId, missionId, karma, xp, counted, createdAtMs: nowMs };
  yield* run((db) => db.insert(missionRewards).values({ ...row, durationMs: Math.max(0, nowMs - startedAtMs) }));
  const added: Balance = counted
    ? { ...NOTHING, karma, xp, missionsCompleted: 1 }
    : { ...NOTHING, apartKarma: karma, apartXp: xp };
  const set = {
    karma: sql`${missionBalances.karma} + ${added.karma}`,
    xp: sql`${missionBalances.xp} + ${added.xp}`,
    missionsCompleted: sql`${missionBalances.missionsCompleted} + ${added.missionsCompleted}`,
    apartKarma: sql`${missionBalances.apartKarma} + ${added.apartKarma}`,
    apartXp: sql`${missionBalances.apartXp} + ${added.apartXp}`,
  };
  yield* run((db) =>
    db
      .insert(missionBalances)
      .values({ avatarId, ...added })
      .onConflictDoUpdate({ target: missionBalances.avatarId, set }),
  );
  return { karma, xp, granted: true, counted };
}
