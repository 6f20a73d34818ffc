import type { TakerRule, Takers } from '@causeway/storage';
import type { Caller } from '../../../http/callers/callers.ts';
import type { AvatarService } from '../../avatars/index.ts';

export interface TakerPolicyParts {
  readonly avatars: Pick<AvatarService, 'get'>;
  /** Who may take work that does not say so itself. */
  readonly takers: Takers;
}

/** Who may take a caller's work: for tasks, workflows, collaborations and messages alike. */
export class TakerPolicy {
  readonly #parts: TakerPolicyParts;

  constructor(parts: TakerPolicyParts) {
    this.#parts = parts;
  }

  /**
   * The avatar whose agents are the caller's own ones, and whose list of trusted agents counts: for an agent, its
   * owner.
   */
  async principalOf({ avatarId, agentId }: Caller): Promise<string> {
    if (agentId === null) return avatarId;
    return (await this.#parts.avatars.get(avatarId))?.ownerId ?? avatarId;
  }

  /** The rule of work whose submission names `takers`, or says nothing about them. */
  async ruleOf(caller: Caller, takers: Takers | undefined): Promise<TakerRule> {
    return { takers: takers ?? this.#parts.takers, principalId: await this.principalOf(caller) };
  }
}
