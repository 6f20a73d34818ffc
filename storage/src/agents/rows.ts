import type { Availability, TaskPriority, TaskState } from '@causeway/protocol';

/** A kind of work that an agent does, and its bounds. Absent bounds are unknown. */
export interface Capability {
  readonly type: string;
  readonly models?: readonly string[];
  /** Largest picture, pixels. */
  readonly maxResolution?: Resolution;
  /** Cost of one request, millionths of the agent's own unit. */
  readonly costMicros?: number;
  readonly maxImages?: number;
}

/** Size of a picture, pixels. */
export interface Resolution {
  readonly width: number;
  readonly height: number;
}

/** The capability that a task needs, or the one agent that may do it. */
export interface Requirement {
  readonly capability: string;
  readonly model: string | null;
  readonly resolution: Resolution | null;
  /** The task is reserved to this agent, whatever its capabilities. */
  readonly agentId?: string;
}

/** A registered agent with its counts. Times are Unix milliseconds. */
export interface AgentRow {
  /** The id of the agent's avatar. */
  readonly id: string;
  /** The avatar that registered it; its own when it registered itself. */
  readonly ownerId: string;
  readonly name: string;
  readonly capabilities: readonly Capability[];
  readonly endpoints: { readonly api?: string; readonly webhook?: string };
  /** As the agent declared it; an agent that is silent for long is offline nevertheless. */
  readonly availability: Availability;
  readonly maxConcurrentTasks: number;
  /** Tasks that it holds now. */
  readonly active: number;
  readonly completed: number;
  readonly failed: number;
  /** Time from assignment to end, summed over completed tasks. */
  readonly responseMs: number;
  /** Costs of completed tasks, millionths. */
  readonly costMicros: number;
  readonly lastSeenAtMs: number;
  /** The beginning of the time without a silence that made it offline, up to `lastSeenAtMs`. */
  readonly onlineSinceMs: number;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  /** Since when it is deregistered. */
  readonly hiddenAtMs: number | null;
  readonly version: number;
}

/** A failed attempt's code and sentence. */
export interface TaskFailure {
  readonly code: string;
  readonly message: string;
}

/** How an agent is chosen among those that meet a requirement. */
export const STRATEGIES = ['first_available', 'best_match', 'load_balanced'] as const;
export type Strategy = (typeof STRATEGIES)[number];

/** A task. Times are Unix milliseconds; `input`, `result` and `questions` are JSON text. */
export interface TaskRow {
  readonly id: string;
  /** UUID v7, by which lists are sorted. */
  readonly listKey: string;
  readonly submitterId: string;
  /** SHA-256 of the submission, by which a repetition is recognised. */
  readonly fingerprint: string;
  readonly type: string;
  readonly requirement: Requirement;
  /** The queue of tasks with the same requirement. */
  readonly queue: string;
  readonly input: string;
  readonly priority: TaskPriority;
  readonly state: TaskState;
  /** The task's place by age and fairness, before its priority. */
  readonly fairAtMs: number;
  /** The task's place in its queue: the least is next. */
  readonly rankMs: number;
  readonly deadlineAtMs: number;
  /** When a pending task is queued. */
  readonly dueAtMs: number | null;
  readonly leaseMs: number | null;
  readonly leaseEndsAtMs: number | null;
  /** When the sweeper must look at the task; null when it has ended. */
  readonly wakeAtMs: number | null;
  /** The agent that holds it or held it last. */
  readonly agentId: string | null;
  /** The fencing token of the newest lease; rises with every claim. */
  readonly token: number;
  /** Failed attempts. */
  readonly failures: number;
  readonly maxAttempts: number;
  /** Percent. */
  readonly progress: number | null;
  readonly progressMessage: string | null;
  readonly result: string | null;
  /** Questions of agents and answers of the submitter, a JSON text of a Question[]. */
  readonly questions: string;
  /** The finished task whose input this one has. */
  readonly replayOf: string | null;
  /** The conversation that the submitter put the task into; null when the task is its own. */
  readonly contextId: string | null;
  /** The id that the submitter gave to the message with which it submitted the task. */
  readonly messageId: string | null;
  /** The W3C trace context of the submission, by which spans of other processes join its trace. */
  readonly traceparent: string | null;
  /** Where changes of its state are pushed to, a JSON text of a TaskPush[]. */
  readonly pushes: string;
  /** The URL that is told of the task's end. */
  readonly callback: string | null;
  /** How an agent with a webhook is chosen for it. */
  readonly strategy: Strategy;
  /** How long an agent that was chosen may take to answer, milliseconds. */
  readonly answerMs: number;
  /** Why the task has its agent, a sentence for people; null before it has had one. */
  readonly routingReason: string | null;
  /** Until when the chosen agent must accept; null when nobody is asked now. */
  readonly reservedUntilMs: number | null;
  /** The run of a workflow that submitted it as one of its steps. */
  readonly runId: string | null;
  readonly failureCode: string | null;
  readonly failureMessage: string | null;
  readonly createdAtMs: number;
  readonly assignedAtMs: number | null;
  readonly endedAtMs: number | null;
  readonly updatedAtMs: number;
  readonly version: number;
}

/** A URL that gets every new state of a task. */
export interface TaskPush {
  readonly id: string;
  readonly url: string;
}

/** A question of the agent that held a task, and the submitter's answer, any JSON; null while it is open. */
export interface Question {
  readonly question: string;
  readonly answer: unknown;
}

/** How an attempt ended. */
export type AttemptOutcome =
  | 'completed'
  | 'failed'
  | 'rejected'
  | 'released'
  | 'inputRequested'
  | 'cancelled'
  | 'expired'
  | 'leaseEnded';

/** One agent's attempt at a task, from a claim to its end. */
export interface AttemptRow {
  readonly taskId: string;
  /** Its fencing token. */
  readonly token: number;
  readonly agentId: string;
  readonly startedAtMs: number;
  readonly endedAtMs: number | null;
  readonly outcome: AttemptOutcome | null;
  readonly failureCode: string | null;
  readonly failureMessage: string | null;
}
