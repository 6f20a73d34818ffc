import { DEFAULT_ATTEMPTS } from '@causeway/agents';
import { TASK_PRIORITIES, TASK_STATES } from '@causeway/protocol';
import { STRATEGIES } from '@causeway/storage';
import Type, { type Static } from 'typebox';
import { named, nullable } from '../../../http/schema/schema.ts';
import { AGENT_ID, name, resolution, TIME, time } from '../schemas.ts';
import { heldRequirements, SERVICE_TAKERS, takersAsked, takersHeld } from '../takers/schemas.ts';
import { shownSecret, WEBHOOK_URL } from '../webhooks/schemas.ts';

export const TASK_ID = 'task-1';

export const anything = (description: string) => Type.Unsafe<unknown>({ description });
const freeForm = (description: string) =>
  Type.Unsafe<Record<string, unknown>>(Type.Object({}, { additionalProperties: true, description }));
export const taskId = () =>
  Type.String({ pattern: '^[A-Za-z0-9._:-]{1,100}$', description: 'The task’s id.', examples: [TASK_ID] });
export const token = () =>
  Type.Integer({ minimum: 1, maximum: 1_000_000_000, description: 'The fencing token of the claim.' });

/** Largest bodies of submissions and results, bytes. */
export const TASK_BODY_LIMIT = 256 * 1024;

export const taskParams = Type.Object({ taskId: taskId() });

const requirements = Type.Object({
  capability: Type.Optional(name(100, 'The kind of work; the task’s `type` when absent.')),
  model: Type.Optional(name(100, 'A model that the agent must have.')),
  resolution: Type.Optional(resolution()),
  agent: Type.Optional(name(100, 'The one agent that may do the task, whatever its capabilities.')),
  agents: takersAsked(SERVICE_TAKERS),
});

/** Body of POST /tasks/submit. */
export const submitRequest = named(
  'SubmitTaskRequest',
  Type.Object(
    {
      taskId: Type.Optional(taskId()),
      type: name(100, 'The kind of work.'),
      requirements: Type.Optional(requirements),
      input: Type.Optional(freeForm('The task’s input.')),
      priority: Type.Optional(Type.String({ enum: [...TASK_PRIORITIES], default: 'normal' })),
      deadline: Type.Optional(time('The task expires then; seven days from now when absent.')),
      maxAttempts: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 20, default: DEFAULT_ATTEMPTS, description: 'Attempts that may fail.' }),
      ),
      routing: Type.Optional(
        Type.Object({
          strategy: Type.Optional(Type.String({ enum: [...STRATEGIES], default: 'best_match' })),
          timeout: Type.Optional(
            Type.Integer({
              minimum: 100,
              maximum: 60_000,
              default: 10_000,
              description: 'Milliseconds for an agent with a webhook to accept the task; then the next one is asked.',
            }),
          ),
        }),
      ),
      callback: Type.Optional(
        Type.String({
          format: 'uri',
          maxLength: 500,
          description: `Told of the task’s end by a signed webhook. ${WEBHOOK_URL}`,
        }),
      ),
    },
    {
      examples: [
        {
          type: 'image',
          requirements: { capability: 'image', model: 'm1', resolution: '512x512' },
          input: { prompt: 'a bridge' },
          priority: 'high',
        },
      ],
    },
  ),
);
export type SubmitRequest = Static<typeof submitRequest>;

export const status = Type.String({ enum: [...TASK_STATES] });
const assignedAgent = nullable(Type.String({ description: 'The agent that holds the task or held it last.' }));
const queuePosition = nullable(
  Type.Integer({
    minimum: 0,
    description: 'Tasks before it in its queue, counted up to 1,000; null when it is not queued.',
  }),
);

const routing = Type.Object({
  strategy: Type.String({ enum: [...STRATEGIES] }),
  reason: nullable(Type.String({ description: 'Why the assigned agent has the task; null when none has it.' })),
});

