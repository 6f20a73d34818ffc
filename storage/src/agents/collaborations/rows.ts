import type { CollaborationProtocol, CollaborationState, TaskState } from '@causeway/protocol';

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

/** A collaboration of agents. Times are Unix milliseconds; `input` and `outcome` are JSON text. */
export interface CollaborationRow {
  readonly id: string;
  readonly submitterId: string;
  /** The caller's name for the work, one per caller. */
  readonly taskId: string;
  /** SHA-256 of the request, by which a repetition is recognised. */
  readonly fingerprint: string;
  readonly protocol: CollaborationProtocol;
  readonly agents: readonly string[];
  readonly input: string;
  readonly options: CollaborationOptions;
  readonly state: CollaborationState;
  /** The current round, or the last one; the first is 1. */
  readonly round: number;
  /** The deadline of the current round's tasks. */
  readonly roundEndsAtMs: number;
  readonly outcome: string | null;
  /** True when nothing is left to do: it has ended, and so has every task of it. */
  readonly isSettled: boolean;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  readonly endedAtMs: number | null;
  readonly version: number;
}

/** The role of a task in a collaboration. */
export type PartKind = 'vote' | 'split' | 'subtask' | 'join';

/** One task of a collaboration. */
export interface PartRow {
  readonly collaborationId: string;
  readonly round: number;
  /** Its place in the round, from 0. */
  readonly position: number;
  readonly kind: PartKind;
  readonly taskId: string;
  /** The agent that the task is reserved to; null for any agent with the capability. */
  readonly agentId: string | null;
  readonly capability: string;
  /** The end of its task; null while it is open. */
  readonly state: TaskState | null;
  /** JSON text of a completed task. */
  readonly result: string | null;
  readonly failureCode: string | null;
  readonly failureMessage: string | null;
}
