import type { components } from '@causeway/client';
import type { EdgeKind } from '../lib/run-graph.ts';
import type { States } from '../parts/state.tsx';

type Run = components['schemas']['WorkflowRun'];

export const runs = {
  title: (id: string) => `Run ${id}`,
  run: 'Run',
  signIn: 'Sign in to see this run.',
  notFound: 'No run of yours has this id.',
  graph: 'Steps as a graph',
  noGraph: 'The definition of the workflow cannot be read, so the steps stand in a list alone.',
  steps: 'Steps as a list',
  step: 'Step',
  type: 'Kind of work',
  state: 'State',
  began: 'Began',
  took: 'Took',
  follows: 'Follows',
  nothing: 'nothing',
  facts: 'The run',
  workflow: 'Workflow',
  version: (version: number) => `version ${version}`,
  created: 'Began',
  ended: 'Ended',
  deadline: 'Expires',
  failedStep: 'Failed by the step',
  reason: 'Reason',
  input: 'Input',
  result: 'Result',
  of: (stepId: string) => `Step ${stepId}`,
  close: 'Close the step',
  task: 'Task',
  attempts: 'Attempts',
  notBegun: 'The step has no task yet.',
  cancel: 'Cancel the run',
  cancelTitle: 'Cancel this run?',
  cancelHelp: 'Its open tasks are cancelled, too. It cannot go on later.',
  changed: (step: string, state: string) => `The step ${step} is ${state}`,
} as const;

export const runStates: States<Run['status']> = {
  running: ['running', 'busy'],
  completed: ['completed', 'good'],
  failed: ['failed', 'bad'],
  cancelled: ['cancelled', 'quiet'],
  expired: ['expired', 'bad'],
};

export const stepStates: States<Run['steps'][number]['status']> = {
  waiting: ['waits', 'quiet'],
  running: ['running', 'busy'],
  completed: ['completed', 'good'],
  failed: ['failed', 'bad'],
  skipped: ['skipped', 'quiet'],
  cancelled: ['cancelled', 'warn'],
};

/** What a line of the graph means. */
export const edges: Readonly<Record<EdgeKind, string>> = {
  dependsOn: 'needs its success',
  onSuccess: 'goes on after success',
  onFailure: 'goes on after failure',
};
