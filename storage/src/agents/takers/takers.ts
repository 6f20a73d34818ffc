import type { Result } from '@causeway/protocol';

/** Who may take a task: the submitter's own agents; these and the ones on the submitter's list; every agent. */
export const TAKERS = ['own', 'listed', 'any'] as const;
export type Takers = (typeof TAKERS)[number];

/** Who may take work, and whose agents are own ones. An agent that the submitter names may take it in any case. */
export interface TakerRule {
  readonly takers: Takers;
  /** The submitter; the owner of a submitter that is an agent. */
  readonly principalId: string;
}

/** Lists of trusted agents: one for each avatar. */
export interface TrustRepository {
  /** The avatar's list in its order: ids of agents, and of avatars all of whose agents are trusted. */
  list(trusterId: string): Promise<readonly string[]>;
  /**
   * Replaces the avatar's list. It counts at once, also for work that waits. The failure names the ids that are neither
   * a registered agent, nor the owner of one, nor on the list before.
   */
  replace(
    trusterId: string,
    trusted: readonly string[],
  ): Promise<Result<readonly string[], { readonly code: 'AGENTS_UNKNOWN'; readonly unknown: readonly string[] }>>;
  /** Ids of all registered agents that may take work under a rule other than `any`. */
  permitted(rule: TakerRule & { readonly takers: Exclude<Takers, 'any'> }): Promise<ReadonlySet<string>>;
}
