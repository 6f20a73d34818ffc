import type { AreaContext } from '../core/area.ts';
import type { AgentTables } from './schema.ts';

/** The parts that the jobs over the tables of agents work with. */
export interface AgentContext extends AreaContext<AgentTables> {
  /** When this process opened the storage, Unix milliseconds. */
  readonly upSinceMs: number;
}
