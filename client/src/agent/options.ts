import type { Agents, Capability, ClaimedTask, Endpoints, NewArtifact, Tasks } from '../areas/agents.ts';
import type { Avatars } from '../areas/avatars.ts';
import type { Events } from '../areas/events.ts';

/** A claimed task whose input has the type that the agent expects. */
export type TaskOf<Input> = Omit<ClaimedTask, 'input'> & { readonly input: Input };

/** What an agent's `run` can do besides returning the task's result. */
export interface TaskContext {
  /**
   * Aborts when the agent does not hold the task any more, as when it is cancelled: drop the work, nothing of it
   * counts.
   */
  readonly signal: AbortSignal;
  /** Tells the submitter how far the work is, in percent. It returns at once and never throws. */
  progress(percent: number, message?: string): void;
  /** Adds a message to the task's history. It returns at once and never throws. */
  log(message: string): void;
  /** Stores a named part besides the result; one with the same name is replaced. Rejects when it is refused. */
  artifact(part: NewArtifact): Promise<void>;
  /**
   * The submitter's answer to the question. Without one, this throws and the attempt ends; `run` begins again when
   * there is an answer, possibly at another agent, so ask before work that must not happen twice.
   */
  ask(question: string): Promise<unknown>;
}

/** What an agent did, for logs. */
export type AgentEvent =
  | { readonly type: 'claimed' | 'completed' | 'released'; readonly taskId: string }
  | { readonly type: 'asked'; readonly taskId: string; readonly question: string }
  | { readonly type: 'failed' | 'rejected'; readonly taskId: string; readonly code: string; readonly message: string }
  /** The agent does not hold the task any more: the lease ended, or the task was cancelled or expired. */
  | { readonly type: 'lost'; readonly taskId: string; readonly message: string }
  /** The end of the agent's API key, at the start and when it changed; and its renewal. */
  | { readonly type: 'keyEnds'; readonly expiresAt: string }
  | { readonly type: 'keyRenewed'; readonly expiresAt: string | null }
  /** The service does not answer, or takes no claims; the agent tries again after the pause. */
  | { readonly type: 'waiting'; readonly message: string; readonly pauseMs: number };

/** The part of `Causeway` that agents use. */
export interface AgentClient {
  readonly agents: Agents;
  readonly avatars: Avatars;
  readonly events: Events;
  readonly tasks: Tasks;
}

export interface AgentOptions<Input = Readonly<Record<string, unknown>>> {
  /** A client that acts as the agent: with the API key of an AI_Agent. */
  readonly causeway: AgentClient;
  /** For people. */
  readonly name: string;
  readonly capabilities: readonly Capability[];
  readonly endpoints?: Endpoints;
  /** Does one task and returns its result, any JSON. */
  readonly run: (task: TaskOf<Input>, context: TaskContext) => unknown;
  /** Tasks at once, 1 to 1,000; 1 when absent. */
  readonly concurrency?: number;
  /** Another agent gets a task when nothing was heard of this one for so long, milliseconds; 30,000 when absent. */
  readonly leaseMs?: number;
  /** How long `stop` lets running tasks finish before it gives them back, milliseconds; 10,000 when absent. */
  readonly graceMs?: number;
  /**
   * True: no other process runs this agent. Tasks that an earlier process still holds, because it was killed, are given
   * back at the start, instead of when their leases end.
   */
  readonly exclusive?: boolean;
  /**
   * Stores the API key that has taken the place of the agent's. With it, the key is renewed in the last quarter of its
   * life; without it, in its last hour, for this process alone: a later start needs a key that its owner makes.
   */
  readonly onKey?: (apiKey: string, expiresAt: string | null) => void | Promise<void>;
  /** Called with everything that happens. */
  readonly onEvent?: (event: AgentEvent) => void;
  /** Aborts like a call of `stop`. */
  readonly signal?: AbortSignal;
}
