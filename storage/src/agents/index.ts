import type { Area } from '../core/area.ts';
import { createAgentRepository } from './agent-repository.ts';
import type { AgentRepository } from './agents.ts';
import { type AgentTables, agentTables } from './schema.ts';
import { createTaskRepository } from './task-repository.ts';
import type { TaskRepository } from './tasks.ts';
import type { UptimeRepository } from './uptime/uptime.ts';
import { createUptimeRepository } from './uptime/uptime-repository.ts';

/** Agents and their tasks. */
export interface AgentStorage {
  readonly registry: AgentRepository;
  readonly tasks: TaskRepository;
  readonly uptime: UptimeRepository;
}

export const agents: Area<AgentTables, AgentStorage> = {
  tables: agentTables,
  open: (area) => {
    const context = { ...area, upSinceMs: area.clock() };
    return {
      registry: createAgentRepository(context),
      tasks: createTaskRepository(context),
      uptime: createUptimeRepository(context),
    };
  },
};

export type * from './agents.ts';
export type * from './rows.ts';
export * from './tasks.ts';
export type * from './uptime/uptime.ts';
