import type { BlockRow, DirectMessageRow, EventRow } from '@causeway/storage';
import { iso, isoOrNull } from '../../http/requests/times.ts';
import type { Named } from '../avatars/index.ts';
import type { MessageView } from './schemas.ts';

/** The version of a message: it changes once, when it is read. */
export const versionOf = ({ readAtMs }: DirectMessageRow): number => (readAtMs === null ? 1 : 2);

/** The avatars of a message. */
export const partiesOf = ({ fromAvatarId, toAvatarId }: DirectMessageRow): readonly string[] => [
  fromAvatarId,
  toAvatarId,
];

/** A message as its sender and its recipient see it. */
export const messageView = ({ item: row, nameOf }: Named<DirectMessageRow>): MessageView => ({
  id: row.id,
  messageId: row.id,
  fromAvatarId: row.fromAvatarId,
  fromUsername: nameOf(row.fromAvatarId),
  toAvatarId: row.toAvatarId,
  toUsername: nameOf(row.toAvatarId),
  message: row.text,
  metadata: row.metadata,
  sentAt: iso(row.sentAtMs),
  isRead: row.readAtMs !== null,
  readAt: isoOrNull(row.readAtMs),
  version: versionOf(row),
});

/** A blocked avatar. */
export const blockView = ({ blockedId, createdAtMs }: BlockRow) => ({
  avatarId: blockedId,
  blocked: true,
  since: iso(createdAtMs),
});

/** An event of messages. It has no text: the reader gets the message by its id, if it is still there. */
export const renderMessageEvent = ({ data, createdAtMs }: EventRow): unknown => ({ ...data, at: iso(createdAtMs) });
