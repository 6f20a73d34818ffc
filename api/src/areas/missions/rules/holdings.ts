import { ok, type Result } from '@causeway/protocol';
import type { MissionDefinition, MissionRow, QuotaExceeded } from '@causeway/storage';
import { type TxScript, usageSteps } from '@causeway/storage/jobs';
import {
  hasDefinition,
  type MissionContext,
  releaseDefinition,
  storeDefinition,
  storedBytes,
} from '@causeway/storage/missions';
import { rewardOf } from './rewards.ts';

/** Bytes of a stored definition. */
const definitionBytes = (definition: MissionDefinition): number => Buffer.byteLength(JSON.stringify(definition));

/**
 * What a mission stores, counted for its avatar: the newest definition, and each one that a published version or a run
 * of it has; within the caller's job.
 */
export function holdings(context: MissionContext) {
  const usage = usageSteps(context);

  return {
    /** Counts and stores the definition of a new mission. */
    *add({ avatarId, checksum }: MissionRow, definition: MissionDefinition): TxScript<Result<void, QuotaExceeded>> {
      const bytes = definitionBytes(definition);
      const within = yield* usage.take(avatarId, 'missions', { items: 1, bytes });
      if (within.ok) yield* storeDefinition(context, checksum, definition, rewardOf(definition));
      return within;
    },

    /** Counts and stores the next definition of a mission, unless the mission has it already. */
    *take(
      { id, avatarId }: MissionRow,
      checksum: string,
      definition: MissionDefinition,
    ): TxScript<Result<void, QuotaExceeded>> {
      if (yield* hasDefinition(context, id, checksum)) return ok(undefined);
      const within = yield* usage.take(avatarId, 'missions', { items: 0, bytes: definitionBytes(definition) });
      if (within.ok) yield* storeDefinition(context, checksum, definition, rewardOf(definition));
      return within;
    },

    /** Gives back what the mission no longer has of these definitions. */
    *giveBack({ id, avatarId }: Pick<MissionRow, 'id' | 'avatarId'>, checksums: readonly string[]): TxScript<void> {
      for (const checksum of new Set(checksums)) {
        if (yield* hasDefinition(context, id, checksum)) continue;
        const bytes = yield* storedBytes(context, checksum);
        yield* usage.give(avatarId, 'missions', { items: 0, bytes });
        yield* releaseDefinition(context, checksum);
      }
    },

    /** Counts a deleted mission no more; `giveBack` does so for the definitions that it stores. */
    remove: ({ avatarId }: MissionRow): TxScript<void> => usage.give(avatarId, 'missions', { items: 1, bytes: 0 }),
  };
}
