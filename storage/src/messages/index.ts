import type { Area } from '../core/area.ts';
import { createMessageRepository } from './message-repository.ts';
import type { MessageRepository } from './messages.ts';
import { type MessageTables, messageTables } from './schema.ts';

/** Messages between avatars. */
export const messages: Area<MessageTables, MessageRepository> = {
  tables: messageTables,
  open: createMessageRepository,
};

export type * from './messages.ts';
