import { eq } from 'drizzle-orm';
import { lockOf } from '../core/locks.ts';
import { all, first, run } from '../core/steps.ts';
import type { MissionContext } from './context.ts';
import type { MissionKeyRow } from './rows.ts';

/** The avatars' keys that sign packages. Their private parts are sealed. */
export interface MissionKeyRepository {
  of(avatarId: string): Promise<MissionKeyRow | undefined>;
  /** Stores the first key of an avatar. Returns the avatar's key, which another request may have stored before. */
  add(key: Omit<MissionKeyRow, 'createdAtMs'>): Promise<MissionKeyRow>;
  /** The key with this public part. */
  byPublicKey(publicKey: string): Promise<MissionKeyRow | undefined>;
  list(): Promise<readonly MissionKeyRow[]>;
  /** Replaces the sealed form `before` by `after`. False when it has another form now. */
  reseal(avatarId: string, before: string, after: string): Promise<boolean>;
}

/** MissionKeyRepository over its table. */
export function createMissionKeyRepository({ read, write, tables, clock }: MissionContext): MissionKeyRepository {
  const { missionKeys } = tables;
  const find = (avatarId: string) =>
    first((db) => db.select().from(missionKeys).where(eq(missionKeys.avatarId, avatarId)));
  return {
    of: (avatarId) => read(() => find(avatarId)),

    add: (key) =>
      write(
        'full',
        function* () {
          const known = yield* find(key.avatarId);
          if (known !== undefined) return known;
          const row: MissionKeyRow = { ...key, createdAtMs: clock.now() };
          yield* run((db) => db.insert(missionKeys).values(row));
          return row;
        },
        { locks: [lockOf('mission', `key ${key.avatarId}`)] },
      ),

    byPublicKey: (publicKey) =>
      read(() => first((db) => db.select().from(missionKeys).where(eq(missionKeys.publicKey, publicKey)))),

    list: () => read(() => all((db) => db.select().from(missionKeys))),

    reseal: (avatarId, before, after) =>
      write(
        'full',
        function* () {
          if ((yield* find(avatarId))?.sealed !== before) return false;
          yield* run((db) => db.update(missionKeys).set({ sealed: after }).where(eq(missionKeys.avatarId, avatarId)));
          return true;
        },
        { locks: [lockOf('mission', `key ${avatarId}`)] },
      ),
  };
}
