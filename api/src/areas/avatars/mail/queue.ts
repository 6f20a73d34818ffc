import type { KeyServiceFailure, Sealer } from '@causeway/keys';
import { ok, type Result } from '@causeway/protocol';
import type { Clock } from '@causeway/runtime';
import { PeriodicTask } from '@causeway/runtime';
import type {
  AvatarRepository,
  MailRequestRow,
  MailTokenRow,
  NewAudit,
  NewMailRequest,
  Tally,
} from '@causeway/storage';
import type { BaseLogger } from 'pino';
import type { Answer } from '../../../http/errors/errors.ts';
import { refuse } from '../../../http/errors/errors.ts';
import { type Mail, type Mailer, Undeliverable } from './mailer.ts';

/** Pause between two searches for messages that are due, milliseconds. */
const LOOK_MS = 1_000;
/** Messages that are sent at once. */
const BATCH = 10;
/** Longer than an attempt: afterwards the process that made it counts as ended, milliseconds. */
export const ATTEMPT_MS = 120_000;
/** Pause after the first failure, which doubles with each, and the longest pause, milliseconds. */
const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 900_000;
/** A message that was not accepted for this long is given up, milliseconds. */
export const GIVE_UP_MS = 24 * 3_600_000;

/** What was asked for. It is stored sealed, because it has an address that may be nobody's here. */
export interface MailWish {
  readonly purpose: 'verifyEmail' | 'resetPassword' | 'notice';
  /** The address that was given; null when the message goes to the avatar's own. */
  readonly email: string | null;
  /** Keyed hash of the address unit that asked for a reset. */
  readonly requester?: string;
  /** Recorded when the message was accepted, with the avatar as its subject. */
  readonly audit: NewAudit | null;
}

/**
 * A message to the avatar `avatarId`, with tokens in it, of which the first does what was asked for, and the counts
 * that it takes from. A notice has no tokens.
 */
export interface Draft {
  readonly mail: Mail;
  readonly avatarId: string;
  readonly tokens: readonly MailTokenRow[];
  readonly tallies: readonly Tally[];
}

/** The message that tells of a security event, which is stored with the request. */
const NOTICE: MailWish = { purpose: 'notice', email: null, audit: null };

export interface MailQueueDeps {
  readonly storage: Pick<AvatarRepository, 'mailRequests' | 'mailTokens'>;
  readonly sealer: Sealer;
  readonly mailer: Mailer;
  /** Writes the message with a new token; undefined when nobody is to get one. */
  readonly compose: (
    wish: MailWish,
    request: Pick<MailRequestRow, 'avatarId' | 'auditId'>,
  ) => Promise<Draft | undefined>;
  readonly newId: () => string;
  readonly clock: Clock;
  readonly log: Pick<BaseLogger, 'warn' | 'error'>;
}

const contextOf = (id: string) => ['mail-request', id];

/** The sealed request of `row` under the current master key. Fails as Sealer.rewrap does. */
export const resealedMailRequest =
  ({ id, sealed }: MailRequestRow) =>
  (sealer: Sealer): Promise<Result<string, KeyServiceFailure>> =>
    sealer.rewrap(sealed, contextOf(id));

/** The pause before the next attempt, milliseconds. */
export const pauseAfter = (attempts: number): number =>
  Math.min(FIRST_PAUSE_MS * 2 ** (attempts - 1), LONGEST_PAUSE_MS);

/** A server's answer may repeat the message; its code is enough. */
const reasonOf = (error: unknown): string => {
  const { code, name } = error as NodeJS.ErrnoException;
  return code ?? name;
};

/**
 * Messages by mail, which outlast restarts: a request is stored before it is answered, and kept until the mailer has
 * accepted its message. Only then, after the answer, is the avatar looked up, so neither the answer nor its time tells
 * whether there is one. Each attempt has a new token. A process that dies between an acceptance and its record sends
 * the message twice.
 */
export class MailQueue {
  readonly #deps: MailQueueDeps;
  /** Each tries everything that is due. */
  readonly rounds: PeriodicTask;
  /** Messages that were dropped since the start. */
  #drops = 0;

