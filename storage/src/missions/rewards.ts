import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { avatars } from '../avatars/index.ts';
import { type Page, pageBy } from '../core/page.ts';
import { all, first, run, type TxScript } from '../core/steps.ts';
import type { MissionContext } from './context.ts';
import type { Balance, RewardRow } from './rows.ts';

/** The ledger of rewards. Only the completion of a mission adds to it. */
export interface RewardRepository {
  /** The sums of the avatar's ledger. */
  balanceOf(avatarId: string): Promise<Balance>;
  /** Counted completions of a mission and of all its copies, the fastest first. */
  leaderboard(originId: string, cursor: string | null, limit: number, skip?: number): Promise<Page<Leader>>;
}

/** An empty ledger. */
export const NO_REWARDS: Balance = { karma: 0, xp: 0, missionsCompleted: 0, apartKarma: 0, apartXp: 0 };

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
        const { avatarId: _owner, ...balance } = row ?? { avatarId, ...NO_REWARDS };
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

/** What an avatar received for a mission or another copy of it; undefined when nothing. */
export const rewardFor = (
  { tables: { missionRewards } }: MissionContext,
  avatarId: string,
  originId: string,
): TxScript<RewardRow | undefined> =>
  first((db) =>
    db
      .select()
      .from(missionRewards)
      .where(and(eq(missionRewards.avatarId, avatarId), eq(missionRewards.originId, originId))),
  );

export function* insertReward({ tables }: MissionContext, row: RewardRow): TxScript<void> {
  yield* run((db) => db.insert(tables.missionRewards).values(row));
}

/** Adds to the sums of an avatar's ledger. */
export function* addToBalance(
  { tables: { missionBalances: balances } }: MissionContext,
  avatarId: string,
  added: Balance,
): TxScript<void> {
  const set = {
    karma: sql`${balances.karma} + ${added.karma}`,
    xp: sql`${balances.xp} + ${added.xp}`,
    missionsCompleted: sql`${balances.missionsCompleted} + ${added.missionsCompleted}`,
    apartKarma: sql`${balances.apartKarma} + ${added.apartKarma}`,
    apartXp: sql`${balances.apartXp} + ${added.apartXp}`,
  };
  yield* run((db) =>
    db
      .insert(balances)
      .values({ avatarId, ...added })
      .onConflictDoUpdate({ target: balances.avatarId, set }),
  );
}

/** The owners of these avatars; an avatar without one is its own. */
export function* ownersOf({ engine }: MissionContext, avatarIds: readonly string[]): TxScript<readonly string[]> {
  const { avatars: table } = avatars.tables(engine.dialect);
  const rows = yield* all((db) =>
    db
      .select({ id: table.id, ownerId: table.ownerId })
      .from(table)
      .where(inArray(table.id, [...avatarIds])),
  );
  return rows.map(({ id, ownerId }) => ownerId ?? id);
}
