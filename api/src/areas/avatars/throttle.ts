import { ok } from '@causeway/protocol';
import type { Answer } from '../../http/errors.ts';
import { refuse } from './errors.ts';
import { addressUnit, attemptKey, delayAfter } from './names.ts';
import type { AvatarParts } from './parts.ts';

const MINUTE_MS = 60_000;

/**
 * Limits of attempts. They count by address, and wrong passwords by name and address together. Nothing counts by name
 * alone, so nobody can keep the owner of a name from signing in.
 */
export class Throttle {
  readonly #parts: Pick<AvatarParts, 'storage' | 'settings' | 'clock'>;

  constructor(parts: Pick<AvatarParts, 'storage' | 'settings' | 'clock'>) {
    this.#parts = parts;
  }

  /** Counts one attempt of an address. */
  async address(address: string): Promise<Answer<void>> {
    const { storage, settings, clock } = this.#parts;
    const window = await storage.rateLimits.hit(`attempts ${addressUnit(address)}`, MINUTE_MS, clock());
    if (window.count <= settings.attemptsPerMinute) return ok(undefined);
    const retryAfter = (window.resetMs - clock()) / 1_000;
    return refuse('ATTEMPTS_EXCEEDED', 'too many attempts from your address', { retryAfter });
  }

  /** Counts one password for a name; the caller calls the returned function when it was right. */
  async password(name: string, address: string): Promise<Answer<() => Promise<void>>> {
    const { attempts } = this.#parts.storage.avatars;
    const key = attemptKey(name, address);
    const waitMs = await attempts.begin(key, delayAfter);
    if (waitMs > 0) {
      const message = 'too many wrong passwords for this name from your address';
      return refuse('ATTEMPTS_EXCEEDED', message, { retryAfter: waitMs / 1_000 });
    }
    return ok(() => attempts.clear(key));
  }
}
