import type { Page } from '../core/page.ts';
import type { AgentRow } from './rows.ts';
import type { TakerRule } from './takers/takers.ts';
import type { Requirement } from './values.ts';

/** The facts of a registration. */
export type NewAgent = Pick<
  AgentRow,
  'id' | 'ownerId' | 'name' | 'capabilities' | 'endpoints' | 'availability' | 'maxConcurrentTasks'
>;

/** Facts that an agent or its owner changes. */
export type AgentPatch = Partial<Omit<NewAgent, 'id' | 'ownerId'>>;

/** Registered agents and the index of their capabilities. */
export interface AgentRepository {
  /**
   * Registers an agent; undefined when one with this id is registered. A deregistered one keeps its counts, and takes
   * its place among the agents of its owner again: `tooMany` when the owner has `maxAgents` already, by default any
   * number.
   */
  register(agent: NewAgent, maxAgents?: number): Promise<AgentRow | 'tooMany' | undefined>;
  /** The agent, unless it is deregistered. */
  get(id: string): Promise<AgentRow | undefined>;
  /** Agents of an owner, by id. */
  list(ownerId: string, cursor: string | null, limit: number, skip?: number): Promise<Page<AgentRow>>;
  /**
   * Changes an agent if it has one of `versions`, or if these are undefined. With `hide` it is deregistered: it is
   * found no more, and gets no task.
   */
  update(
    id: string,
    patch: AgentPatch | 'hide',
    versions: readonly number[] | undefined,
  ): Promise<AgentRow | undefined>;
  /** Records that the agent was heard of now. */
  seen(id: string): Promise<void>;
  /** The kinds of work that registered agents do, in the order of their names, at most `limit`. */
  capabilityTypes(limit: number): Promise<readonly string[]>;
  /**
   * Agents with a capability of the required type, model and resolution, at most `limit`, in the order of their ids,
   * after the id `after`; with `rule`, those that may take the work.
   */
  capable(
    requirement: Requirement,
    limit: number,
    options?: { readonly after?: string | undefined; readonly rule?: TakerRule },
  ): Promise<readonly AgentRow[]>;
  /** The agents with these ids, without deregistered ones, in any order. */
  getAll(ids: readonly string[]): Promise<readonly AgentRow[]>;
  /**
   * When the agents with these ids were last heard of, Unix milliseconds, without deregistered ones, and the newest
   * event's seq at the moment of the read, in one query. `seq` is null without any agent.
   */
  lastSeen(ids: readonly string[]): Promise<LastSeen>;
}

/** Times of an AgentRepository's `lastSeen`, by the agents' ids. */
export interface LastSeen {
  readonly times: ReadonlyMap<string, number>;
  readonly seq: number | null;
}

/** The subject of an agent's own events: it was registered, changed, deregistered, or is back after a silence. */
export const agentSubject = (agentId: string): string => `agent:${agentId}`;
