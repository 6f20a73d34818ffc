import { fail, ok, type Result, type Submission, type SubmissionOutcome } from '@causeway/protocol';
import { FakeChain } from './fake-chain.ts';

/** A chain in memory whose transactions expire and cannot be replaced, like Solana and Radix. */
export abstract class FakeExpiringChain extends FakeChain {
  readonly #fates = new Map<string, 'lost' | 'expired'>();

  override replace = async (): Promise<Result<Submission>> => fail('NOT_REPLACEABLE', 'another would lock twice');

  override outcome = async (submission: Submission): Promise<Result<SubmissionOutcome>> => {
    const slot = this.included.get(`${submission.payer} ${submission.sequence}`);
    if (slot?.transaction.raw === submission.raw) {
      const block = { number: this.headNumber, hash: 'hash', timeMs: 0 };
      return ok({ state: 'included', block, success: slot.success, events: [], executionUnits: 9_000n });
    }
    const fate = this.#fates.get(submission.raw);
    return ok(fate ? { state: 'dropped', expired: fate === 'expired' } : { state: 'pending' });
  };

  /** Drops all waiting transactions. With `expired`, no fork can include them either. */
  lose(fate: 'lost' | 'expired'): void {
    for (const { raw } of this.broadcasts) this.#fates.set(raw, fate);
    this.mempool.clear();
  }
}
