import type { Result } from '@causeway/protocol';
import type { BlockRow, DirectMessageRow, MessageReading, QuotaExceeded } from '@causeway/storage';

export interface NewDirectMessage extends Pick<DirectMessageRow, 'fromAvatarId' | 'toAvatarId' | 'text' | 'metadata'> {
  /** The sender, or the owner of an agent that sends: the message counts in its quota. */
  readonly accountId: string;
}

/** Why a message is not stored. */
export type SendRefused = { readonly code: 'BLOCKED' } | QuotaExceeded;

/** What a mark changed. */
export interface Marked {
  /** The messages that were unread before. */
  readonly messageIds: readonly string[];
  /** Unread messages that are left. */
  readonly unread: number;
}

/**
 * Messages between avatars. Each of the two has a copy of its own to delete; the text goes with the last one. Every
 * write is fully durable, and appends its events, of the topic `messages`, in the same transaction.
 */
export interface MessageRepository extends MessageReading {
  /** Stores a message; it counts for its sender until both have deleted it. */
  send(message: NewDirectMessage): Promise<Result<DirectMessageRow, SendRefused>>;
  /** Marks messages that the avatar received as read; others are left alone. */
  markRead(avatarId: string, ids: readonly string[]): Promise<Marked>;
  /** Deletes the avatar's own copy; false when there is none. */
  remove(avatarId: string, id: string): Promise<boolean>;
  /** Deletes a message for both avatars; false when there is none. */
  removeForBoth(id: string): Promise<boolean>;
  /** Refuses further messages of `blockedId` to `avatarId`. */
  block(avatarId: string, blockedId: string): Promise<BlockRow>;
  /** False when it was not blocked. */
  unblock(avatarId: string, blockedId: string): Promise<boolean>;
}
