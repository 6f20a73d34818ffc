import { TASK_STATES, type TaskState } from '@causeway/protocol';
import { type TaskHead, type TaskRow, taskSubject } from '@causeway/storage';
import type { FastifyReply } from 'fastify';
import Type from 'typebox';
import { unwrap } from '../../../http/errors/errors.ts';
import { etagOf, notModified } from '../../../http/requests/etag.ts';
import { answerPage, pageQuery, viewQuery } from '../../../http/requests/pagination.ts';
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
import { taskEvent } from '../tasks/history-schemas.ts';
import {
  answerRequest,
  type ListedTask,
  listedTask,
  submitRequest,
  submittedTask,
  TASK_BODY_LIMIT,
  task,
  taskParams,
  taskSummary,
} from '../tasks/schemas.ts';
import { listedView, routingView, summaryView, taskEventView, taskView, wholeView } from '../tasks/view.ts';

/** What can follow a submission. */
const FOLLOWING = ['getTask', 'traceTask', 'streamTaskEvents', 'listTaskArtifacts', 'cancelTask'].map(
  (operationId) => ({
    operationId,
    parameters: { taskId: '/result/taskId' },
  }),
);

/** Tasks as their submitters see them. */
export function taskRoutes(router: Router, agents: Agents): void {
  const submitted = async (row: TaskRow, reply: FastifyReply, webhookSecret: string | null = null) => {
    reply.code(201).headers({ location: `/api/agents/tasks/${row.id}`, etag: etagOf(row.version) });
    const queuePosition = await agents.tasks.engine.positionOf(row);
    return success(
      {
        taskId: row.id,
        status: row.state,
        assignedAgent: row.agentId,
        queuePosition,
        routing: routingView(row),
        requirements: { agents: row.takers },
        webhookSecret,
      },
      'submitted',
    );
  };

  router.route('submitTask', 'POST /tasks/submit', {
    summary: 'Submit a task',
    description:
      'The task is on disk before the answer. It waits for an agent with the capability, also one that registers ' +
      'later, until its deadline. An agent with a webhook that is free is asked at once, as `routing` says. The same submission with the same `taskId` is the same task. A webhook tells the ' +
      '`callback` of the task’s end; its secret comes with your first one.',
    secret: true,
    body: submitRequest,
    bodyLimit: TASK_BODY_LIMIT,
    success: {
      status: 201,
      description: 'The task.',
      schema: successSchema(submittedTask),
      location: true,
      links: FOLLOWING,
    },
    errors: ['TASK_ID_TAKEN', 'DEADLINE_INVALID', 'WEBHOOK_URL_INVALID', 'AGENT_NOT_FOUND', 'QUOTA_EXCEEDED'],
    handle: async (request, reply) => {
      const { task: row, webhookSecret } = unwrap(
        await agents.tasks.submit(callerOf(request), request.body, traceOf(request)),
      );
      return submitted(row, reply, webhookSecret);
    },
  });

  router.route('listTasks', 'GET /tasks', {
    summary: 'List your tasks, newest first',
    query: Type.Object({
      ...pageQuery,
      ...viewQuery,
      status: Type.Optional(Type.String({ enum: [...TASK_STATES] })),
      role: Type.Optional(
        Type.String({
          enum: ['submitter', 'agent'],
          default: 'submitter',
          description: 'Tasks that you submitted, or tasks that you as an agent hold, or have ended.',
        }),
      ),
    }),
    success: { description: 'A page of tasks.', schema: successPageSchema(listedTask) },
    handle: async (request) => {
      const caller = callerOf(request);
      const { status } = request.query;
      const role = request.query.role === 'agent' ? 'agent' : 'submitter';
      const list = agents.tasks.list(caller, role, status === undefined ? {} : { states: [status as TaskState] });
      const filter = { avatarId: caller.avatarId, role, status };
      return request.query.view === 'full'
        ? answerPage<TaskRow, ListedTask>(request, filter, wholeView, list.whole)
        : answerPage<TaskHead, ListedTask>(request, filter, listedView, list.summaries);
    },
  });

  router.route('getTask', 'GET /tasks/:taskId', {
    summary: 'Read a task’s status, input and result',
    etag: true,
    params: taskParams,
    success: { description: 'The task.', schema: successTwiceSchema(task) },
    errors: ['TASK_NOT_FOUND'],
    handle: async (request, reply) => {
      const row = unwrap(await agents.tasks.get(callerOf(request), request.params.taskId));
      const position = await agents.tasks.engine.positionOf(row);
      const variant = position === null ? undefined : `p${position}`;
      if (notModified(request, reply, etagOf(row.version, variant))) return reply.code(304).send(null);
      return successTwice(taskView(row, position));
    },
  });

  router.route('traceTask', 'GET /tasks/:taskId/trace', {
    summary: 'Read the ordered history of a task',
    params: taskParams,
    query: Type.Object({
      after: Type.Optional(Type.Integer({ minimum: 0, description: 'Only events with a larger `seq`.' })),
    }),
    success: { description: 'Up to 1,000 events and 1 MiB.', schema: successSchema(Type.Array(taskEvent)) },
    errors: ['TASK_NOT_FOUND'],
    handle: async (request) => {
      const row = unwrap(await agents.tasks.get(callerOf(request), request.params.taskId));
      const events = await agents.tasks.history(row.id, request.query.after ?? 0);
      return success(events.map(taskEventView));
    },
  });

  router.stream('streamTaskEvents', '/tasks/:taskId/events', {
    summary: 'Follow a task as server-sent events',
    description:
      'Events `task.<status>`, `task.progress` and `task.artifact`: all of them, or the events after `Last-Event-ID` (also as the ' +
      'query `lastEventId`). A comment is sent every 15 seconds. The stream ends with the task, and for its agent with the lease.',
    params: taskParams,
    example: 'id: 7\nevent: task.completed\ndata: {"taskId":"…","from":"working","version":4}\n\n',
    errors: ['TASK_NOT_FOUND'],
    open: async (request) => {
      const { row, until } = unwrap(await agents.tasks.follow(callerOf(request), request.params.taskId));
      return {
        subject: taskSubject(row.id),
        ...(until && { until }),
        render: taskEventView,
        over: () => agents.tasks.isOver(row.id),
      };
    },
  });

  router.route('cancelTask', 'POST /tasks/:taskId/cancel', {
    summary: 'Cancel a task of yours',
    description: 'The agent that holds it learns so by its next report.',
    params: taskParams,
    success: { description: 'The task.', schema: successSchema(taskSummary) },
    errors: ['TASK_NOT_FOUND', 'TASK_ENDED'],
    handle: async (request) =>
      success(summaryView(unwrap(await agents.tasks.cancel(callerOf(request), request.params.taskId)))),
  });

  router.route('answerTask', 'POST /tasks/:taskId/input', {
    summary: 'Answer the question of an agent about a task of yours',
    description: 'The task is queued again; the agent that claims it gets all questions and answers.',
    params: taskParams,
    body: answerRequest,
    bodyLimit: TASK_BODY_LIMIT,
    success: { description: 'The task.', schema: successSchema(taskSummary) },
    errors: ['TASK_NOT_FOUND', 'TASK_NOT_WAITING', 'QUOTA_EXCEEDED'],
    handle: async (request) => {
      const { answer } = request.body;
      return success(summaryView(unwrap(await agents.tasks.answer(callerOf(request), request.params.taskId, answer))));
    },
  });

  router.route('replayTask', 'POST /tasks/:taskId/replay', {
    summary: 'Submit a finished task once more',
    description:
      'A dead letter, for example. The new task has the same input, is yours, names the finished one, and the same `requirements` hold for it.',
    params: taskParams,
    success: { status: 201, description: 'The new task.', schema: successSchema(submittedTask), location: true },
    errors: ['TASK_NOT_FOUND', 'TASK_NOT_FINISHED', 'AGENT_NOT_FOUND', 'QUOTA_EXCEEDED'],
    handle: async (request, reply) => {
      const caller = callerOf(request);
      const finished = unwrap(await agents.tasks.get(caller, request.params.taskId));
      const { task: row } = unwrap(await agents.tasks.replay(caller, finished));
      return submitted(row, reply);
    },
  });
}
