import { ok } from '@causeway/protocol';
import type { AvatarFrozen, AvatarRow, FrozenBy } from '@causeway/storage';
import type { BaseLogger } from 'pino';
import type { Caller } from '../../http/callers/callers.ts';
import { auditOf, type Origin } from '../../http/callers/origin.ts';
import type { Answer } from '../../http/errors/errors.ts';
import { refuseFrozen } from '../../http/errors/frozen.ts';
import { refuse } from './errors.ts';
import type { AvatarParts } from './parts.ts';
import { actedOn } from './standing.ts';

/** Ends the open work of an avatar that was frozen, and of its agents. */
export type OnFrozen = (avatarId: string) => Promise<void>;

/**
 * Freezes of accounts. From the moment of the answer nothing leaves the wallets of the avatar and of its agents; the
 * transactions that spend look for the freeze.
 */
export class Freezes {
  readonly #parts: AvatarParts;
  readonly #log: BaseLogger;
  readonly #listeners: OnFrozen[] = [];

  constructor(parts: AvatarParts, log: BaseLogger) {
    this.#parts = parts;
    this.#log = log;
  }

  /** Adds what ends open work right after a freeze. It must also find that work after a restart. */
  onFrozen(listener: OnFrozen): void {
    this.#listeners.push(listener);
  }

  /** Freezes the caller's avatar, an agent of it, or, by an admin with a reason, any avatar. */
  async freeze(
    caller: Caller,
    avatarId: string,
    reason: string | undefined,
    origin: Origin,
  ): Promise<Answer<AvatarRow>> {
    const { storage, mail } = this.#parts;
    const target = await actedOn(this.#parts, caller, avatarId, reason);
    if (!target.ok) return target;
    const { avatar, ...wish } = target.value;
    const notice = await mail.notice();
    const audit = auditOf(origin, { action: 'avatar.frozen', subjectId: avatar.id, facts: { ...wish }, notice });
    const frozen = this.#answer(avatarId, await storage.avatars.freezes.freeze(avatar.id, wish, audit));
    mail.wake();
    await Promise.all(this.#listeners.map((listener) => this.#tell(listener, avatar.id)));
    return frozen;
  }

  /** Ends a freeze. An admin's freeze ends by another admin alone, who gives a reason. */
  async thaw(caller: Caller, avatarId: string, reason: string | undefined, origin: Origin): Promise<Answer<AvatarRow>> {
    const { storage, mail } = this.#parts;
    const target = await actedOn(this.#parts, caller, avatarId, reason);
    if (!target.ok) return target;
    const { avatar, ...wish } = target.value;
    const notice = await mail.notice();
    const audit = auditOf(origin, { action: 'avatar.thawed', subjectId: avatar.id, facts: { ...wish }, notice });
    const thawed = this.#answer(avatarId, await storage.avatars.freezes.thaw(avatar.id, wish.by, audit));
    mail.wake();
    return thawed;
  }

  #answer(avatarId: string, outcome: AvatarFrozen): Answer<AvatarRow> {
    if (outcome === 'unknown') return refuse('AVATAR_NOT_FOUND', `no avatar is ${avatarId}`);
    if (outcome !== 'byAdmin') return ok(outcome);
    return refuseFrozen({ what: 'account', by: 'admin' as FrozenBy, atMs: this.#parts.clock.now(), reason: null });
  }

  /** The account is frozen already, so a failure only delays the end of its open work until the next round. */
  async #tell(listener: OnFrozen, avatarId: string): Promise<void> {
    await listener(avatarId).catch((err: unknown) => {
      this.#log.error({ err, avatarId }, 'the open work of a frozen account has not ended yet');
    });
  }
}
