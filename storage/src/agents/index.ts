import type { Area } from '../core/area.ts';
import { createAgentRepository } from './agent-repository.ts';
import type { AgentRepository } from './agents.ts';
import { type AgentTables, agentTables } from './schema.ts';
import { createTaskRepository } from './task-repository.ts';
import type { TaskRepository } from './tasks.ts';

/** Agents and their tasks. */
export interface AgentStorage {
  readonly registry: AgentRepository;
  readonly tasks: TaskRepository;
}

export const agents: Area<AgentTables, AgentStorage> = {
  tables: agentTables,
  open: (context) => ({ registry: createAgentRepository(context), tasks: createTaskRepository(context) }),
};

export type * from './agents.ts';
export type * from './rows.ts';
export * from './tasks.ts';
