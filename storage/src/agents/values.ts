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

/** A failed attempt's code and sentence. */
export interface TaskFailure {
  readonly code: string;
  readonly message: string;
}

/** How an agent is chosen among those that meet a requirement. */
export const STRATEGIES = ['first_available', 'best_match', 'load_balanced'] as const;

export type Strategy = (typeof STRATEGIES)[number];

/** A URL that gets every new state of a task. */
export interface TaskPush {
  readonly id: string;
  readonly url: string;
}

/** A question of the agent that held a task, and the submitter's answer, any JSON; null while it is open. */
export interface Question {
  readonly question: string;
  readonly answer: unknown;
  /** The id that the submitter gave to the message with the answer. */
  readonly messageId?: string;
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
