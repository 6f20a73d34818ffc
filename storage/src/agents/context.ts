import type { AreaContext } from '../core/area.ts';
import type { Changes } from './changes.ts';
import type { AgentTables } from './schema.ts';

export interface AgentContext extends AreaContext<AgentTables> {
  /** When this process opened the storage, Unix milliseconds. */
  readonly upSinceMs: number;
  /** Takes note of transitions, for listeners of this process. */
  readonly changes: Changes;
}