  constructor(deps: MailQueueDeps) {
    this.#deps = deps;
    const failed = (error: unknown) => deps.log.error({ code: reasonOf(error) }, 'waiting messages could not be sent');
    this.rounds = new PeriodicTask(() => this.#sendDue(), { onFailure: failed });
  }

  /** A request to store. Refuses with KEYS_UNAVAILABLE. */
  async prepare(wish: MailWish): Promise<Answer<Omit<NewMailRequest, 'avatarId'>>> {
    const id = this.#deps.newId();
    const sealed = await this.#deps.sealer.seal(Buffer.from(JSON.stringify(wish)), contextOf(id));
    if (sealed.ok) return ok({ id, sealed: sealed.value });
    return refuse('KEYS_UNAVAILABLE', 'the master key cannot be used at present', { retryAfter: 5 });
  }

  /**
   * A notice to be stored together with the security event that it tells of; null while the master key cannot be used,
   * because no act waits for a message.
   */
  async notice(): Promise<Omit<NewMailRequest, 'avatarId'> | null> {
    const request = await this.prepare(NOTICE);
    return request.ok ? request.value : null;
  }

  /** Stores a request, and has it answered soon. Refuses with KEYS_UNAVAILABLE. */
  async add(wish: MailWish, avatarId: string | null): Promise<Answer<void>> {
    const request = await this.prepare(wish);
    if (!request.ok) return request;
    await this.#deps.storage.mailRequests.add({ ...request.value, avatarId });
    this.wake();
    return ok(undefined);
  }

  /** Searches for due messages soon, without waiting for them. */
  wake(): void {
    void this.rounds.next();
  }

  start(): void {
    this.wake();
    this.rounds.repeat(LOOK_MS);
  }

  /** Ends after the attempts under way; what is left waits for the next start. */
  async close(): Promise<void> {
    await this.rounds.stop();
    this.#deps.mailer.close();
  }

  async #sendDue(): Promise<void> {
    const { storage, clock } = this.#deps;
    while (!this.rounds.stopped) {
      const nowMs = clock.now();
      const due = await storage.mailRequests.claim(nowMs, nowMs + ATTEMPT_MS, BATCH);
      if (due.length === 0) return;
      await Promise.all(due.map((row) => this.#send(row)));
    }
  }

  async #send(row: MailRequestRow): Promise<void> {
    const { storage, mailer, compose, sealer } = this.#deps;
    const opened = await sealer.open(row.sealed, contextOf(row.id));
    if (!opened.ok) return this.#failed(row, null, opened.error.code, !opened.error.retryable);
    const wish = JSON.parse(Buffer.from(opened.value).toString('utf8')) as MailWish;
    let draft: Draft | undefined;
    try {
      draft = await compose(wish, row);
      if (draft !== undefined) {
        if (!(await storage.mailRequests.admit(row.id, draft.tallies))) return this.#dropped(row, wish);
        if (draft.tokens.length > 0) await storage.mailTokens.create(...draft.tokens);
        await mailer.send(draft.mail);
      }
    } catch (error) {
      return this.#failed(row, draft ?? null, reasonOf(error), error instanceof Undeliverable);
    }
    const audit = draft && wish.audit && { ...wish.audit, subjectId: draft.avatarId };
    await storage.mailRequests.end(row.id, audit ?? null);
  }

  /** Too many messages went there: nothing is sent, and only the operator is warned. */
  async #dropped({ id }: MailRequestRow, { purpose }: MailWish): Promise<void> {
    this.#drops += 1;
    this.#deps.log.warn({ purpose, dropped: this.#drops }, 'a message was not sent, because too many were asked for');
    await this.#deps.storage.mailRequests.end(id, null);
  }

  /** Tries again later, or gives up where that is hopeless. */
  async #failed(row: MailRequestRow, draft: Draft | null, code: string, hopeless: boolean): Promise<void> {
    const { storage, clock, log } = this.#deps;
    const { id, attempts, createdAtMs } = row;
    const nowMs = clock.now();
    if (!hopeless && nowMs - createdAtMs < GIVE_UP_MS) {
      log.warn({ code, attempts }, 'a message was not delivered and is tried again');
      return storage.mailRequests.postpone(id, nowMs + pauseAfter(attempts));
    }
    log.error({ code, attempts }, 'a message was not delivered and is given up');
    const subjectId = draft?.avatarId ?? row.avatarId;
    const nowhere = { actorId: null, credential: null, address: null, userAgent: null, traceId: null };
    const facts = { code, attempts, purpose: draft?.tokens[0]?.purpose ?? null };
    await storage.mailRequests.end(id, { ...nowhere, action: 'email.givenUp', outcome: 'refused', subjectId, facts });
  }
}
