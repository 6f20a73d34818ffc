import { type Steps, send } from '../../core/steps.ts';
import type { AgentContext } from '../context.ts';
import { workflowStatements } from './statements.ts';

/** Makes an open run due at once, within the job that ends one of its tasks. */
export function* wakeRun({ tables }: AgentContext, runId: string): Steps<void> {
  yield* send(workflowStatements(tables).wakeOpenRun, { id: runId, wakeAtMs: 0 });
}
