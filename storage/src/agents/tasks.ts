import type { JsonText, Result, TaskState } from '@causeway/protocol';
import type { EventRow } from '../core/events.ts';
import type { Page } from '../core/page.ts';
import type { QuotaExceeded } from '../usage/index.ts';
import type { AgentRow, AttemptRow, TaskHead, TaskRow } from './rows.ts';
import type { Requirement, TaskFailure } from './values.ts';

/** The facts of a submission. */
export type NewTask = Pick<
  TaskRow,
  | 'id'
  | 'submitterId'
  | 'takers'
  | 'principalId'
  | 'fingerprint'
  | 'type'
  | 'requirement'
  | 'queue'
  | 'input'
  | 'priority'
  | 'deadlineAtMs'
  | 'maxAttempts'
  | 'replayOf'
> &
  Partial<Pick<TaskRow, 'contextId' | 'messageId' | 'traceparent' | 'callback' | 'strategy' | 'answerMs' | 'runId'>>;

/** The place of a new task: pure, because a job can run again. */
export type Place = (facts: {
  readonly nowMs: number;
  /** The newest `fairAtMs` of the submitter's waiting tasks. */
  readonly lastFairAtMs: number | null;
}) => Pick<TaskRow, 'fairAtMs' | 'rankMs'>;

/**
 * Takes one of the agents for a task, those that have a webhook and are free; undefined to take none. Pure, because a
 * job can run again.
 */
export type Choose = (
  agents: readonly AgentRow[],
  task: Pick<TaskRow, 'requirement' | 'strategy'>,
  nowMs: number,
) => { readonly agentId: string; readonly reason: string } | undefined;

/** The reason why a task is not queued. */
export type SubmitRefused = { readonly code: 'TASK_ID_TAKEN' } | QuotaExceeded;

/** When the next attempt of a task with `failures` failed attempts may begin; null when none is allowed. Pure. */
export type RetryAt = (failures: number, maxAttempts: number, nowMs: number) => number | null;

/** A look for tasks that an agent could claim. */
export interface Look {
  readonly agentId: string;
  /** True for a requirement that the agent, as it is now, meets. Pure. */
  readonly fits: (requirement: Requirement, agent: AgentRow) => boolean;
}

export interface Claim extends Look {
  readonly limit: number;
  /** Length of the lease, milliseconds; heartbeats extend it by as much. */
  readonly leaseMs: number;
}

/** The reason why an agent cannot claim. */
export type ClaimRefused = { readonly code: 'AGENT_NOT_FOUND' } | { readonly code: 'AGENT_NOT_ONLINE' };

/** The agent's proof that it holds a task. */
export interface Hold {
  readonly taskId: string;
  readonly agentId: string;
  readonly token: number;
}

/** The reason why an agent's report does not count, with the task as it is. */
export type HoldRefused =
  | { readonly code: 'TASK_NOT_FOUND' }
  | { readonly code: 'TOKEN_STALE'; readonly state: TaskState };

/** The price of a task at the agent that did it, millionths. Pure. */
export type PriceOf = (agent: AgentRow, requirement: Requirement) => number;

/** How an agent ends its attempt. */
export type AttemptEnd =
  | {
      readonly kind: 'completed';
      readonly result: JsonText<unknown>;
      readonly costMicros: number | PriceOf;
      /** The result is a message in place of the task; see `TaskRow.repliesByMessage`. */
      readonly byMessage?: boolean;
    }
  /** Without `retryAt` no other attempt is made. */
  | { readonly kind: 'failed'; readonly failure: TaskFailure; readonly retryAt: RetryAt | null }
  | { readonly kind: 'rejected'; readonly failure: TaskFailure }
  | { readonly kind: 'released' }
  | { readonly kind: 'inputRequested'; readonly question: string };

