/** Every state of a workflow's run. */
export const RUN_STATES = ['running', 'completed', 'failed', 'cancelled', 'expired'] as const;
export type RunState = (typeof RUN_STATES)[number];

/** The events of a run. */
export const RUN_TRIGGERS = [
  /** No step is left, or a step led to `complete`. */
  'completed',
  /** A step failed and no other step was to follow. */
  'failed',
  'cancelled',
  /** The run's time is over. */
  'expired',
] as const;
export type RunTrigger = (typeof RUN_TRIGGERS)[number];

/** Every state of a step in a run. */
export const STEP_STATES = [
  /** It waits for other steps, or to be named. */
  'waiting',
  /** Its task is submitted. */
  'running',
  'completed',
  'failed',
  /** The run ended, or took another way, before it began. */
  'skipped',
  /** The run ended while its task was open. */
  'cancelled',
] as const;
export type StepState = (typeof STEP_STATES)[number];

/** The events of a step. */
export const STEP_TRIGGERS = ['started', 'completed', 'failed', 'skipped', 'cancelled'] as const;
export type StepTrigger = (typeof STEP_TRIGGERS)[number];

/** The whole life of a run; an absent trigger cannot happen. */
export const RUN_TRANSITIONS: Readonly<Record<RunState, Partial<Record<RunTrigger, RunState>>>> = {
  running: { completed: 'completed', failed: 'failed', cancelled: 'cancelled', expired: 'expired' },
  completed: {},
  failed: {},
  cancelled: {},
  expired: {},
};

/** The whole life of a step; an absent trigger cannot happen. A step that cannot even begin fails while it waits. */
export const STEP_TRANSITIONS: Readonly<Record<StepState, Partial<Record<StepTrigger, StepState>>>> = {
  waiting: { started: 'running', failed: 'failed', skipped: 'skipped' },
  running: { completed: 'completed', failed: 'failed', cancelled: 'cancelled' },
  completed: {},
  failed: {},
  skipped: {},
  cancelled: {},
};

/** The state of a run after `trigger`; undefined when the trigger cannot happen. */
export const nextRunState = (state: RunState, trigger: RunTrigger): RunState | undefined =>
  RUN_TRANSITIONS[state][trigger];

/** The state of a step after `trigger`; undefined when the trigger cannot happen. */
export const nextStepState = (state: StepState, trigger: StepTrigger): StepState | undefined =>
  STEP_TRANSITIONS[state][trigger];
