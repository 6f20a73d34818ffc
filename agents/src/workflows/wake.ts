import { workflowStatements } from '@causeway/storage/agents';
import { send, type TxScript } from '@causeway/storage/jobs';
import type { AgentJobs } from '../context.ts';

/** Makes an open run due at once, within the job that ends one of its tasks. */
export function* wakeRun({ tables }: AgentJobs, runId: string): TxScript<void> {
  yield* send(workflowStatements(tables).wakeOpenRun, { id: runId, wakeAtMs: 0 });
}
