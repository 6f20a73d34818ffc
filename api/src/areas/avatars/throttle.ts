import { ok } from '@causeway/protocol';
import { addressUnit } from '../../http/callers/address-unit.ts';
import type { Answer } from '../../http/errors/errors.ts';
import { refuse } from './errors.ts';
import { attemptKey, delayAfter, guessDelayAfter, nameAttemptKey } from './names.ts';
import type { AvatarParts } from './parts.ts';
import { beginAttempt } from './rules/attempts.ts';

const MINUTE_MS = 60_000;

/**
 * Limits of attempts. They count by address, and wrong passwords by name and address together, and by name over all
 * addresses that its owner never used. Addresses that the owner used are not held up by the others, so nobody can keep
 * the owner out.
 */
export class Throttle {
  readonly #parts: Pick<AvatarParts, 'storage' | 'settings' | 'clock'>;

  constructor(parts: Pick<AvatarParts, 'storage' | 'settings' | 'clock'>) {
    this.#parts = parts;
  }

  /** Counts one attempt of an address. */
  async address(address: string): Promise<Answer<void>> {
    const { storage, settings, clock } = this.#parts;
    const window = await storage.rateLimits.hit(`attempts ${addressUnit(address)}`, MINUTE_MS, clock.now());
    if (window.count <= settings.attemptsPerMinute) return ok(undefined);
    const retryAfter = (window.resetMs - clock.now()) / 1_000;
    const { attemptsPerMinute } = settings;
    const message = `your address may try ${attemptsPerMinute} times a minute; wait ${Math.ceil(retryAfter)} seconds`;
    return refuse('ATTEMPTS_EXCEEDED', message, { retryAfter });
  }

  /**
   * Counts one password for a name; the caller calls the returned function when it was right. `known`: the owner of the
   * name used the address before. A name that nobody has is counted the same way.
   */
  async password(name: string, address: string, known: boolean): Promise<Answer<() => Promise<void>>> {
    const { attempts, context } = this.#parts.storage.avatars;
    const own = { key: attemptKey(name, address), delayOf: delayAfter };
    const all = { key: nameAttemptKey(name), delayOf: guessDelayAfter };
    const limits = known ? [own] : [own, all];
    const waitMs = await beginAttempt(context, limits);
    if (waitMs > 0) {
      const message = 'too many wrong passwords for this name';
      return refuse('ATTEMPTS_EXCEEDED', message, { retryAfter: waitMs / 1_000 });
    }
    return ok(() => attempts.clear(limits.map(({ key }) => key)));
  }
}
