/** The caller's choices for a collaboration. */
export interface CollaborationOptions {
  /** The capability of the agents' tasks. */
  readonly capability: string;
  /** Rounds of a consensus at most. */
  readonly rounds: number;
  /** Time for the tasks of one round, milliseconds. */
  readonly timeoutMs: number;
  /** Whose votes count more: nobody's, or each as the caller, or else the agent itself, says. */
  readonly voting: 'majority' | 'weighted';
  /** The caller's weights by agent; null when the agents' own count. */
  readonly weights: Readonly<Record<string, number>> | null;
  /** True when the lead of a delegation makes the result from the parts. */
  readonly join: boolean;
}

/** The role of a task in a collaboration. */
export type PartKind = 'vote' | 'split' | 'subtask' | 'join';
