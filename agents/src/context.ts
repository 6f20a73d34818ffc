import type { AgentContext } from '@causeway/storage/agents';
import type { Changes } from './changes.ts';

/** The parts that the jobs of agents work with. */
export interface AgentJobs extends AgentContext {
  /** Takes note of transitions, for listeners of this process. */
  readonly changes: Changes;
}
