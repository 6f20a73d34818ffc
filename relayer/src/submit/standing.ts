import type { Leave } from '@causeway/outbox';
import type { ChainViewRepository, StoredSubmission } from '@causeway/storage';
import { type Proposal, proposalSchema, sourceOf } from '../plan/proposal.ts';
import { brokenAt } from '../view/soundness.ts';

const { actions: actionsSchema } = proposalSchema.shape;

/** An oracle transaction's place and what it acts on. */
interface Subject {
  readonly family: string;
  readonly destination: number;
  readonly sources: readonly number[];
}

/** Whether oracle transactions may still be sent, by the stored views. Another process may have found one of them broken. */
export class Standing {
  readonly #view: ChainViewRepository;

  constructor(view: ChainViewRepository) {
    this.#view = view;
  }

  /** What may be done with a proposal that is not reserved yet. */
  ofProposal({ family, destination, actions }: Proposal): Promise<Leave> {
    return this.#of({ family, destination, sources: actions.map(sourceOf) });
  }

  /** What may be done with a stored submission. */
  ofStored({ family, domain, details }: StoredSubmission): Promise<Leave> {
    const actions = actionsSchema.parse(details.actions);
    return this.#of({ family, destination: domain, sources: actions.map(sourceOf) });
  }

  async #of({ family, destination, sources }: Subject): Promise<Leave> {
    return brokenAt(await this.#view.broken(), family, [destination, ...sources]) ? 'wait' : 'send';
  }
}
