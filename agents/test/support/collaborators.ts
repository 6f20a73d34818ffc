import { jsonText } from '@causeway/protocol';
import type { TaskRow } from '@causeway/storage';
import type { TaskEngine } from '../../src/index.ts';

/** How an agent answers a task: with a result, or undefined to fail it for good. */
export type Answering = (task: TaskRow, agentId: string) => unknown;

/** The input of a task in a collaboration. */
export const placeOf = (task: TaskRow) => JSON.parse(task.input);

const FAILURE = { code: 'BROKE', message: 'it broke' };

/** Agents that claim and end tasks until `signal` aborts. */
export async function runAgents(
  engine: TaskEngine,
  agentIds: readonly string[],
  answer: Answering,
  signal: AbortSignal,
): Promise<void> {
  const one = async (agentId: string): Promise<void> => {
    while (!signal.aborted) {
      const claimed = await engine.claim(agentId, { limit: 4, leaseMs: 600_000, waitMs: 20_000 }, signal);
      for (const task of claimed.ok ? claimed.value : []) {
        const hold = { taskId: task.id, agentId, token: task.token };
        const result = answer(task, agentId);
        const end =
          result === undefined
            ? ({ kind: 'failed', failure: FAILURE, retryable: false } as const)
            : ({ kind: 'completed', result: jsonText(result), costMicros: 0 } as const);
        await engine.end(hold, end);
      }
    }
  };
  await Promise.all(agentIds.map(one));
}
