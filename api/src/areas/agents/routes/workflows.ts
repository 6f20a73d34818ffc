import { diagramOf } from '@causeway/agents';
import { RUN_STATES, type RunState } from '@causeway/protocol';
import { runSubject } from '@causeway/storage';
import Type from 'typebox';
import { unwrap } from '../../../http/errors/errors.ts';
import { etagOf, notModified } from '../../../http/requests/etag.ts';
import { answerPage, pageQuery } from '../../../http/requests/pagination.ts';
import { traceOf } from '../../../http/requests/trace-context.ts';
import type { Router } from '../../../http/route.ts';
import {
  success,
  successPageSchema,
  successSchema,
  successTwice,
  successTwiceSchema,
} from '../../../http/schema/envelope.ts';
import { callerOf } from '../../../plugins/app/auth.ts';
import type { Agents } from '../agents.ts';
import {
  createdWorkflow,
  createWorkflowRequest,
  executeRequest,
  run,
  runDiagram,
  runEvent,
  runParams,
  runSummary,
  startedRun,
  versionQuery,
  WORKFLOW_BODY_LIMIT,
  workflow,
  workflowParams,
  workflowVersion,
} from '../workflows/schemas.ts';
import { runEventView, runSummaryView, runView, versionView, workflowView } from '../workflows/view.ts';

/** What can follow the beginning of a run. */
const FOLLOWING = ['getWorkflowRun', 'getWorkflowRunDiagram', 'cancelWorkflowRun'].map((operationId) => ({
  operationId,
  parameters: { runId: '/result/runId' },
}));

/** Workflows: definitions and their versions. */
function definitionRoutes(router: Router, agents: Agents): void {
  router.route('createWorkflow', 'POST /workflows/create', {
    summary: 'Create a workflow, or the next version of one of yours',
    description:
      'Cycles, unknown steps and templates that can never be resolved are refused: `problems` has the code, the step and ' +
      'the place of each. The same definition as the newest version is that version.',
    body: createWorkflowRequest,
    bodyLimit: WORKFLOW_BODY_LIMIT,
    success: {
      status: 201,
      description: 'The workflow’s id and version.',
      schema: successSchema(createdWorkflow),
      location: true,
      links: [{ operationId: 'getWorkflow', parameters: { workflowId: '/result/workflowId' } }],
    },
    errors: ['WORKFLOW_INVALID', 'WORKFLOW_ID_TAKEN', 'QUOTA_EXCEEDED'],
    handle: async (request, reply) => {
      const { id, version } = unwrap(await agents.workflows.create(callerOf(request), request.body));
      reply.code(201).headers({ location: `/api/agents/workflows/${id}`, etag: etagOf(version) });
      return success({ workflowId: id, version }, 'created');
    },
  });

  router.route('listWorkflows', 'GET /workflows', {
    summary: 'List your workflows by id, each with its newest version',
    query: Type.Object({ ...pageQuery }),
    success: { description: 'A page of workflows.', schema: successPageSchema(workflowVersion) },
    handle: async (request) => {
      const caller = callerOf(request);
      return answerPage(request, { avatarId: caller.avatarId }, versionView, (after, limit, skip) =>
        agents.workflows.rows.list(caller.avatarId, after, limit, skip),
      );
    },
  });

  router.route('getWorkflow', 'GET /workflows/:workflowId', {
    summary: 'Read a version of a workflow of yours',
    etag: true,
    params: workflowParams,
    query: Type.Object(versionQuery),
    success: { description: 'The definition.', schema: successSchema(workflow) },
    errors: ['WORKFLOW_NOT_FOUND'],
    handle: async (request, reply) => {
      const { workflowId } = request.params;
      const row = unwrap(await agents.workflows.get(callerOf(request), workflowId, request.query.version));
      if (notModified(request, reply, etagOf(row.version))) return reply.code(304).send(null);
      return success(workflowView(row));
    },
  });

  router.route('listWorkflowVersions', 'GET /workflows/:workflowId/versions', {
    summary: 'List the versions of a workflow of yours, newest first',
    params: workflowParams,
    query: Type.Object({ ...pageQuery }),
    success: { description: 'A page of versions.', schema: successPageSchema(workflowVersion) },
    errors: ['WORKFLOW_NOT_FOUND'],
    handle: async (request) => {
      const row = unwrap(await agents.workflows.get(callerOf(request), request.params.workflowId, undefined));
      return answerPage(request, { workflowId: row.id }, versionView, (after, limit, skip) =>
        agents.workflows.rows.versions(row.id, after, limit, skip),
      );
    },
  });

  router.route('executeWorkflow', 'POST /workflows/:workflowId/execute', {
    summary: 'Begin a run of a workflow of yours',
    description:
      'The run and its first tasks are on disk before the answer. It keeps its version of the workflow, and goes on ' +
      'whatever process stops.',
    params: workflowParams,
    body: executeRequest,
    bodyLimit: WORKFLOW_BODY_LIMIT,
    success: {
      status: 201,
      description: 'The run.',
      schema: successSchema(startedRun),
      location: true,
      links: FOLLOWING,
    },
    errors: ['WORKFLOW_NOT_FOUND', 'QUOTA_EXCEEDED'],
    handle: async (request, reply) => {
      const { workflowId } = request.params;
      const begun = await agents.workflows.execute(callerOf(request), workflowId, request.body, traceOf(request));
      const { id, state, takers, version } = unwrap(begun);
      reply.code(201).headers({ location: `/api/agents/workflows/runs/${id}`, etag: etagOf(version) });
      return success({ runId: id, status: state, requirements: { agents: takers } }, 'begun');
    },
  });
}

