import type { Result } from '@causeway/protocol';
import type { AckedBy, AgentMessageRow, Offer, QuotaExceeded } from '@causeway/storage';

/** The facts of a message to an agent with a capability. */
export type NewAgentMessage = Pick<
  AgentMessageRow,
  'senderId' | 'takers' | 'principalId' | 'requirement' | 'strategy' | 'timeoutMs' | 'type' | 'taskId' | 'input'
>;

/** The reason why an acknowledgement does not count. */
export type AckRefused =
  | { readonly code: 'MESSAGE_NOT_FOUND' }
  /** The agent was silent for too long: another agent has the message, or nobody. */
  | { readonly code: 'MESSAGE_PASSED_ON' };

/** An event of a sender's for some agents, or for everyone who follows. */
export interface Broadcast {
  readonly senderId: string;
  /** The agent in whose name it is sent. */
  readonly agentId: string;
  /** Its name. */
  readonly event: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly subscribers: readonly string[] | 'all';
}

/** A broadcast that was written. */
export interface BroadcastDone {
  readonly eventId: string;
  /** The newest of its events; every recipient has it at this place of the event log or before. */
  readonly seq: number;
  readonly recipients: number;
}

/**
 * Messages that one agent with a capability gets, and broadcasts. A change of a message and its events are one
 * transaction. Messages have the subject `message:<id>`.
 */
export interface AgentMessageRepository {
  /**
   * Writes a message and gives it to its first agent. Undefined when that agent may not be given it, or not any more. A
   * message beyond the history of the sender's owner is refused.
   */
  send(
    message: NewAgentMessage,
    first: Omit<Offer, 'offeredAtMs'>,
  ): Promise<Result<AgentMessageRow, QuotaExceeded> | undefined>;
  get(id: string): Promise<AgentMessageRow | undefined>;
  /** Messages whose agent was silent for too long, the longest due first. */
  due(limit: number): Promise<readonly AgentMessageRow[]>;
  /**
   * Gives a due message to the next agent, or ends it as undelivered when `next` is null. Undefined when it is not due
   * any more, has another number of offers than `row` because another process was first, or when `next` may not be
   * given it.
   */
  passOn(row: AgentMessageRow, next: Omit<Offer, 'offeredAtMs'> | null): Promise<AgentMessageRow | undefined>;
  /** Acknowledges a message for the agent that has it. A repetition answers the same. */
  acknowledge(id: string, agentId: string, by: AckedBy): Promise<Result<AgentMessageRow, AckRefused>>;
  /** Acknowledges and returns up to `limit` messages that the agent has, the oldest first. */
  take(agentId: string, limit: number): Promise<readonly AgentMessageRow[]>;
  /** Deletes messages that ended before `beforeMs`, with their events, in batches. Returns their number. */
  purge(beforeMs: number): Promise<number>;
  /** Writes a broadcast. The failure names the subscribers that are not registered. */
  broadcast(
    broadcast: Broadcast,
  ): Promise<Result<BroadcastDone, { readonly code: 'AGENTS_UNKNOWN'; readonly unknown: readonly string[] }>>;
}
