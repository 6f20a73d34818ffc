import { define, type ErrorTable, HTTP_ERRORS, refuserOf } from '../../http/errors/errors.ts';

/** Errors of the messaging routes only. */
export const MESSAGE_ERRORS = {
  SENDER_IS_NOT_CALLER: define(
    403,
    'Sender is not the caller',
    '`fromAvatarId` names another avatar than the caller’s.',
  ),
  SENDER_BLOCKED: define(
    403,
    'Sender is blocked',
    'The recipient takes no messages from this sender; nothing was sent, and a repetition changes nothing.',
  ),
  MESSAGE_NOT_FOUND: define(404, 'Message not found', 'You have no message with this id, or you deleted it.'),
  RECIPIENT_UNKNOWN: define(422, 'Recipient unknown', '`toAvatarId` names no avatar, or your own.'),
  MESSAGES_EXCEEDED: define(
    429,
    'Too many messages',
    'The sender and its agents send more messages a minute than one may; wait for Retry-After seconds.',
  ),
} as const satisfies ErrorTable;

/** The failed Answer of a code that a messaging route may answer. */
export const refuse = refuserOf({ ...HTTP_ERRORS, ...MESSAGE_ERRORS });
