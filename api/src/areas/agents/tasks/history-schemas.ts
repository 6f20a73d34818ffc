import Type, { type Static } from 'typebox';
import { named, nullable } from '../../../http/schema/schema.ts';
import { AGENT_ID, TIME, time } from '../schemas.ts';
import { anything, status, TASK_ID, taskId, taskSummary } from './schemas.ts';

export const attempt = named(
  'TaskAttempt',
  Type.Object(
    {
      taskId: taskId(),
      token: Type.Integer({ minimum: 1, description: 'Its fencing token.' }),
      agentId: Type.String(),
      startedAt: time('When the agent claimed the task.'),
      endedAt: nullable(time('When the attempt ended.')),
      durationMs: nullable(Type.Integer({ minimum: 0 })),
      outcome: nullable(
        Type.String({
          description:
            'completed, failed, rejected, released, inputRequested, cancelled, expired or leaseEnded; null under way.',
        }),
      ),
      failureCode: nullable(Type.String()),
      failureMessage: nullable(Type.String()),
    },
    {
      examples: [
        {
          ...{ taskId: TASK_ID, token: 1, agentId: AGENT_ID, startedAt: TIME, endedAt: TIME, durationMs: 1_830 },
          ...{ outcome: 'failed', failureCode: 'AGENT_FAILED', failureMessage: 'the model did not answer' },
        },
      ],
    },
  ),
);
export type AttemptView = Static<typeof attempt>;

export const taskEvent = named(
  'TaskEvent',
  Type.Object(
    {
      seq: Type.Integer({ minimum: 1 }),
      type: Type.String({ description: '`task.<status>`, `task.progress` or `task.artifact`.' }),
      at: time('When it happened.'),
      taskId: taskId(),
      from: Type.Optional(nullable(status)),
      trigger: Type.Optional(Type.String()),
      agentId: Type.Optional(nullable(Type.String())),
      token: Type.Optional(Type.Integer({ minimum: 0 })),
      progress: Type.Optional(nullable(Type.Integer())),
      message: Type.Optional(nullable(Type.String())),
      question: Type.Optional(Type.String()),
      artifact: Type.Optional(Type.String({ description: 'The name of the stored artifact.' })),
      failureCode: Type.Optional(Type.String()),
      failureMessage: Type.Optional(Type.String()),
      version: Type.Optional(Type.Integer()),
    },
    {
      examples: [
        {
          ...{ seq: 7, type: 'task.assigned', at: TIME, taskId: TASK_ID, from: 'queued', trigger: 'claimed' },
          ...{ agentId: AGENT_ID, token: 1, version: 2 },
        },
      ],
    },
  ),
);
export type TaskEventView = Static<typeof taskEvent>;

/** Body of POST /{agentId}/debug. */
export const debugRequest = named(
  'DebugAgentRequest',
  Type.Object(
    {
      taskId: taskId(),
      action: Type.String({ enum: ['trace', 'replay', 'inspect'] }),
      options: Type.Optional(
        Type.Object({
          includeState: Type.Optional(Type.Boolean({ description: 'inspect: with input, result and attempts.' })),
          includeMessages: Type.Optional(
            Type.Boolean({ description: 'inspect: with the questions, answers and messages of progress.' }),
          ),
        }),
      ),
    },
    { examples: [{ taskId: TASK_ID, action: 'inspect', options: { includeState: true } }] },
  ),
);

export const debugResult = named(
  'AgentDebug',
  Type.Object(
    {
      taskId: taskId(),
      action: debugRequest.properties.action,
      status,
      history: Type.Optional(Type.Array(taskEvent, { description: 'trace: the events of the task in their order.' })),
      replayTaskId: Type.Optional(Type.String({ description: 'replay: the new task.' })),
      task: Type.Optional(taskSummary),
      state: Type.Optional(
        Type.Object({
          input: anything('As submitted.'),
          result: anything('What the agent reported.'),
          attempts: Type.Array(attempt),
        }),
      ),
      messages: Type.Optional(Type.Array(taskEvent, { description: 'Questions and messages of progress.' })),
    },
    { examples: [{ taskId: TASK_ID, action: 'replay', status: 'failed', replayTaskId: 'task-2' }] },
  ),
);
