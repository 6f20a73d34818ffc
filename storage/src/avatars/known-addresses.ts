import { and, desc, eq, inArray, lt } from 'drizzle-orm';
import { all, first, run, type TxScript } from '../core/steps.ts';
import { sweep } from '../core/sweep.ts';
import type { AvatarContext } from './context.ts';
import { avatarLock } from './locks.ts';

/** Addresses from which the owner of an avatar signed in, each as a keyed hash. */
export interface KnownAddressRepository {
  has(avatarId: string, hash: string): Promise<boolean>;
  /** Forgets addresses that were last used before `beforeMs`. Returns their number. */
  prune(beforeMs: number): Promise<number>;
}

/** Addresses that are remembered for one avatar. */
const MOST_KNOWN = 20;

/** Remembers an address within the caller's job; of more than `MOST_KNOWN` the longest unused are forgotten. */
export function* rememberAddress({ tables, clock }: AvatarContext, avatarId: string, hash: string): TxScript<void> {
  const { avatarKnownAddresses: known } = tables;
  const set = { usedAtMs: clock.now() };
  yield* run((db) =>
    db
      .insert(known)
      .values({ avatarId, hash, ...set })
      .onConflictDoUpdate({ target: [known.avatarId, known.hash], set }),
  );
  const rows = yield* all((db) =>
    db.select().from(known).where(eq(known.avatarId, avatarId)).orderBy(desc(known.usedAtMs), desc(known.hash)),
  );
  const old = rows.filter((row) => row.hash !== hash).slice(MOST_KNOWN - 1);
  if (old.length === 0) return;
  const hashes = old.map((row) => row.hash);
  yield* run((db) => db.delete(known).where(and(eq(known.avatarId, avatarId), inArray(known.hash, hashes))));
}

/** Forgets the addresses of an avatar within the caller's job: whoever used them may not have been its owner. */
export const forgetAddresses = ({ tables: { avatarKnownAddresses: known } }: AvatarContext, avatarId: string) =>
  run((db) => db.delete(known).where(eq(known.avatarId, avatarId)));

/** KnownAddressRepository over its table. */
export function createKnownAddressRepository(context: AvatarContext): KnownAddressRepository {
  const { read, tables } = context;
  const { avatarKnownAddresses: known } = tables;
  return {
    has: (avatarId, hash) =>
      read(function* () {
        const one = and(eq(known.avatarId, avatarId), eq(known.hash, hash));
        return (yield* first((db) => db.select().from(known).where(one))) !== undefined;
      }),

    prune: (beforeMs) => sweep(context, known, lt(known.usedAtMs, beforeMs), [avatarLock('sweep')]),
  };
}
