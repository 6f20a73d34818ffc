import { and, asc, eq, gt, inArray, lt, max } from 'drizzle-orm';
import { firstIdOf } from '../core/ids.ts';
import { lockOf } from '../core/locks.ts';
import { all, run, type TxScript } from '../core/steps.ts';
import type { AvatarContext } from './context.ts';
import type { AuditRow } from './rows.ts';

/** Events that one transaction reads. */
const BATCH = 500;
/** Most transactions of one call: a log of many years is pruned over several. */
const MOST_BATCHES = 400;

/** One process at a time deletes old events. */
const SWEEP = [lockOf('area', 'audit')];

type Event = Pick<AuditRow, 'id' | 'action' | 'subjectId' | 'facts'>;

/**
 * True for an event that can explain why an avatar is an admin: its registration as one, and every change of its role.
 */
const aboutRole = ({ action, facts }: Event): boolean =>
  action === 'avatar.roleChanged' || (action === 'avatar.registered' && facts.isAdmin === true);

/**
 * Deletes security events from before `beforeMs`, the oldest first, beginning after the id `after`. Events stay that
 * explain the standing of an avatar that there is: those about its role, and the last proof of an address. Returns the
 * id up to which it has looked, where the next call goes on.
 */
export async function pruneAudit(
  context: AvatarContext,
  beforeMs: number,
  after: string | null,
): Promise<string | null> {
  let looked = after;
  for (let batch = 0; batch < MOST_BATCHES; batch += 1) {
    const events = await context.write('normal', () => pruneBatch(context, beforeMs, looked), { locks: SWEEP });
    looked = events.at(-1)?.id ?? looked;
    if (events.length < BATCH) return looked;
  }
  return looked;
}

/**
 * Prunes one batch, and returns its events. Ids have the order of time, so the batch is found without an index of
 * times.
 */
function* pruneBatch(context: AvatarContext, beforeMs: number, after: string | null): TxScript<readonly Event[]> {
  const { avatarAudit } = context.tables;
  const { id, action, subjectId, facts } = avatarAudit;
  const old = and(after === null ? undefined : gt(id, after), lt(id, firstIdOf(beforeMs)));
  const events: readonly Event[] = yield* all((db) =>
    db.select({ id, action, subjectId, facts }).from(avatarAudit).where(old).orderBy(asc(id)).limit(BATCH),
  );
  const kept = yield* explaining(context, events);
  const doomed = events.filter((event) => !kept.has(event.id)).map((event) => event.id);
  if (doomed.length > 0) yield* run((db) => db.delete(avatarAudit).where(inArray(id, doomed)));
  return events;
}

/** Ids of those events that explain a standing. */
function* explaining({ tables }: AvatarContext, events: readonly Event[]): TxScript<ReadonlySet<string>> {
  const { avatars, avatarAudit } = tables;
  const candidates = events.filter((event) => aboutRole(event) || event.action === 'email.verified');
  const subjects = [...new Set(candidates.flatMap(({ subjectId }) => subjectId ?? []))];
  if (subjects.length === 0) return new Set();
  const present = yield* all((db) => db.select({ id: avatars.id }).from(avatars).where(inArray(avatars.id, subjects)));
  const proofs = yield* all((db) =>
    db
      .select({ id: max(avatarAudit.id) })
      .from(avatarAudit)
      .where(
        and(
          inArray(avatarAudit.subjectId, subjects),
          eq(avatarAudit.action, 'email.verified'),
          eq(avatarAudit.outcome, 'allowed'),
        ),
      )
      .groupBy(avatarAudit.subjectId),
  );
  const living = new Set(present.map(({ id }) => id));
  const lastProofs = new Set(proofs.map(({ id }) => id));
  const stays = (event: Event) => living.has(event.subjectId ?? '') && (aboutRole(event) || lastProofs.has(event.id));
  return new Set(candidates.filter(stays).map(({ id }) => id));
}
