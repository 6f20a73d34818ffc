import assert from 'node:assert/strict';
import { jsonText } from '@causeway/protocol';
import type { AgentRow, Claim, NewAgent, NewTask, PlatformStorage, TaskRow } from '../../src/index.ts';
import { forAll } from './takers.ts';

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

/** A drawing for which any agent that draws is good enough. */
export const newTask = (id: string, deadlineAtMs: number, more: Partial<NewTask> = {}): NewTask => ({
  id,
  submitterId: 'submitter',
  ...forAll(),
  fingerprint: id,
  type: 'draw',
  requirement: { capability: 'draw', model: null, resolution: null },
  queue: 'draw',
  input: '{}',
  priority: 'normal',
  deadlineAtMs,
  maxAttempts: 2,
  replayOf: null,
  ...more,
});

/** Length of the tests' leases, milliseconds. */
export const LEASE_MS = 1_000;

/** First come, first served. */
export const inTurn = ({ nowMs }: { readonly nowMs: number }) => ({ fairAtMs: nowMs, rankMs: nowMs });

/** The next attempt begins after a second, while one is allowed. */
export const soon = (failures: number, maxAttempts: number, nowMs: number): number | null =>
  failures < maxAttempts ? nowMs + 1_000 : null;

export async function register({ agents }: PlatformStorage, agent: NewAgent): Promise<AgentRow> {
  const row = await agents.registry.register(agent);
  return typeof row === 'object' ? row : assert.fail(`${agent.id}: ${row ?? 'is registered already'}`);
}

export async function submit({ agents }: PlatformStorage, task: NewTask): Promise<TaskRow> {
  const submitted = await agents.tasks.submit(task, inTurn);
  assert.ok(submitted.ok);
  return submitted.value.task;
}

/** What the agent gets. */
export async function claim({ agents }: PlatformStorage, agentId: string, more: Partial<Claim> = {}) {
  const claimed = await agents.tasks.claim({ agentId, limit: 32, leaseMs: LEASE_MS, fits: () => true, ...more });
  assert.ok(claimed.ok, JSON.stringify(claimed));
  return claimed.value;
}

/** The only task that the agent gets. */
export async function claimOne(storage: PlatformStorage, agentId: string): Promise<TaskRow> {
  const [task, ...more] = await claim(storage, agentId);
  assert.ok(task && more.length === 0);
  return task;
}

/** The agent's proof that it holds the task. */
export const holdOf = ({ id, agentId, token }: TaskRow) => ({ taskId: id, agentId: agentId ?? '', token });

export const completed = { kind: 'completed', result: jsonText({ ok: true }), costMicros: 5 } as const;
export const failedAgain = { kind: 'failed', failure: { code: 'X', message: 'broke' }, retryAt: soon } as const;
