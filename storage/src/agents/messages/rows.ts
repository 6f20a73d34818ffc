import type { AgentMessageState } from '@causeway/protocol';
import type { Requirement } from '../rows.ts';

/** How an agent told that it has a message: its webhook answered 2xx, it fetched the message, or it said so. */
export type AckedBy = 'webhook' | 'claim' | 'ack';

/** An agent that was given a message, and why it was chosen. */
export interface Offer {
  readonly agentId: string;
  readonly reason: string;
  /** Unix milliseconds. */
  readonly offeredAtMs: number;
}

/** A message to one agent with a capability. Times are Unix milliseconds. */
export interface AgentMessageRow {
  readonly id: string;
  readonly senderId: string;
  readonly requirement: Requirement;
  /** How each agent is chosen. */
  readonly strategy: string;
  /** How long each agent may be silent, milliseconds. */
  readonly timeoutMs: number;
  /** The message: its kind, the id of a task that it is about, and JSON text. */
  readonly type: string;
  readonly taskId: string | null;
  readonly input: string;
  readonly state: AgentMessageState;
  /** Every agent that was given the message; the last one has it now. */
  readonly offers: readonly Offer[];
  /** The agent of the last offer. */
  readonly agentId: string;
  /** When the next agent gets the message; null when it has ended. */
  readonly wakeAtMs: number | null;
  readonly ackedBy: AckedBy | null;
  readonly createdAtMs: number;
  readonly endedAtMs: number | null;
}