export const submittedTask = named(
  'SubmittedTask',
  Type.Object(
    {
      ...{ taskId: taskId(), status, assignedAgent, queuePosition, routing, webhookSecret: shownSecret },
      requirements: heldRequirements,
    },
    {
      examples: [
        {
          ...{ taskId: TASK_ID, status: 'queued', assignedAgent: null, queuePosition: 0 },
          ...{ routing: { strategy: 'best_match', reason: null }, webhookSecret: null },
          requirements: { agents: 'any' },
        },
      ],
    },
  ),
);

const members = {
  taskId: taskId(),
  status,
  type: Type.String(),
  requirements: Type.Object({
    capability: Type.String(),
    model: nullable(Type.String()),
    resolution: nullable(Type.String()),
    agent: nullable(Type.String({ description: 'The one agent that may do the task.' })),
    agents: takersHeld,
  }),
  priority: Type.String({ enum: [...TASK_PRIORITIES] }),
  submittedBy: Type.String({ description: 'The avatar that submitted it.' }),
  assignedAgent,
  routing,
  progress: nullable(Type.Integer({ minimum: 0, maximum: 100, description: 'Percent.' })),
  progressMessage: nullable(Type.String()),
  failureCode: nullable(Type.String({ description: 'Of the last failed attempt, or the reason of the end.' })),
  failureMessage: nullable(Type.String()),
  replayOf: nullable(Type.String({ description: 'The finished task whose input this one repeats.' })),
  runId: nullable(Type.String({ description: 'The run of a workflow of which the task is a step.' })),
  attempts: Type.Integer({ minimum: 0, description: 'Claims so far.' }),
  failedAttempts: Type.Integer({ minimum: 0 }),
  maxAttempts: Type.Integer({ minimum: 1 }),
  isFinished: Type.Boolean(),
  deadline: time('It expires then.'),
  nextAttemptAt: nullable(time('The end of the pause after a failed attempt.')),
  createdAt: time('When it was submitted.'),
  assignedAt: nullable(time('When an agent last claimed it.')),
  completedAt: nullable(time('When it ended, in whatever way.')),
  updatedAt: time('When it last changed.'),
  version: Type.Integer(),
};
const example = {
  taskId: TASK_ID,
  status: 'working',
  type: 'image',
  requirements: { capability: 'image', model: 'm1', resolution: '512x512', agent: null, agents: 'any' },
  priority: 'high',
  submittedBy: AGENT_ID,
  assignedAgent: AGENT_ID,
  routing: { strategy: 'best_match', reason: 'it claimed the task' },
  progress: 40,
  progressMessage: 'drawing',
  failureCode: null,
  failureMessage: null,
  replayOf: null,
  runId: null,
  ...{ attempts: 1, failedAttempts: 0, maxAttempts: 3, isFinished: false },
  deadline: TIME,
  nextAttemptAt: null,
  createdAt: TIME,
  assignedAt: TIME,
  completedAt: null,
  updatedAt: TIME,
  version: 3,
};

const questions = Type.Array(
  Type.Object({
    question: Type.String({ description: 'Of the agent that held the task.' }),
    answer: anything('Of the submitter; null while the task waits for it.'),
  }),
  { description: 'The oldest first.' },
);

/** A task without its input and result. */
export const taskSummary = named(
  'TaskSummary',
  Type.Object({ ...members, questions }, { examples: [{ ...example, questions: [] }] }),
);
export type TaskSummary = Static<typeof taskSummary>;

const whole = {
  questions,
  input: anything('As submitted.'),
  result: anything('What the agent reported; null until it completes.'),
};

/** A task in a list. */
export const listedTask = named(
  'ListedTask',
  Type.Object(
    { ...members, ...Type.Partial(Type.Object(whole)).properties },
    { description: 'Without its input, result and questions, which `view=full` adds.', examples: [example] },
  ),
);
export type ListedTask = Static<typeof listedTask>;

