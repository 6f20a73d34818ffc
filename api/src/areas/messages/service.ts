import { ok } from '@causeway/protocol';
import type { Clock } from '@causeway/runtime';
import type { BlockRow, DirectMessageRow, PlatformStorage } from '@causeway/storage';
import { type Caller, hasScope } from '../../http/callers/callers.ts';
import { type Answer, overQuota } from '../../http/errors/errors.ts';
import type { ShownNames } from '../avatars/index.ts';
import { refuse } from './errors.ts';
import type { MessageRepository } from './rules/messages.ts';
import type { SendMessage } from './schemas.ts';

/** Window of the limit of messages, milliseconds. */
const WINDOW_MS = 60_000;

export interface MessageOptions {
  readonly messages: MessageRepository;
  readonly storage: Pick<PlatformStorage, 'avatars' | 'rateLimits'>;
  /** Messages that an avatar and its agents may send in a minute together. */
  readonly perMinute: number;
  readonly clock: Clock;
  readonly names: ShownNames;
}

const notFound = refuse('MESSAGE_NOT_FOUND', 'Message not found');

/** Messages between avatars. */
export class DirectMessageService {
  /** What an avatar does with its own messages and blocks, by its id as it is stored. */
  readonly own: Pick<MessageRepository, 'inbox' | 'conversation' | 'markRead' | 'blocks' | 'unblock'>;
  readonly #messages: MessageRepository;
  readonly #storage: MessageOptions['storage'];
  readonly #perMinute: number;
  readonly #clock: Clock;
  /** The names of senders and recipients. */
  readonly names: ShownNames;

  constructor({ messages, storage, perMinute, clock, names }: MessageOptions) {
    this.names = names;
    this.#messages = messages;
    this.own = messages;
    this.#storage = storage;
    this.#perMinute = perMinute;
    this.#clock = clock;
  }

  async send(caller: Caller, request: SendMessage): Promise<Answer<DirectMessageRow>> {
    const fromAvatarId = caller.avatarId;
    if (request.fromAvatarId !== undefined && request.fromAvatarId.toLowerCase() !== fromAvatarId.toLowerCase()) {
      return refuse('SENDER_IS_NOT_CALLER', `fromAvatarId must be the caller, ${fromAvatarId}`);
    }
    const allowed = await this.#countOne(caller);
    if (!allowed.ok) return allowed;
    const toAvatarId = await this.#avatar(request.toAvatarId);
    if (toAvatarId === undefined) return refuse('RECIPIENT_UNKNOWN', `no avatar ${request.toAvatarId}`);
    if (toAvatarId === fromAvatarId) return refuse('RECIPIENT_UNKNOWN', 'the recipient is the sender');
    const { message: text, metadata = {} } = request;
    const { accountId } = caller;
    const message = { accountId, fromAvatarId, toAvatarId, text: text.toWellFormed(), metadata };
    const sent = await this.#messages.send(message);
    if (sent.ok) return sent;
    if (sent.error.code === 'QUOTA_EXCEEDED') return overQuota(sent.error);
    return refuse('SENDER_BLOCKED', 'the recipient takes no messages from you');
  }

  /** A message of the caller; an admin reads everybody's. */
  async get(caller: Caller, id: string): Promise<Answer<DirectMessageRow>> {
    const isAdmin = hasScope(caller, 'admin');
    const row = isAdmin ? await this.#messages.find(id) : await this.#messages.get(caller.avatarId, id);
    return row ? ok(row) : notFound;
  }

  /** Deletes the caller's copy; an admin without one deletes both. */
  async remove(caller: Caller, id: string): Promise<Answer<void>> {
    const isGone =
      (await this.#messages.remove(caller.avatarId, id)) ||
      (hasScope(caller, 'admin') && (await this.#messages.removeForBoth(id)));
    return isGone ? ok(undefined) : notFound;
  }

  async unread(caller: Caller): Promise<number> {
    return (await this.#messages.totals(caller.avatarId)).unread;
  }

  async block(caller: Caller, avatarId: string): Promise<Answer<BlockRow>> {
    const blockedId = await this.#avatar(avatarId);
    if (blockedId === undefined) return refuse('AVATAR_NOT_FOUND', `no avatar ${avatarId}`);
    if (blockedId === caller.avatarId) return refuse('RECIPIENT_UNKNOWN', 'the avatar is your own');
    return ok(await this.#messages.block(caller.avatarId, blockedId));
  }

  /** The id of an avatar as it is stored; undefined when there is none. */
  async #avatar(id: string): Promise<string | undefined> {
    return (await this.#storage.avatars.profiles.get(id.toLowerCase()))?.id;
  }

  /**
   * Counts a message of the sender's account, because agents cost their owner nothing; refused attempts count, too, so
   * that nobody can try recipients without limit.
   */
  async #countOne({ accountId }: Caller): Promise<Answer<void>> {
    const nowMs = this.#clock.now();
    const { count, resetMs } = await this.#storage.rateLimits.hit(`messages:${accountId}`, WINDOW_MS, nowMs);
    if (count <= this.#perMinute) return ok(undefined);
    const retryAfter = Math.ceil((resetMs - nowMs) / 1_000);
    return refuse('MESSAGES_EXCEEDED', `more than ${this.#perMinute} messages in a minute`, { retryAfter });
  }
}
