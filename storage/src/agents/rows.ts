import type { Row } from '../core/dialect.ts';
import type { AgentTables } from './schema.ts';

/** A registered agent with its counts. Times are Unix milliseconds. */
export type AgentRow = Row<AgentTables['agents']>;

/** A task. Times are Unix milliseconds; `input`, `result` and `questions` are JSON text. */
export type TaskRow = Row<AgentTables['agentTasks']>;

/** A task in a list. */
export type TaskHead = Omit<TaskRow, 'input' | 'result' | 'questions' | 'pushes'>;

/** One agent's attempt at a task, from a claim to its end. */
export type AttemptRow = Row<AgentTables['agentAttempts']>;
