import type { Row } from '../../core/dialect.ts';
import type { AgentMessageTables } from './schema.ts';

/** A message to one agent with a capability. Times are Unix milliseconds. */
export type AgentMessageRow = Row<AgentMessageTables['agentMessages']>;
