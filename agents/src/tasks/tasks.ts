import type { JsonText, Result, TaskState } from '@causeway/protocol';
import type { AgentRow, QuotaExceeded, TaskFailure, TaskReading, TaskRow } from '@causeway/storage';

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

/** The reason why a task is not queued. */
export type SubmitRefused = { readonly code: 'TASK_ID_TAKEN' } | QuotaExceeded;

/** A claim of waiting tasks. */
export interface Claim {
  readonly agentId: string;
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

/** How an agent ends its attempt. */
export type AttemptEnd =
  | {
      readonly kind: 'completed';
      readonly result: JsonText<unknown>;
      /** Millionths; the price of the agent's capability when absent. */
      readonly costMicros?: number | undefined;
      /** The result is a message in place of the task; see `TaskRow.repliesByMessage`. */
      readonly byMessage?: boolean;
    }
  | {
      readonly kind: 'failed';
      readonly failure: TaskFailure;
      /** A number in [0, 1) for the pause before another attempt; null when none is to be made. */
      readonly retry: number | null;
    }
  | { readonly kind: 'rejected'; readonly failure: TaskFailure }
  | { readonly kind: 'released' }
  | { readonly kind: 'inputRequested'; readonly question: string };

/**
 * Tasks. Nothing else writes a task's state. A transition, its event row (subject `task:<id>`) and the counts that
 * follow from it are one transaction.
 */
export interface TaskRepository extends TaskReading {
  /**
   * Queues a task. A repetition by the same submitter with the same fingerprint is the existing task; an id that is
   * taken otherwise is refused. The task is reserved at once to an agent with a webhook that is free and fits it.
   */
  submit(task: NewTask): Promise<Result<{ readonly task: TaskRow; readonly created: boolean }, SubmitRefused>>;
  /** Reserves waiting tasks to agents with webhooks that are free now. Returns the number of tasks. */
  route(): Promise<number>;
  /** Whether a claim would find a task now, and the agent as it is. Writes nothing, as most searches find nothing. */
  look(agentId: string): Promise<Result<{ readonly agent: AgentRow; readonly waiting: boolean }, ClaimRefused>>;
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
   * Does what is due, for at most `limit` tasks: expires, queues pending ones, ends leases. `random` in [0, 1) is for
   * the pauses before further attempts. Returns the number of tasks.
   */
  sweep(limit: number, random: number): Promise<number>;
  /** Removes up to `limit` queues in which no task waits. Returns their number. */
  removeEmptyQueues(limit: number): Promise<number>;
}
