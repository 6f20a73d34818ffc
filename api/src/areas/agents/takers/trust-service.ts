import type { AgentStorage } from '@causeway/agents';
import { ok } from '@causeway/protocol';
import type { Caller } from '../../../http/callers/callers.ts';
import type { Answer } from '../../../http/errors/errors.ts';
import { type AvatarService, auditOf, type Origin } from '../../avatars/index.ts';
import { refuse } from '../errors.ts';
import type { TakerPolicy } from './policy.ts';

export interface TrustParts {
  readonly trusts: AgentStorage['trusts'];
  readonly policy: TakerPolicy;
  readonly avatars: Pick<AvatarService, 'auditLog'>;
}

/** Lists of trusted agents as their avatars see and change them. An agent with an owner has its owner's list. */
export class TrustService {
  readonly #parts: TrustParts;

  constructor(parts: TrustParts) {
    this.#parts = parts;
  }

  async list(caller: Caller): Promise<readonly string[]> {
    const { trusts, policy } = this.#parts;
    return trusts.list(await policy.principalOf(caller));
  }

  /** Replaces the caller's list. A stolen key of an agent must not widen who sees its owner's tasks. */
  async replace(caller: Caller, trusted: readonly string[], origin: Origin): Promise<Answer<readonly string[]>> {
    const { trusts, policy, avatars } = this.#parts;
    if ((await policy.principalOf(caller)) !== caller.avatarId) {
      return refuse('FORBIDDEN', 'an agent has its owner’s list, which its owner changes');
    }
    const replaced = await trusts.replace(
      caller.avatarId,
      trusted.map((id) => id.toLowerCase()),
    );
    if (!replaced.ok) {
      const { unknown } = replaced.error;
      return refuse('AGENTS_UNKNOWN', `no agent and no owner of agents is ${unknown.join(', ')}`, {
        facts: { unknown },
      });
    }
    const entry = auditOf(origin, { action: 'agents.trustChanged', facts: { trusted: replaced.value } });
    await avatars.auditLog.record(entry);
    return ok(replaced.value);
  }
}
