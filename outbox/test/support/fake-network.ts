import type { KeyHandle } from '@causeway/chains';
import { fail, ok, type Result, type Submission, type SubmissionOutcome } from '@causeway/protocol';
import type { Route } from '../../src/outbox.ts';

/** A submission with `reference`, at sequence 0 and price 1. */
export const signed = (reference: string, price = 1): Submission => ({
  reference,
  raw: `raw ${reference}`,
  payer: 'payer',
  sequence: 0,
  fee: { price: String(price) },
});

export const PAYER: KeyHandle = { address: 'payer', publicKey: '0x', sign: async () => '0x' };

/** A network whose outcomes a test sets per transaction. */
export class FakeNetwork {
  /** References in the order of their broadcasts. */
  readonly broadcasts: string[] = [];
  readonly outcomes = new Map<string, Result<SubmissionOutcome>>();
  /** Failure codes of broadcasts, by reference. */
  readonly refusals = new Map<string, string>();
  /** The failure code of every replacement. */
  replaceFailure: string | undefined;
  onBroadcast: (submission: Submission) => Promise<void> = async () => {};

  readonly route: Route = {
    payer: PAYER,
    escalateAfterMs: 10_000,
    provider: {
      broadcast: async (submission) => {
        await this.onBroadcast(submission);
        this.broadcasts.push(submission.reference);
        const refusal = this.refusals.get(submission.reference);
        return refusal === undefined ? ok(submission.reference) : fail(refusal, 'not taken', true);
      },
      outcome: async ({ reference }) => this.outcomes.get(reference) ?? ok({ state: 'pending' }),
      replace: async ({ reference, fee }) =>
        this.replaceFailure === undefined
          ? ok(signed(`${reference}+`, 2 * Number(fee.price)))
          : fail(this.replaceFailure, 'not replaced', true),
    },
  };

  include(reference: string, success = true): void {
    const block = { number: 5, hash: '0x05', timeMs: 0 };
    this.outcomes.set(reference, ok({ state: 'included', block, success, events: [], executionUnits: 1n, costs: [] }));
  }

  drop(reference: string, expired?: boolean): void {
    this.outcomes.set(reference, ok({ state: 'dropped', ...(expired === undefined ? {} : { expired }) }));
  }
}
