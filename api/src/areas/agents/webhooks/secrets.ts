import { isWebhookSecret, newWebhookSecret } from '@causeway/agents';
import type { KeyServiceFailure, Sealer } from '@causeway/keys';
import { ok, type Result } from '@causeway/protocol';
import type { Clock } from '@causeway/runtime';
import type { WebhookSecretRepository, WebhookSecretRow } from '@causeway/storage';
import type { Answer } from '../../../http/errors/errors.ts';
import { refuse } from '../errors.ts';

/** Where a sealed secret belongs. */
const contextOf = (avatarId: string): readonly string[] => ['agents', 'webhook-secret', avatarId];

/** The same secret under the current master key. */
export const resealedWebhookSecret =
  (avatarId: string, sealed: string) =>
  (sealer: Sealer): Promise<Result<string, KeyServiceFailure>> =>
    sealer.rewrap(sealed, contextOf(avatarId));

export interface WebhookSecretParts {
  readonly secrets: WebhookSecretRepository;
  readonly sealer: Sealer;
  readonly random: (length: number) => Uint8Array;
  readonly clock: Clock;
}

/** A secret after a rotation. */
export interface RotatedSecret {
  readonly secret: string;
  /** Until when the secret before it signs too, Unix milliseconds; null when there was none. */
  readonly previousUntilMs: number | null;
}

/**
 * The secrets with which the webhooks of avatars are signed: one for each avatar, and for a while the one before it.
 */
export class WebhookSecrets {
  readonly #parts: WebhookSecretParts;

  constructor(parts: WebhookSecretParts) {
    this.#parts = parts;
  }

  /** Gives the avatar its first secret and returns it; null when it has one, which is not shown again. */
  async ensure(avatarId: string): Promise<Answer<string | null>> {
    const { secrets, random } = this.#parts;
    if ((await secrets.get(avatarId)) !== undefined) return ok(null);
    const secret = newWebhookSecret(random);
    const sealed = await this.#seal(avatarId, secret);
    if (!sealed.ok) return sealed;
    return ok((await secrets.create(avatarId, sealed.value)) ? secret : null);
  }

  /** Replaces the secret by `given` or by a new one. The one before it signs too for `overlapMs`. */
  async rotate(avatarId: string, given: string | undefined, overlapMs: number): Promise<Answer<RotatedSecret>> {
    const { secrets, random, clock } = this.#parts;
    if (given !== undefined && !isWebhookSecret(given)) {
      return refuse('WEBHOOK_SECRET_INVALID', 'secret: give whsec_ and 24 to 64 bytes in base64');
    }
    const secret = given ?? newWebhookSecret(random);
    const sealed = await this.#seal(avatarId, secret);
    if (!sealed.ok) return sealed;
    const { previousUntilMs } = await secrets.rotate(avatarId, sealed.value, clock.now() + overlapMs);
    return ok({ secret, previousUntilMs });
  }

  /** The secrets that sign now, the newest first. An avatar without one gets one. Throws when none can be opened. */
  async signing(avatarId: string): Promise<readonly string[]> {
    const row = (await this.#parts.secrets.get(avatarId)) ?? (await this.#made(avatarId));
    const { sealed, previousSealed, previousUntilMs } = row;
    const also = previousSealed !== null && (previousUntilMs ?? 0) > this.#parts.clock.now() ? [previousSealed] : [];
    return Promise.all([sealed, ...also].map((one) => this.#opened(avatarId, one)));
  }

  async #made(avatarId: string): Promise<WebhookSecretRow> {
    const made = await this.ensure(avatarId);
    const row = await this.#parts.secrets.get(avatarId);
    if (!made.ok || row === undefined) throw new Error('a webhook secret cannot be sealed');
    return row;
  }

  async #seal(avatarId: string, secret: string): Promise<Answer<string>> {
    const sealed = await this.#parts.sealer.seal(Buffer.from(secret), contextOf(avatarId));
    return sealed.ok ? sealed : refuse('KEYS_UNAVAILABLE', sealed.error.message, { retryAfter: 5 });
  }

  async #opened(avatarId: string, sealed: string): Promise<string> {
    const opened = await this.#parts.sealer.open(sealed, contextOf(avatarId));
    if (!opened.ok) throw new Error(`a webhook secret cannot be opened: ${opened.error.code}`);
    return Buffer.from(opened.value).toString();
  }
}
