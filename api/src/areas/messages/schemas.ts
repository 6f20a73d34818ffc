import Type, { type Static } from 'typebox';
import { pageQuery } from '../../http/requests/pagination.ts';
import { named, nullable } from '../../http/schema/schema.ts';

const MESSAGE_ID = '0198c5b2-8c3f-7e4e-8a21-3c9b5e6f7a81';
const ANN = '0198c5b2-1111-7c3d-9f10-2b8a4d5e6f70';
const BOB = '0198c5b2-2222-7c3d-9f10-2b8a4d5e6f70';
const SENT_AT = '2026-01-05T12:00:00.000Z';

/** Most messages that are marked at once. */
const MOST_MARKED = 200;

/** Text that both engines store as it is: without U+0000. */
const PLAIN = '^[^\\u0000]*$';

const avatarId = (description: string) =>
  Type.String({ minLength: 1, maxLength: 100, pattern: PLAIN, description, examples: [BOB] });
const messageId = Type.String({ format: 'uuid', description: 'The message’s id.', examples: [MESSAGE_ID] });
const time = (description: string) => Type.String({ format: 'date-time', description, examples: [SENT_AT] });

const metadata = Type.Object(
  {
    taskId: Type.Optional(Type.String({ maxLength: 100, description: 'The task that the message is about.' })),
    priority: Type.Optional(
      Type.String({ maxLength: 50, description: 'Such as `low`, `normal`, `high` or `urgent`.' }),
    ),
  },
  { additionalProperties: true, description: 'Free form.' },
);

export const sendRequest = named(
  'SendMessageRequest',
  Type.Object(
    {
      fromAvatarId: Type.Optional(avatarId('The sender: the caller, also if absent.')),
      toAvatarId: avatarId('The recipient.'),
      message: Type.String({ minLength: 1, maxLength: 10_000, pattern: PLAIN }),
      metadata: Type.Optional(metadata),
    },
    {
      examples: [{ toAvatarId: BOB, message: 'The render is done', metadata: { taskId: 'task-7', priority: 'high' } }],
    },
  ),
);
export type SendMessage = Static<typeof sendRequest>;

export const sentMessage = named(
  'SentMessage',
  Type.Object(
    { messageId, sentAt: time('When it was stored.') },
    { examples: [{ messageId: MESSAGE_ID, sentAt: SENT_AT }] },
  ),
);

export const message = named(
  'Message',
  Type.Object(
    {
      id: messageId,
      messageId: Type.String({ format: 'uuid', description: 'The same as `id`.' }),
      fromAvatarId: avatarId('The sender.'),
      fromUsername: nullable(Type.String({ description: 'Null where the sender hides it.' })),
      toAvatarId: avatarId('The recipient.'),
      toUsername: nullable(Type.String({ description: 'Null where the recipient hides it.' })),
      message: Type.String(),
      metadata,
      sentAt: time('When it was sent.'),
      isRead: Type.Boolean(),
      readAt: nullable(time('When the recipient marked it as read.')),
      version: Type.Integer({ minimum: 1 }),
    },
    {
      examples: [
        {
          ...{ id: MESSAGE_ID, messageId: MESSAGE_ID, fromAvatarId: ANN, toAvatarId: BOB },
          ...{ fromUsername: 'ann', toUsername: 'bob' },
          ...{ message: 'The render is done', metadata: { taskId: 'task-7', priority: 'high' } },
          ...{ sentAt: SENT_AT, isRead: false, readAt: null, version: 1 },
        },
      ],
    },
  ),
);
export type MessageView = Static<typeof message>;

export const markRequest = named(
  'MarkMessagesReadRequest',
  Type.Object(
    { messageIds: Type.Array(Type.String({ maxLength: 100, pattern: PLAIN }), { minItems: 1, maxItems: MOST_MARKED }) },
    { examples: [{ messageIds: [MESSAGE_ID] }] },
  ),
);

export const markedMessages = named(
  'MarkedMessages',
  Type.Object(
    {
      messageIds: Type.Array(Type.String(), { description: 'The messages that were unread before.' }),
      unreadCount: Type.Integer({ minimum: 0, description: 'Unread messages that are left.' }),
    },
    { examples: [{ messageIds: [MESSAGE_ID], unreadCount: 0 }] },
  ),
);

export const unreadCount = named(
  'UnreadMessages',
  Type.Object({ unreadCount: Type.Integer({ minimum: 0 }) }, { examples: [{ unreadCount: 3 }] }),
);

export const deletedMessage = named(
  'DeletedMessage',
  Type.Object(
    { messageId, deleted: Type.Literal(true) },
    { examples: [{ messageId: MESSAGE_ID, deleted: true as const }] },
  ),
);

export const blockedAvatar = named(
  'BlockedAvatar',
  Type.Object(
    {
      avatarId: avatarId('The avatar.'),
      blocked: Type.Boolean({ description: 'Its messages to you are refused.' }),
      since: nullable(time('Since when.')),
    },
    { examples: [{ avatarId: BOB, blocked: true, since: SENT_AT }] },
  ),
);

export const messageParams = Type.Object({ messageId });
export const avatarParams = Type.Object({ avatarId: avatarId('The other avatar’s id.') });
export const listQuery = Type.Object(pageQuery);
export const inboxQuery = Type.Object({
  ...pageQuery,
  unread: Type.Optional(Type.Boolean({ description: 'Only messages that are not marked as read.' })),
});
