import assert from 'node:assert/strict';
import type { AgentRow, NewAgent, PlatformStorage } from '../../src/index.ts';

/** An agent that draws and can hold two tasks. */
export const newAgent = (id: string, more: Partial<NewAgent> = {}): NewAgent => ({
  id,
  ownerId: 'owner',
  name: id,
  capabilities: [{ type: 'draw' }],
  endpoints: {},
  availability: 'online',
  maxConcurrentTasks: 2,
  ...more,
});

export async function register({ agents }: PlatformStorage, agent: NewAgent): Promise<AgentRow> {
  const row = await agents.registry.register(agent);
  return typeof row === 'object' ? row : assert.fail(`${agent.id}: ${row ?? 'is registered already'}`);
}
