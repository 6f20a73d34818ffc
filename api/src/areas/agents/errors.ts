import { define, type ErrorTable, HTTP_ERRORS, refuserOf } from '../../http/errors/errors.ts';

/** Errors of the routes of agents and tasks only. */
export const AGENT_ERRORS = {
  AGENT_NOT_FOUND: define(404, 'Agent not found', 'No agent with this id is registered.'),
  TASK_NOT_FOUND: define(404, 'Task not found', 'No task has this id, or it is not yours.'),
  WORKFLOW_NOT_FOUND: define(404, 'Workflow not found', 'No workflow has this id and version, or it is not yours.'),
  RUN_NOT_FOUND: define(404, 'Run not found', 'No run has this id, or it is not yours.'),
  WORKFLOW_ID_TAKEN: define(
    409,
    'Workflow id taken',
    'Another avatar has a workflow with this id, or a route; take a new one.',
  ),
  RUN_ENDED: define(409, 'Run has ended', 'The run is in a state that it does not leave; the answer names it.'),
  WORKFLOW_INVALID: define(
    422,
    'Workflow invalid',
    'The definition cannot run; `problems` has the code, the step, the place and a sentence for each reason.',
  ),
  AGENT_EXISTS: define(409, 'Agent exists', 'The avatar is registered as an agent already; change it instead.'),
  AGENT_NOT_ONLINE: define(
    409,
    'Agent not online',
    'The agent declared that it takes no tasks; set its availability to online first.',
  ),
  TASK_ID_TAKEN: define(
    409,
    'Task id taken',
    'Another task, or another collaboration of the caller’s, has this taskId; repeat the same submission or take a new id.',
  ),
  TASK_ENDED: define(409, 'Task has ended', 'The task is in a state that it does not leave; the answer names it.'),
  TASK_NOT_WAITING: define(
    409,
    'No answer is asked for',
    'Only a task in `input_required` takes an answer; the answer names its state.',
  ),
  TASK_NOT_FINISHED: define(
    409,
    'Task not finished',
    'Only a task that has ended can be replayed; the answer names its state.',
  ),
  TOKEN_STALE: define(
    409,
    'Fencing token is stale',
    'The caller does not hold the task with this token: its lease has passed on, or the task has ended. Drop the work.',
  ),
  ARTIFACTS_FULL: define(409, 'Artifacts full', 'The task has as many artifacts as it may; replace one of them.'),
  COLLABORATION_NOT_FOUND: define(404, 'Collaboration not found', 'No collaboration has this id, or it is not yours.'),
  COLLABORATION_ENDED: define(
    409,
    'Collaboration has ended',
    'An ended collaboration cannot be cancelled; `status` names its end.',
  ),
  NO_AGENT_AVAILABLE: define(
    409,
    'No agent available',
    'No agent with this capability that may be given it takes work now; send the message later, or submit a task, which waits.',
  ),
  MESSAGE_UNDELIVERED: define(
    409,
    'Message undelivered',
    'Every available agent was silent for `routing.timeout`; `tried` names them.',
  ),
  MESSAGE_PASSED_ON: define(
    409,
    'Message passed on',
    'The caller does not have the message, or acknowledged it too late: another agent has it, or nobody.',
  ),
  AGENT_MESSAGE_NOT_FOUND: define(404, 'Message not found', 'No message has this id, or it is not yours.'),
  AGENTS_UNKNOWN: define(
    422,
    'Agents unknown',
    'Agents that the request names are not registered; `unknown` has them.',
  ),
  TASK_UNKNOWN: define(
    422,
    'Task unknown',
    '`taskId` names no task that this agent has or had, or one that it has lost, of which only `trace` shows a part.',
  ),
  TIME_RANGE_INVALID: define(422, 'Time range invalid', '`endTime` must not be before `startTime`.'),
  DEADLINE_INVALID: define(422, 'Deadline invalid', 'The deadline must be in the future, at most 366 days from now.'),
  WEBHOOK_NOT_FOUND: define(404, 'Webhook not found', 'No webhook of yours has this id.'),
  DELIVERY_NOT_FOUND: define(404, 'Delivery not found', 'No delivery to a webhook of yours has this id.'),
  DELIVERY_NOT_REPLAYABLE: define(
    409,
    'Delivery not replayable',
    'Only a delivery that has ended is sent again, and only to a webhook that is there and enabled.',
  ),
  WEBHOOK_URL_INVALID: define(
    422,
    'Webhook URL invalid',
    'Webhooks go to https URLs without credentials, at public addresses or in networks that the service allows.',
  ),
  WEBHOOK_SECRET_INVALID: define(
    422,
    'Webhook secret invalid',
    'A secret is `whsec_` and 24 to 64 bytes in base64, as Standard Webhooks has it.',
  ),
} as const satisfies ErrorTable;

/** The failed Answer of a code that a route of this area may answer. */
export const refuse = refuserOf({ ...HTTP_ERRORS, ...AGENT_ERRORS });
