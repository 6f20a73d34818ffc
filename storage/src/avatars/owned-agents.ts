import { and, count, eq, isNull } from 'drizzle-orm';
import { first, run, type TxScript } from '../core/steps.ts';
import type { AvatarTables } from './schema.ts';

type Tables = Pick<AvatarTables, 'avatars'>;

/** True when `ownerId` has `most` agents that are not deregistered, or more; within the caller's job. */
export function* ownsAgents({ avatars }: Tables, ownerId: string, most: number): TxScript<boolean> {
  const own = and(eq(avatars.ownerId, ownerId), isNull(avatars.deregisteredAtMs));
  const row = yield* first((db) => db.select({ agents: count() }).from(avatars).where(own));
  return (row?.agents ?? 0) >= most;
}

/** Gives back the place of an agent among its owner's agents, within the caller's job. */
export function* leavePlace({ avatars }: Tables, agentId: string, atMs: number): TxScript<void> {
  yield* run((db) => db.update(avatars).set({ deregisteredAtMs: atMs }).where(eq(avatars.id, agentId)));
}

/**
 * Takes a place for an agent that was deregistered, within the caller's job. False when its owner has `most` agents; an
 * agent without an owner needs no place.
 */
export function* takePlace({ avatars }: Tables, agentId: string, most: number): TxScript<boolean> {
  const row = yield* first((db) => db.select().from(avatars).where(eq(avatars.id, agentId)));
  if (row === undefined || row.deregisteredAtMs === null) return true;
  if (row.ownerId !== null && (yield* ownsAgents({ avatars }, row.ownerId, most))) return false;
  yield* run((db) => db.update(avatars).set({ deregisteredAtMs: null }).where(eq(avatars.id, agentId)));
  return true;
}