/** Runs of workflows. */
function runRoutes(router: Router, agents: Agents): void {
  router.route('listWorkflowRuns', 'GET /workflows/runs', {
    summary: 'List your runs, newest first',
    query: Type.Object({
      ...pageQuery,
      workflowId: Type.Optional(workflowParams.properties.workflowId),
      status: Type.Optional(Type.String({ enum: [...RUN_STATES] })),
    }),
    success: { description: 'A page of runs.', schema: successPageSchema(runSummary) },
    handle: async (request) => {
      const caller = callerOf(request);
      const { workflowId, status } = request.query;
      const filter = { workflowId, state: status as RunState | undefined };
      return answerPage(request, { avatarId: caller.avatarId, ...filter }, runSummaryView, (after, limit, skip) =>
        agents.workflows.runs(caller, filter, after, limit, skip),
      );
    },
  });

  router.route('getWorkflowRun', 'GET /workflows/runs/:runId', {
    summary: 'Read a run of yours with its steps and their results',
    etag: true,
    params: runParams,
    success: { description: 'The run.', schema: successTwiceSchema(run) },
    errors: ['RUN_NOT_FOUND'],
    handle: async (request, reply) => {
      const row = unwrap(await agents.workflows.run(callerOf(request), request.params.runId));
      if (notModified(request, reply, etagOf(row.version))) return reply.code(304).send(null);
      return successTwice(runView(row, await agents.workflows.stepsOf(row)));
    },
  });

  router.route('getWorkflowRunDiagram', 'GET /workflows/runs/:runId/diagram', {
    summary: 'Read a picture of a run of yours, in Mermaid’s language',
    params: runParams,
    success: { description: 'The picture as text.', schema: successSchema(runDiagram) },
    errors: ['RUN_NOT_FOUND'],
    handle: async (request) => {
      const row = unwrap(await agents.workflows.run(callerOf(request), request.params.runId));
      const states = new Map((await agents.workflows.stepsOf(row)).map(({ stepId, state }) => [stepId, state]));
      return success({ runId: row.id, status: row.state, mermaid: diagramOf(row.definition.steps, states) });
    },
  });

  router.route('traceWorkflowRun', 'GET /workflows/runs/:runId/trace', {
    summary: 'Read the ordered history of a run of yours',
    params: runParams,
    query: Type.Object({
      after: Type.Optional(Type.Integer({ minimum: 0, description: 'Only events with a larger `seq`.' })),
    }),
    success: { description: 'Up to 1,000 events and 1 MiB.', schema: successSchema(Type.Array(runEvent)) },
    errors: ['RUN_NOT_FOUND'],
    handle: async (request) => {
      const row = unwrap(await agents.workflows.run(callerOf(request), request.params.runId));
      return success((await agents.workflows.history(row, request.query.after ?? 0)).map(runEventView));
    },
  });

  router.stream('streamWorkflowRunEvents', '/workflows/runs/:runId/events', {
    summary: 'Follow a run of yours as server-sent events',
    description:
      'Events `run.<status>` and `step.<status>`: all of them, or the events after `Last-Event-ID` (also as the query ' +
      '`lastEventId`). A comment is sent every 15 seconds. The stream ends with the run.',
    params: runParams,
    example: 'id: 7\nevent: step.completed\ndata: {"runId":"…","stepId":"draft","from":"running"}\n\n',
    errors: ['RUN_NOT_FOUND'],
    open: async (request) => {
      const row = unwrap(await agents.workflows.run(callerOf(request), request.params.runId));
      return {
        subject: runSubject(row.id),
        render: runEventView,
        over: () => agents.workflows.isOver(row.id),
      };
    },
  });

  router.route('cancelWorkflowRun', 'POST /workflows/runs/:runId/cancel', {
    summary: 'Cancel a run of yours with its open tasks',
    params: runParams,
    success: { description: 'The run.', schema: successSchema(runSummary) },
    errors: ['RUN_NOT_FOUND', 'RUN_ENDED'],
    handle: async (request) =>
      success(runSummaryView(unwrap(await agents.workflows.cancel(callerOf(request), request.params.runId)))),
  });
}

/** Everything under /api/agents/workflows. */
export function workflowRoutes(router: Router, agents: Agents): void {
  definitionRoutes(router, agents);
  runRoutes(router, agents);
}
