import { ok, type Result } from '@causeway/protocol';
import { and, eq } from 'drizzle-orm';
import { first, type Steps } from '../core/steps.ts';
import { type QuotaExceeded, usageSteps } from '../usage/index.ts';
import type { MissionContext } from './context.ts';
import type { MissionDefinition } from './definition.ts';
import { definitionBytes, releaseDefinition, storeDefinition, storedBytes } from './definitions.ts';
import type { MissionRow } from './rows.ts';

/**
 * What a mission stores, counted for its avatar: the newest definition, and each one that a published version or a run
 * of it has; within the caller's job.
 */
export function holdings(context: MissionContext) {
  const { missions, missionVersions, missionRuns } = context.tables;
  const usage = usageSteps(context);

  /** True when the mission, a version or a run of it has the definition. */
  function* has(missionId: string, checksum: string): Steps<boolean> {
    const of = [
      { table: missions, mission: missions.id },
      { table: missionVersions, mission: missionVersions.missionId },
      { table: missionRuns, mission: missionRuns.missionId },
    ] as const;
    for (const { table, mission } of of) {
      const one = and(eq(table.checksum, checksum), eq(mission, missionId));
      const found = yield* first((db) => db.select({ checksum: table.checksum }).from(table).where(one).limit(1));
      if (found !== undefined) return true;
    }
    return false;
  }

  return {
    /** Counts and stores the definition of a new mission. */
    *add({ avatarId, checksum }: MissionRow, definition: MissionDefinition): Steps<Result<void, QuotaExceeded>> {
      const bytes = definitionBytes(definition);
      const within = yield* usage.take(avatarId, 'missions', { items: 1, bytes });
      if (within.ok) yield* storeDefinition(context, checksum, definition);
      return within;
    },

    /** Counts and stores the next definition of a mission, unless the mission has it already. */
    *take(
      { id, avatarId }: MissionRow,
      checksum: string,
      definition: MissionDefinition,
    ): Steps<Result<void, QuotaExceeded>> {
      if (yield* has(id, checksum)) return ok(undefined);
      const within = yield* usage.take(avatarId, 'missions', { items: 0, bytes: definitionBytes(definition) });
      if (within.ok) yield* storeDefinition(context, checksum, definition);
      return within;
    },

    /** Gives back what the mission no longer has of these definitions. */
    *giveBack({ id, avatarId }: Pick<MissionRow, 'id' | 'avatarId'>, checksums: readonly string[]): Steps<void> {
      for (const checksum of new Set(checksums)) {
        if (yield* has(id, checksum)) continue;
        const bytes = yield* storedBytes(context, checksum);
        yield* usage.give(avatarId, 'missions', { items: 0, bytes });
        yield* releaseDefinition(context, checksum);
      }
    },

    /** Counts a deleted mission no more; `giveBack` does so for what it stores. */
    remove: ({ avatarId }: MissionRow): Steps<void> => usage.give(avatarId, 'missions', { items: 1, bytes: 0 }),

    *isStarted(missionId: string): Steps<boolean> {
      const { id } = missionRuns;
      const found = yield* first((db) =>
        db.select({ id }).from(missionRuns).where(eq(missionRuns.missionId, missionId)).limit(1),
      );
      return found !== undefined;
    },
  };
}
