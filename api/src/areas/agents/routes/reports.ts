import { DEFAULT_LEASE_MS, toMicros } from '@causeway/agents';
import { jsonText } from '@causeway/protocol';
import Type, { type TSchema } from 'typebox';
import { unwrap } from '../../../http/errors/errors.ts';
import { iso } from '../../../http/requests/times.ts';
import type { Router } from '../../../http/route.ts';
import { success, successSchema } from '../../../http/schema/envelope.ts';
import { callerOf } from '../../../plugins/app/auth.ts';
import type { Agents } from '../agents.ts';
import { agentParams, claimRequest } from '../schemas.ts';
import {
  type CompleteRequest,
  claimedTask,
  completeRequest,
  failRequest,
  heartbeatRequest,
  lease,
  questionRequest,
  rejectRequest,
  releaseRequest,
  TASK_BODY_LIMIT,
  taskParams,
  taskSummary,
} from '../tasks/schemas.ts';
import type { TaskEnd } from '../tasks/service.ts';
import { claimedView, summaryView } from '../tasks/view.ts';
import { whileThere } from './gone.ts';

/** The code of a failure that names none. */
const DEFAULT_CODE = 'AGENT_FAILED';

/** What agents do with tasks: claim, report, end. */
export function reportRoutes(router: Router, agents: Agents): void {
  router.route('claimTasks', 'POST /:agentId/tasks/claim', {
    summary: 'Claim waiting tasks',
    description:
      'Gives up to `limit` tasks that the agent fits, never more than it can hold; with none, waits up to `waitMs` for ' +
      'one. Each task has a lease, which heartbeats extend, and a fencing token, which every report needs. A claim whose ' +
      'connection ends before the answer claims nothing.',
    params: agentParams,
    body: claimRequest,
    success: {
      description: 'The tasks, possibly none.',
      schema: successSchema(Type.Array(claimedTask)),
      links: ['putTaskArtifact', 'taskHeartbeat', 'completeTask'].map((operationId) => ({
        operationId,
        parameters: { taskId: '/result/0/taskId' },
      })),
    },
    errors: ['AGENT_NOT_FOUND', 'AGENT_NOT_ONLINE'],
    handle: (request, reply) => {
      const { limit = 1, waitMs = 0, leaseMs = DEFAULT_LEASE_MS } = request.body;
      const agentId = request.params.agentId.toLowerCase();
      return whileThere(reply, async (signal) => {
        const claimed = unwrap(await agents.tasks.claim(agentId, { limit, waitMs, leaseMs }, signal));
        if (!signal.aborted) return success(claimed.map(claimedView));
        // Nobody learns of these tasks, so they would wait for the end of their leases.
        await agents.tasks.giveBack(claimed);
        return success([]);
      });
    },
  });

  router.route('taskHeartbeat', 'POST /tasks/:taskId/heartbeat', {
    summary: 'Extend the lease of a task that you hold, and report progress',
    description: 'The first one makes the task `working`. A refusal says that the work is to be dropped.',
    params: taskParams,
    body: heartbeatRequest,
    success: { description: 'The lease.', schema: successSchema(lease) },
    errors: ['TASK_NOT_FOUND', 'TOKEN_STALE'],
    handle: async (request) => {
      const row = unwrap(await agents.tasks.heartbeat(callerOf(request), request.params.taskId, request.body));
      const leaseEndsAt = iso(row.leaseEndsAtMs ?? 0);
      return success({ taskId: row.id, status: row.state, leaseEndsAt });
    },
  });

  /** An operation that ends the caller's attempt. */
  const ending = <B extends TSchema>(
    name: string,
    operationId: string,
    texts: { readonly summary: string; readonly description?: string },
    body: B,
    endOf: (body: unknown) => TaskEnd,
  ): void =>
    router.route(operationId, `POST /tasks/:taskId/${name}`, {
      ...texts,
      params: taskParams,
      body: body as TSchema,
      bodyLimit: TASK_BODY_LIMIT,
      success: { description: 'The task.', schema: successSchema(taskSummary) },
      errors: ['TASK_NOT_FOUND', 'TOKEN_STALE'],
      handle: async (request) => {
        const { token } = request.body as { readonly token: number };
        const end = endOf(request.body);
        return success(
          summaryView(unwrap(await agents.tasks.end(callerOf(request), request.params.taskId, token, end))),
        );
      },
    });

  ending(
    'complete',
    'completeTask',
    {
      summary: 'Complete a task that you hold',
      description: 'The result is on disk before the answer. Repeating the report gives the same answer.',
    },
    completeRequest,
    (body) => {
      const { result = null, cost, byMessage = false } = body as CompleteRequest;
      const costMicros = cost === undefined ? undefined : toMicros(cost);
      return { kind: 'completed', result: jsonText(result), costMicros, byMessage };
    },
  );
  const failureOf = (body: unknown) => {
    const { code = DEFAULT_CODE, message } = body as { readonly code?: string; readonly message: string };
    return { code, message };
  };
  ending(
    'fail',
    'failTask',
    {
      summary: 'Report that your attempt at a task failed',
      description: 'Another attempt follows after a pause, until `maxAttempts` have failed.',
    },
    failRequest,
    (body) => {
      const { retryable = true } = body as { readonly retryable?: boolean };
      return { kind: 'failed', failure: failureOf(body), retryable };
    },
  );
  ending(
    'reject',
    'rejectTask',
    { summary: 'Refuse a task that you hold; no other agent is asked' },
    rejectRequest,
    (body) => ({ kind: 'rejected', failure: failureOf(body) }),
  );
  ending(
    'input-required',
    'requestTaskInput',
    {
      summary: 'Ask the submitter about a task that you hold',
      description: 'The task waits for the answer and is then queued again; this attempt has ended and did not fail.',
    },
    questionRequest,
    (body) => ({ kind: 'inputRequested', question: (body as { readonly question: string }).question }),
  );
  ending(
    'release',
    'releaseTask',
    { summary: 'Give back a task that you hold, for another agent' },
    releaseRequest,
    () => ({ kind: 'released' }),
  );
}
