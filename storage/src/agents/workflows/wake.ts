import { and, eq, sql } from 'drizzle-orm';
import { run, type Steps } from '../../core/steps.ts';
import type { AgentContext } from '../context.ts';

/** Makes an open run due at once, within the job that ends one of its tasks. */
export function* wakeRun({ tables: { agentRuns } }: AgentContext, runId: string): Steps<void> {
  const open = and(eq(agentRuns.id, runId), sql`${agentRuns.wakeAtMs} is not null`);
  yield* run((db) => db.update(agentRuns).set({ wakeAtMs: 0 }).where(open));
}
