import { and, eq, inArray, notExists } from 'drizzle-orm';
import { bytesOf } from '../core/page.ts';
import { columnsWithout } from '../core/statements.ts';
import { all, first, run, type TxScript } from '../core/steps.ts';
import type { MissionContext } from './context.ts';
import type { MissionRow, MissionSummary } from './rows.ts';
import type { MissionDefinition, Reward } from './values.ts';

/** Stores a definition with its whole reward, and what lists show of it; within the caller's job. */
export function* storeDefinition(
  { tables }: MissionContext,
  checksum: string,
  definition: MissionDefinition,
  { karma: totalKarma, xp: totalXP }: Reward,
): TxScript<void> {
  const { name, description, missionType, difficulty, order, rewardKarma, rewardXP, deadline, quests } = definition;
  const shown = { name, description, missionType, difficulty, order, rewardKarma, rewardXP, deadline };
  const row = { checksum, ...shown, totalKarma, totalXP, totalQuests: quests.length, definition };
  yield* run((db) => db.insert(tables.missionDefinitions).values(row).onConflictDoNothing());
}

/** Removes a definition that no mission, published version or run has any more; within the caller's job. */
export function* releaseDefinition({ tables }: MissionContext, checksum: string): TxScript<void> {
  const { missionDefinitions, missions, missionVersions, missionRuns } = tables;
  yield* run((db) => {
    const unused = [missions, missionVersions, missionRuns].map((table) =>
      notExists(db.select({ checksum: table.checksum }).from(table).where(eq(table.checksum, checksum))),
    );
    return db.delete(missionDefinitions).where(and(eq(missionDefinitions.checksum, checksum), ...unused));
  });
}

/** The bytes of a stored definition; 0 when it is not there. */
export function* storedBytes({ tables: { missionDefinitions } }: MissionContext, checksum: string): TxScript<number> {
  const row = yield* first((db) =>
    db
      .select({ bytes: bytesOf(missionDefinitions.definition) })
      .from(missionDefinitions)
      .where(eq(missionDefinitions.checksum, checksum)),
  );
  return row?.bytes ?? 0;
}

/** Finds what a checksum stands for. Throws when nothing does. */
const finderOf = <T>(rows: readonly (readonly [checksum: string, value: T])[]): ((checksum: string) => T) => {
  const known = new Map(rows);
  return (checksum) => {
    const value = known.get(checksum);
    if (value === undefined) throw new Error(`no definition has the checksum ${checksum}`);
    return value;
  };
};

/** Stored definitions by their checksums. */
export function* definitionsOf(
  { tables: { missionDefinitions } }: MissionContext,
  checksums: readonly string[],
): TxScript<(checksum: string) => MissionDefinition> {
  const wanted = [...new Set(checksums)];
  const { checksum, definition } = missionDefinitions;
  const rows =
    wanted.length === 0
      ? []
      : yield* all((db) =>
          db.select({ checksum, definition }).from(missionDefinitions).where(inArray(checksum, wanted)),
        );
  return finderOf(rows.map((row) => [row.checksum, row.definition]));
}

/** The stored definition with a checksum. */
export function* definitionAt(context: MissionContext, checksum: string): TxScript<MissionDefinition> {
  return (yield* definitionsOf(context, [checksum]))(checksum);
}

/** The definition that everyone may see; null when the mission is not published. */
export function* publishedOf(
  context: MissionContext,
  { publishedChecksum }: MissionRow,
): TxScript<MissionDefinition | null> {
  return publishedChecksum === null ? null : yield* definitionAt(context, publishedChecksum);
}

/** What lists show of stored definitions, by their checksums. */
export function* summariesOf(
  { tables: { missionDefinitions } }: MissionContext,
  checksums: readonly string[],
): TxScript<(checksum: string) => MissionSummary> {
  const wanted = [...new Set(checksums)];
  const columns = columnsWithout(missionDefinitions, 'definition');
  const rows =
    wanted.length === 0
      ? []
      : yield* all((db) =>
          db.select(columns).from(missionDefinitions).where(inArray(missionDefinitions.checksum, wanted)),
        );
  return finderOf(rows.map((row) => [row.checksum, row]));
}

/** The bytes of stored definitions, or of what lists show of them, by their checksums. */
export function* sizesOf(
  { tables: { missionDefinitions } }: MissionContext,
  checksums: readonly string[],
  part: 'whole' | 'summary',
): TxScript<(checksum: string) => number> {
  const { checksum, definition, name, description } = missionDefinitions;
  const bytes = part === 'whole' ? bytesOf(definition) : bytesOf(name, description);
  const wanted = [...new Set(checksums)];
  const rows =
    wanted.length === 0
      ? []
      : yield* all((db) => db.select({ checksum, bytes }).from(missionDefinitions).where(inArray(checksum, wanted)));
  return finderOf(rows.map((row) => [row.checksum, row.bytes]));
}