/** A filter of a list: the tasks of a submitter, or those that an agent holds or has ended itself. */
export type TaskFilter = ({ readonly submitterId: string } | { readonly agentId: string }) & {
  /** One of these states. */
  readonly states?: readonly TaskState[];
  /** The conversation; a task without one is its own. */
  readonly contextId?: string;
  /** Changed then or later, Unix milliseconds. */
  readonly updatedFromMs?: number;
  /** Only tasks that a message submitted. Their list begins with the one that changed last. */
  readonly byMessage?: true;
};

/**
 * Tasks. Nothing else writes a task's state. A transition, its event row (subject `task:<id>`) and the counts that
 * follow from it are one transaction.
 */
export interface TaskRepository {
  /**
   * Queues a task. A repetition by the same submitter with the same fingerprint is the existing task; an id that is
   * taken otherwise is refused. With `choose`, the task may be reserved at once to an agent with a webhook.
   */
  submit(
    task: NewTask,
    place: Place,
    choose?: Choose,
  ): Promise<Result<{ readonly task: TaskRow; readonly created: boolean }, SubmitRefused>>;
  get(id: string): Promise<TaskRow | undefined>;
  /** Reserves waiting tasks to agents with webhooks that are free now. Returns the number of tasks. */
  route(choose: Choose): Promise<number>;
  /** Number of tasks that are before this one in its queue, counted up to `limit`. */
  ahead(task: TaskRow, limit: number): Promise<number>;
  /** Whether a claim would find a task now, and the agent as it is. Writes nothing, as most looks find nothing. */
  look(look: Look): Promise<Result<{ readonly agent: AgentRow; readonly waiting: boolean }, ClaimRefused>>;
  /**
   * Gives the agent waiting tasks that it fits, the least rank first, as many as its limit of concurrent tasks allows.
   * Each has a new fencing token.
   */
  claim(claim: Claim): Promise<Result<readonly TaskRow[], ClaimRefused>>;
  /** Extends the lease; the first report makes the task `working`. */
  report(
    hold: Hold,
    progress?: { readonly percent: number | null; readonly message: string | null },
  ): Promise<Result<TaskRow, HoldRefused>>;
  /**
   * Ends the attempt of `hold`. A repetition of the report that ended the task answers the task.
   */
  end(hold: Hold, end: AttemptEnd): Promise<Result<TaskRow, HoldRefused>>;
  /**
   * Answers the question of a task in `input_required`, which is queued again; `messageId` is the submitter's id of the
   * answer. The failure says its state, or the quota.
   */
  answer(id: string, answer: unknown, messageId?: string): Promise<Result<TaskRow, HoldRefused | QuotaExceeded>>;
  /** Cancels an open task. The failure says that it has ended. */
  cancel(id: string): Promise<Result<TaskRow, HoldRefused>>;
  /**
   * Does what is due, for at most `limit` tasks: expires, queues pending ones, ends leases. Returns the number of
   * tasks.
   */
  sweep(limit: number, retryAt: RetryAt): Promise<number>;
  /** Newest first; see TaskFilter for another order. */
  list(filter: TaskFilter, cursor: string | null, limit: number, skip?: number): Promise<Page<TaskHead>>;
  /** The same list of whole tasks; a page has at most PAGE_BYTES of them. */
  listWhole(filter: TaskFilter, cursor: string | null, limit: number, skip?: number): Promise<Page<TaskRow>>;
  /** Number of the tasks of a list, counted up to `limit`. */
  count(filter: TaskFilter, limit: number): Promise<number>;
  /** All attempts at a task, oldest first. */
  attemptsAt(taskId: string): Promise<readonly AttemptRow[]>;
  /**
   * Attempts of an agent that began from `fromMs` to `toMs`, oldest first; `cursor` is the previous page's nextCursor.
   */
  attemptsOf(
    agentId: string,
    range: { readonly fromMs: number; readonly toMs: number },
    cursor: string | null,
    limit: number,
    skip?: number,
  ): Promise<Page<AttemptRow>>;
  /** The task's history, oldest first: events with seq > `after`. */
  history(id: string, after: number, limit: number): Promise<readonly EventRow[]>;
}

/** The subject of a task's events. */
export const taskSubject = (taskId: string): string => `task:${taskId}`;
