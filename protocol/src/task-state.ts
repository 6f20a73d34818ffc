/** Every state of an agent's task. */
export const TASK_STATES = [
  /** It waits for a time: for the pause before its next attempt. */
  'pending',
  /** It waits for an agent. */
  'queued',
  /** An agent holds it under a lease and has not begun. */
  'assigned',
  /** The agent has begun. */
  'working',
  /** The agent needs an answer of the submitter; nobody holds the task meanwhile. */
  'input_required',
  'completed',
  'failed',
  'cancelled',
  'expired',
  'rejected',
] as const;
export type TaskState = (typeof TASK_STATES)[number];

/** The events of a task. */
export const TASK_TRIGGERS = [
  /** The pause before the next attempt is over. */
  'due',
  /** An agent takes the task under a new lease and fencing token. */
  'claimed',
  /** The agent has begun. */
  'started',
  /** The agent needs an answer of the submitter. */
  'inputRequested',
  /** The submitter answers. */
  'inputGiven',
  /** The agent gives the task back without a failure, for another agent. */
  'released',
  /** An attempt failed or its lease ended, and another attempt is allowed. */
  'retried',
  'completed',
  /** An attempt failed or its lease ended, and no other attempt is allowed: a dead letter. */
  'failed',
  /** The agent refuses the task itself, so that no other agent is asked. */
  'rejected',
  'cancelled',
  /** The deadline is over. */
  'expired',
] as const;
export type TaskTrigger = (typeof TASK_TRIGGERS)[number];

type Row = Partial<Record<TaskTrigger, TaskState>>;

// These end a task wherever it waits.
const open: Row = { cancelled: 'cancelled', expired: 'expired' };

// An agent that holds a task may end it before it has reported that it began.
const held: Row = {
  ...open,
  inputRequested: 'input_required',
  released: 'queued',
  retried: 'pending',
  completed: 'completed',
  failed: 'failed',
  rejected: 'rejected',
};

/** The whole life of a task: TASK_TRANSITIONS[state][trigger] is the next state. An absent trigger cannot happen. */
export const TASK_TRANSITIONS: Readonly<Record<TaskState, Row>> = {
  pending: { ...open, due: 'queued' },
  queued: { ...open, claimed: 'assigned' },
  assigned: { ...held, started: 'working' },
  working: held,
  input_required: { ...open, inputGiven: 'queued' },
  completed: {},
  failed: {},
  cancelled: {},
  expired: {},
  rejected: {},
};

/** The state after `trigger` in `state`; undefined when the trigger cannot happen there. */
export const nextTaskState = (state: TaskState, trigger: TaskTrigger): TaskState | undefined =>
  TASK_TRANSITIONS[state][trigger];

/** True for a state that no trigger leaves. */
export const isTaskEnd = (state: TaskState): boolean => Object.keys(TASK_TRANSITIONS[state]).length === 0;

/** True while an agent holds the task under a lease. */
export const isTaskHeld = (state: TaskState): boolean => state === 'assigned' || state === 'working';

/**
 * The states in which a task is its agent's to read: the agent holds it, or its own attempt was the last one. An agent
 * that lost its lease reads nothing that comes later.
 */
export const HOLDER_STATES: readonly TaskState[] = ['assigned', 'working', 'completed', 'failed', 'rejected'];

/** Priorities of tasks, the lowest first. */
export const TASK_PRIORITIES = ['low', 'normal', 'high', 'urgent'] as const;
export type TaskPriority = (typeof TASK_PRIORITIES)[number];

/** Whether an agent takes tasks. Only an agent that is online gets new ones. */
export const AVAILABILITIES = ['online', 'busy', 'offline', 'maintenance'] as const;
export type Availability = (typeof AVAILABILITIES)[number];

/** An agent is offline when it was not heard of for this long, milliseconds. A restart of the service is shorter. */
export const OFFLINE_AFTER_MS = 60_000;