export const task = named(
  'Task',
  Type.Object(
    {
      ...members,
      ...whole,
      queuePosition,
    },
    { examples: [{ ...example, questions: [], queuePosition: null, input: { prompt: 'a bridge' }, result: null }] },
  ),
);
export type TaskView = Static<typeof task>;

export const claimedTask = named(
  'ClaimedTask',
  Type.Object(
    {
      taskId: taskId(),
      type: Type.String(),
      requirements: members.requirements,
      input: anything('As submitted.'),
      priority: members.priority,
      token: token(),
      leaseEndsAt: time('Report before it, or another agent gets the task.'),
      deadline: members.deadline,
      failedAttempts: members.failedAttempts,
      questions,
      traceparent: nullable(
        Type.String({ description: 'The trace that the agent’s own spans join (W3C Trace Context).' }),
      ),
    },
    {
      examples: [
        {
          ...{ taskId: TASK_ID, type: 'image', requirements: example.requirements, input: { prompt: 'a bridge' } },
          ...{ priority: 'high', token: 1, leaseEndsAt: TIME, deadline: TIME, failedAttempts: 0 },
          questions: [],
          traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
        },
      ],
    },
  ),
);
export type ClaimedTaskView = Static<typeof claimedTask>;

/** Bodies of an agent's reports. */
export const heartbeatRequest = named(
  'TaskHeartbeatRequest',
  Type.Object(
    {
      token: token(),
      progress: Type.Optional(Type.Integer({ minimum: 0, maximum: 100, description: 'Percent.' })),
      message: Type.Optional(Type.String({ maxLength: 1_000 })),
    },
    { examples: [{ token: 1, progress: 40, message: 'drawing' }] },
  ),
);
export const completeRequest = named(
  'CompleteTaskRequest',
  Type.Object(
    {
      token: token(),
      result: Type.Optional(anything('Any JSON; null when absent.')),
      cost: Type.Optional(
        Type.Number({ minimum: 0, maximum: 1_000_000, description: 'The capability’s cost per request when absent.' }),
      ),
      byMessage: Type.Optional(
        Type.Boolean({
          default: false,
          description:
            'The result is a message: a client of A2A that waits for the answer gets it in place of the task.',
        }),
      ),
    },
    { examples: [{ token: 1, result: { url: 'https://example.org/1.png' } }] },
  ),
);
export type CompleteRequest = Static<typeof completeRequest>;
const failure = {
  code: Type.Optional(Type.String({ pattern: '^[A-Z][A-Z0-9_]{0,63}$', default: 'AGENT_FAILED' })),
  message: Type.String({ maxLength: 1_000 }),
};
export const failRequest = named(
  'FailTaskRequest',
  Type.Object(
    {
      token: token(),
      ...failure,
      retryable: Type.Optional(
        Type.Boolean({ default: true, description: 'False: another attempt is of no use, so that the task fails.' }),
      ),
    },
    { examples: [{ token: 1, message: 'the model did not answer' }] },
  ),
);
export const rejectRequest = named(
  'RejectTaskRequest',
  Type.Object({ token: token(), ...failure }, { examples: [{ token: 1, message: 'the input has no prompt' }] }),
);
export const releaseRequest = named(
  'ReleaseTaskRequest',
  Type.Object({ token: token() }, { examples: [{ token: 1 }] }),
);

export const questionRequest = named(
  'RequestInputRequest',
  Type.Object(
    { token: token(), question: name(4_000, 'For the submitter.') },
    { examples: [{ token: 1, question: 'which colour?' }] },
  ),
);

/** Body of the submitter's answer. */
export const answerRequest = named(
  'AnswerTaskRequest',
  Type.Object({ answer: anything('Any JSON.') }, { examples: [{ answer: 'red' }] }),
);

/** Answer to a heartbeat. */
export const lease = named(
  'TaskLease',
  Type.Object(
    { taskId: taskId(), status, leaseEndsAt: time('The end of the extended lease.') },
    { examples: [{ taskId: TASK_ID, status: 'working', leaseEndsAt: TIME }] },
  ),
);
