import type { Row } from '../core/dialect.ts';
import type { Page } from '../core/page.ts';
import type { MessageTables } from './schema.ts';

/** A message from one avatar to another, as one of the two sees it. */
export type DirectMessageRow = Row<MessageTables['directMessages']>;

/** Figures of an avatar. Deleted messages count as sent and received, and not as unread. */
export interface MessageTotals {
  readonly sent: number;
  readonly received: number;
  readonly unread: number;
}

/** An avatar whose messages another one does not take. */
export type BlockRow = Row<MessageTables['messageBlocks']>;

/** Lists and counts of messages. */
export interface MessageReading {
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
  totals(avatarId: string): Promise<MessageTotals>;

  /** The avatars that `avatarId` blocks, by their ids. */
  blocks(avatarId: string, cursor: string | null, limit: number, skip?: number): Promise<Page<BlockRow>>;
}
