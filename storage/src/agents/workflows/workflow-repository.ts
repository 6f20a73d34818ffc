import { jsonText, ok, readJson } from '@causeway/protocol';
import { and, asc, desc, eq, gt, lt, max } from 'drizzle-orm';
import { lockOf } from '../../core/locks.ts';
import { pageBy, pageOf, positionOf } from '../../core/page.ts';
import { all, first, run, type TxScript } from '../../core/steps.ts';
import { usageSteps } from '../../usage/index.ts';
import type { AgentContext } from '../context.ts';
import type { WorkflowRow } from './rows.ts';
import { workflowStatements } from './statements.ts';
import type { WorkflowRepository } from './workflows.ts';

/** A version of a workflow, the newest when undefined, within the caller's job. */
export function* findWorkflow(
  { tables }: AgentContext,
  id: string,
  version: number | undefined,
): TxScript<WorkflowRow | undefined> {
  const { workflowVersion, newestWorkflow } = workflowStatements(tables);
  const row = yield* version === undefined ? first(newestWorkflow, { id }) : first(workflowVersion, { id, version });
  return row && { ...row, definition: readJson(row.definition) };
}

/** WorkflowRepository over its table. */
export function createWorkflowRepository(context: AgentContext): WorkflowRepository {
  const { read, write, clock, tables } = context;
  const { agentWorkflows: workflows } = tables;
  const usage = usageSteps(context);
  const { id: workflowId, version, ownerId: owner, createdAtMs } = workflows;

  return {
    create: ({ id, ownerId, definition }) =>
      write(
        'full',
        function* () {
          const newest = yield* findWorkflow(context, id, undefined);
          if (newest && newest.ownerId !== ownerId) return { ok: false, error: { code: 'WORKFLOW_ID_TAKEN' } } as const;
          const text = jsonText(definition);
          if (newest && jsonText(newest.definition) === text) return ok(newest);
          const within = yield* usage.take(ownerId, 'workflows', { items: 1, bytes: Buffer.byteLength(text) });
          if (!within.ok) return within;
          const row = { id, version: (newest?.version ?? 0) + 1, ownerId, createdAtMs: clock.now() };
          yield* run((db) => db.insert(workflows).values({ ...row, definition: text }));
          return ok({ ...row, definition: readJson(text) });
        },
        { locks: [lockOf('workflow', id)] },
      ),

    get: (id, number) => read(() => findWorkflow(context, id, number)),

    list: (ownerId, cursor, limit, skip = 0) =>
      read(function* () {
        const after = cursor === null ? undefined : gt(workflowId, cursor);
        const rows = yield* all((db) => {
          const newest = db
            .select({ id: workflowId, version: max(version).as('newest') })
            .from(workflows)
            .where(and(eq(owner, ownerId), after))
            .groupBy(workflowId)
            .orderBy(asc(workflowId))
            .limit(limit + 1)
            .offset(skip)
            .as('newest_versions');
          return db
            .select({ id: workflowId, version, ownerId: owner, createdAtMs })
            .from(newest)
            .innerJoin(workflows, and(eq(workflowId, newest.id), eq(version, newest.version)))
            .orderBy(asc(workflowId));
        });
        return pageOf(rows, limit);
      }),

    versions: (id, cursor, limit, skip = 0) =>
      read(function* () {
        const before = positionOf(cursor);
        const older = before === undefined ? undefined : lt(version, before);
        const columns = { id: workflowId, version, ownerId: owner, createdAtMs };
        const newest = desc(version);
        const rows = yield* all((db) =>
          db
            .select(columns)
            .from(workflows)
            .where(and(eq(workflowId, id), older))
            .orderBy(newest)
            .limit(limit + 1)
            .offset(skip),
        );
        return pageBy(rows, limit, (row) => String(row.version));
      }),
  };
}
