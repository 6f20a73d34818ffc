import type { Area, AreaContext } from '../core/area.ts';
import type { MessageReading } from './messages.ts';
import { type MessageTables, messageTables } from './schema.ts';
import { type MessageStatements, messageStatements } from './statements.ts';
import { createMessageReading } from './steps.ts';

/** The tables of messages between avatars. The API's area adds the jobs that decide. */
export interface MessageStore {
  readonly context: AreaContext<MessageTables>;
  readonly statements: MessageStatements;
  readonly messages: MessageReading;
}

export const messages: Area<MessageTables, MessageStore> = {
  tables: messageTables,
  open(context) {
    const statements = messageStatements(context.tables, context.engine.dialect);
    return { context, statements, messages: createMessageReading(context, statements) };
  },
};

export type * from './messages.ts';
export { type MessageStatements, messageStatements } from './statements.ts';
export { insertBlock, NO_MESSAGES, removeBlock, totalsOf } from './steps.ts';
