import type { AgentRow, Requirement } from '@causeway/storage';

/** An agent that draws, is online, and has done nothing. */
export const agentRow = (more: Partial<AgentRow> = {}): AgentRow => ({
  id: 'a',
  ownerId: 'owner',
  name: 'a',
  capabilities: [{ type: 'draw' }],
  endpoints: {},
  availability: 'online',
  maxConcurrentTasks: 4,
  active: 0,
  completed: 0,
  failed: 0,
  responseMs: 0,
  costMicros: 0,
  lastSeenAtMs: 0,
  onlineSinceMs: 0,
  createdAtMs: 0,
  updatedAtMs: 0,
  hiddenAtMs: null,
  version: 1,
  ...more,
});

/** The requirement of a drawing. */
export const toDraw = (more: Partial<Requirement> = {}): Requirement => ({
  capability: 'draw',
  model: null,
  resolution: null,
  ...more,
});
