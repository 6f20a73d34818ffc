import type { components } from '@causeway/client';

/** An event of a task. */
export type TaskEvent = components['schemas']['TaskEvent'];

/** How an attempt ended: by the event that took the task from the agent. */
export type AttemptEnd =
  | 'completed'
  | 'retried'
  | 'failed'
  | 'rejected'
  | 'released'
  | 'inputRequested'
  | 'cancelled'
  | 'expired';

/** A claim of a task, from the lease that it began to the event that ended it. */
export interface Attempt {
  /** The fencing token of the lease, which rises with every claim. */
  readonly token: number;
  readonly agentId: string | null;
  /** When the agent claimed the task, ISO 8601. */
  readonly claimedAt: string;
  /** When the attempt ended, ISO 8601; null while the agent holds the task. */
  readonly endedAt: string | null;
  readonly end: AttemptEnd | null;
  /** Why it failed; null when it did not. */
  readonly failure: Failure | null;
}

/** A failure as the service or the agent names it. */
export interface Failure {
  readonly code: string;
  readonly message: string;
}

const ENDS: readonly string[] = [
  'completed',
  'retried',
  'failed',
  'rejected',
  'released',
  'inputRequested',
  'cancelled',
  'expired',
] satisfies readonly AttemptEnd[];

/** The events that say a failure of their own; a later event repeats the failure of the attempt before. */
const FAILURES: readonly string[] = ['retried', 'failed', 'rejected', 'expired'];

/** The failure that an event says of itself. */
export function failureOf({ trigger, failureCode, failureMessage }: TaskEvent): Failure | null {
  if (failureCode === undefined || trigger === undefined || !FAILURES.includes(trigger)) return null;
  return { code: failureCode, message: failureMessage ?? '' };
}

/** The attempts that a task's events tell, the oldest first. */
export function attemptsOf(events: readonly TaskEvent[]): readonly Attempt[] {
  const attempts: Attempt[] = [];
  for (const event of events) {
    const { trigger, token = 0, agentId = null, at, from } = event;
    const held = attempts.at(-1);
    if (trigger === 'claimed')
      attempts.push({ token, agentId, claimedAt: at, endedAt: null, end: null, failure: null });
    else if (trigger !== undefined && ENDS.includes(trigger) && (from === 'assigned' || from === 'working') && held)
      attempts[attempts.length - 1] = { ...held, endedAt: at, end: trigger as AttemptEnd, failure: failureOf(event) };
  }
  return attempts;
}
