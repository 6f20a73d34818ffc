import { ok } from '@causeway/protocol';
import type { Ended, KeyRange, SessionRow } from '@causeway/storage';
import type { Caller } from '../../http/callers/callers.ts';
import { auditOf, type Origin } from '../../http/callers/origin.ts';
import type { Answer } from '../../http/errors/errors.ts';
import type { ReadItems } from '../../http/requests/pagination.ts';
import { refuse } from './errors.ts';
import type { AvatarParts } from './parts.ts';
import { actedOn } from './standing.ts';

/** Which sessions and keys of an avatar end. */
export interface EndSessions {
  /** Why; an admin gives it. */
  readonly reason?: string | undefined;
  readonly keys: KeyRange;
}

/** Sessions as their owners and admins see and end them. */
export class OwnSessions {
  readonly #parts: Pick<AvatarParts, 'storage' | 'clock'>;

  constructor(parts: Pick<AvatarParts, 'storage' | 'clock'>) {
    this.#parts = parts;
  }

  /** The caller's sessions that go on, newest first. */
  list({ avatarId }: Caller): ReadItems<SessionRow> {
    const { storage, clock } = this.#parts;
    return (after, limit, skip) => storage.avatars.sessions.list({ avatarId, nowMs: clock.now() }, after, limit, skip);
  }

  /** Ends a session of the caller. */
  async end(caller: Caller, sessionId: string, origin: Origin): Promise<Answer<void>> {
    const { sessions } = this.#parts.storage.avatars;
    const id = sessionId.toLowerCase();
    const session = await sessions.live(id);
    const audit = auditOf(origin, { action: 'session.revoked', facts: { sessionId: id } });
    const ended = session?.avatarId === caller.avatarId && (await sessions.revoke(id, 'endedByOwner', audit));
    return ended ? ok(undefined) : refuse('SESSION_NOT_FOUND', `you have no session ${sessionId}`);
  }

  /**
   * Ends every session of an avatar but the caller's own, its reset tokens, and API keys in the given range. An admin
   * ends the sessions of others with a reason, and no keys.
   */
  async endAll(
    caller: Caller,
    avatarId: string,
    { reason, keys }: EndSessions,
    origin: Origin,
  ): Promise<Answer<Ended>> {
    const target = await actedOn(this.#parts, caller, avatarId, reason);
    if (!target.ok) return target;
    const { avatar, by, reason: why } = target.value;
    if (by === 'admin' && keys !== 'none') return refuse('FORBIDDEN', 'an admin ends no API keys of other people');
    const facts = { by, reason: why };
    const audit = auditOf(origin, { action: 'sessions.ended', subjectId: avatar.id, facts });
    const keepSession = caller.credential.kind === 'token' ? caller.credential.id : null;
    const ending = { reason: by === 'admin' ? 'endedByAdmin' : 'endedByOwner', keepSession, keys } as const;
    return ok(await this.#parts.storage.avatars.sessions.endAll(avatar.id, ending, audit));
  }
}
