import assert from 'node:assert/strict';
import { jsonText } from '@causeway/protocol';
import type { PlatformStorage, TaskRow } from '@causeway/storage';
import { forAll } from '@causeway/storage/test-support/takers';
import { agentStorage, type Claim, type NewTask } from '../../src/index.ts';

/** A drawing for which any agent that draws is good enough. */
export const newTask = (id: string, deadlineAtMs: number, more: Partial<NewTask> = {}): NewTask => ({
  id,
  submitterId: 'submitter',
  ...forAll(more.submitterId),
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

/** With this random number, the pause after a first failure is a second. */
export const RANDOM = 0.999_9;

export async function submit({ agents }: PlatformStorage, task: NewTask): Promise<TaskRow> {
  const submitted = await agentStorage(agents).tasks.submit(task);
  assert.ok(submitted.ok);
  return submitted.value.task;
}

/** What the agent gets. */
export async function claim({ agents }: PlatformStorage, agentId: string, more: Partial<Claim> = {}) {
  const claimed = await agentStorage(agents).tasks.claim({ agentId, limit: 32, leaseMs: LEASE_MS, ...more });
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
export const failedAgain = { kind: 'failed', failure: { code: 'X', message: 'broke' }, retry: RANDOM } as const;
