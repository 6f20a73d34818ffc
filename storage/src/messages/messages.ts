import type { Result } from '@causeway/protocol';
import type { Row } from '../core/kit.ts';
import type { Page } from '../core/page.ts';
import type { QuotaExceeded } from '../usage/index.ts';
import type { MessageTables } from './schema.ts';

/** A message from one avatar to another, as one of the two sees it. */
export type DirectMessageRow = Row<MessageTables['directMessages']>;

export type NewDirectMessage = Pick<DirectMessageRow, 'fromAvatarId' | 'toAvatarId' | 'text' | 'metadata'>;

/** Figures of an avatar. Deleted messages count as sent and received, and not as unread. */
export interface MessageTotals {
  readonly sent: number;
  readonly received: number;
  readonly unread: number;
}

/** Why a message is not stored. */
export type SendRefused = { readonly code: 'BLOCKED' } | QuotaExceeded;

/** An avatar whose messages another one does not take. */
export type BlockRow = Row<MessageTables['messageBlocks']>;

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
export interface MessageRepository {
  /** Stores a message; it counts for its sender until both have deleted it. */
  send(message: NewDirectMessage): Promise<Result<DirectMessageRow, SendRefused>>;
  /** A message that the avatar sent or received, and has not deleted. */
  get(avatarId: string, id: string): Promise<DirectMessageRow | undefined>;
  /** A message that one of its two avatars still has. */
  find(id: string): Promise<DirectMessageRow | undefined>;
  /** What the avatar received, newest first. */
  inbox(
    avatarId: string,
    unreadOnly: boolean,
    cursor: string | null,
    limit: number,
    skip?: number,
  ): Promise<Page<DirectMessageRow>>;
  /** What the avatar and `peerId` wrote to each other, newest first. */
  conversation(
    avatarId: string,
    peerId: string,
    cursor: string | null,
    limit: number,
    skip?: number,
  ): Promise<Page<DirectMessageRow>>;
  /** Marks messages that the avatar received as read; others are left alone. */
  markRead(avatarId: string, ids: readonly string[]): Promise<Marked>;
  /** Deletes the avatar's own copy; false when there is none. */
  remove(avatarId: string, id: string): Promise<boolean>;
  /** Deletes a message for both avatars; false when there is none. */
  removeForBoth(id: string): Promise<boolean>;
  totals(avatarId: string): Promise<MessageTotals>;

  /** Refuses further messages of `blockedId` to `avatarId`. */
  block(avatarId: string, blockedId: string): Promise<BlockRow>;
  /** False when it was not blocked. */
  unblock(avatarId: string, blockedId: string): Promise<boolean>;
  /** The avatars that `avatarId` blocks, by their ids. */
  blocks(avatarId: string, cursor: string | null, limit: number, skip?: number): Promise<Page<BlockRow>>;
}
