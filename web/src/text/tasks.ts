import type { components } from '@causeway/client';
import type { AttemptEnd } from '../lib/task-trace.ts';
import type { States } from '../parts/state.tsx';
import type { Mood } from '../parts/verdict.tsx';

export type TaskStatus = components['schemas']['Task']['status'];

export const tasks = {
  title: (id: string) => `Task ${id}`,
  signIn: 'Sign in to see this task.',
  notFound: 'No task of yours has this id.',
  now: 'What happens now',
  facts: 'The task',
  task: 'Task',
  any: 'any',
  type: 'Kind of work',
  state: 'State',
  capability: 'Needs',
  model: 'Model',
  priority: 'Priority',
  agent: 'Agent',
  reserved: 'Reserved to',
  why: 'Why this agent',
  attempts: 'Attempts',
  attemptsOf: (now: number, failed: number, most: number) => `${now}, of which ${failed} failed; ${most} may fail`,
  position: 'Tasks before it',
  deadline: 'Expires',
  nextAttempt: 'Next attempt',
  submitted: 'Submitted',
  ended: 'Ended',
  updated: 'Changed',
  run: 'Step of the run',
  replayOf: 'Repeats the task',
  reason: 'Reason',
  deadLetter: 'Dead letter: no attempt is left.',
  input: 'Input',
  result: 'Result',
  questions: 'Questions of agents',
  noAnswer: 'not answered yet',
  artifacts: 'Artifacts',
  cancel: 'Cancel the task',
  cancelTitle: 'Cancel this task?',
  cancelHelp: 'The agent that holds it learns so by its next report. It cannot go on later.',
  sendAnswer: 'Answer',
  yourAnswer: 'Your answer',
  replay: 'Submit it once more',
  lease: 'Lease',
  claimed: 'Claimed',
  took: 'Held for',
  end: 'How it ended',
  held: 'under way',
  noAttempts: 'No agent has claimed it yet.',
  allAttempts: (count: number) => `Show all ${count.toLocaleString('en-GB')} attempts`,
  trace: 'Trace',
  shown: (first: number, last: number, all: number, isWhole: boolean) =>
    `Events ${first.toLocaleString('en-GB')} to ${last.toLocaleString('en-GB')} of ${all.toLocaleString('en-GB')}${isWhole ? '' : ' so far'}`,
  first: 'First',
  earlier: 'Earlier',
  later: 'Later',
  newest: 'Newest',
  gap: (span: string) => `+ ${span}`,
  leaseOf: (token: number) => `lease ${token}`,
  percent: (progress: number) => `${progress} %`,
  changed: (state: string) => `The task is ${state}`,
} as const;

/** Each state in a word and its mark. */
export const taskStates: States<TaskStatus> = {
  pending: ['pause before the next attempt', 'warn'],
  queued: ['waits for an agent', 'quiet'],
  assigned: ['claimed', 'busy'],
  working: ['in work', 'busy'],
  input_required: ['waits for your answer', 'warn'],
  completed: ['completed', 'good'],
  failed: ['failed', 'bad'],
  cancelled: ['cancelled', 'quiet'],
  expired: ['expired', 'bad'],
  rejected: ['rejected', 'bad'],
};

/** Who must act in each state, and what happens else. */
export const taskActs: Readonly<Record<TaskStatus, string>> = {
  pending: 'The last attempt failed. After the pause, an agent can claim the task again.',
  queued: 'An agent with the kind of work has to claim it. It expires at its deadline.',
  assigned: 'An agent holds it under a lease and has not begun. When the lease ends, another attempt follows.',
  working: 'An agent works on it. When it is silent until its lease ends, another attempt follows.',
  input_required: 'The agent has asked a question. Nobody holds the task until you answer.',
  completed: 'Nothing is left to do.',
  failed: 'It stays to be read, and can be submitted once more.',
  cancelled: 'It was cancelled, and can be submitted once more.',
  expired: 'Its deadline is over. It can be submitted once more.',
  rejected: 'An agent has refused the task itself, so that no other one is asked.',
};

/** What an event says, by its trigger. */
export const triggers: Readonly<Record<string, readonly [word: string, mood: Mood]>> = {
  submitted: ['submitted', 'quiet'],
  due: ['the pause is over; it waits for an agent', 'quiet'],
  claimed: ['claimed by an agent', 'busy'],
  started: ['the agent has begun', 'busy'],
  inputRequested: ['the agent needs an answer', 'warn'],
  inputGiven: ['answered; it waits for an agent', 'quiet'],
  released: ['given back by the agent', 'warn'],
  retried: ['the attempt failed; another one follows', 'warn'],
  completed: ['completed', 'good'],
  failed: ['failed; no attempt is left', 'bad'],
  rejected: ['rejected by the agent', 'bad'],
  cancelled: ['cancelled', 'quiet'],
  expired: ['the deadline is over', 'bad'],
};

/** Events that change no state, by their type. */
export const reports: Readonly<Record<string, readonly [word: string, mood: Mood]>> = {
  'task.progress': ['progress', 'busy'],
  'task.artifact': ['an artifact was stored', 'busy'],
};

/** How an attempt ended. */
export const attemptEnds: States<AttemptEnd> = {
  completed: ['completed', 'good'],
  retried: ['failed, another attempt follows', 'warn'],
  failed: ['failed, no attempt is left', 'bad'],
  rejected: ['rejected', 'bad'],
  released: ['given back', 'warn'],
  inputRequested: ['asked a question', 'warn'],
  cancelled: ['cancelled', 'quiet'],
  expired: ['the deadline was over', 'bad'],
};
