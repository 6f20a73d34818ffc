import type { AreaContext } from '../core/area.ts';
import type { AgentTables } from './schema.ts';

export type AgentContext = AreaContext<AgentTables>;
