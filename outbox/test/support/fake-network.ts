import type { Gap, KeyHandle, SendFailure, Sequences } from '@causeway/chains';
import { fail, ok, type Result, type SignedTransaction, type SubmissionOutcome } from '@causeway/protocol';
import type { ChainAccess } from '../../src/outbox.ts';

/** A submission with `reference`, by default at sequence 0 and price 1. */
export const signed = (reference: string, price = 1, sequence = 0): SignedTransaction => ({
  reference,
  raw: `raw ${reference}`,
  payer: 'payer',
  sequence,
  fee: { price: String(price) },
});

export const PAYER: KeyHandle = { address: 'payer', publicKey: '0x', sign: async () => '0x' };

/** The sequence numbers of a network, which a test reads. */
export class FakeSequences implements Sequences {
  /** References whose sequence numbers are held, and those that were given back. */
  readonly held = new Set<string>();
  readonly released: string[] = [];
  /** What the next gaps are, and what was asked to find them. */
  gap: Result<Gap, SendFailure> = ok({ waits: false, closed: [] });
  readonly asked: { readonly own: readonly string[]; readonly stored: readonly number[] }[] = [];

  hold(submissions: readonly SignedTransaction[]): void {
    for (const { reference } of submissions) this.held.add(reference);
  }

  release(submissions: readonly SignedTransaction[]): void {
    for (const { reference } of submissions) this.released.push(reference);
  }

  readonly empty: Sequences['empty'] = async ({ reference, fee, sequence }) =>
    ok(signed(`${reference.replace(' emptied', '')} emptied`, 2 * Number(fee.price), sequence));

  readonly closeGap: Sequences['closeGap'] = async (own, _payer, stored) => {
    this.asked.push({ own: own.map(({ reference }) => reference), stored: [...(await stored())].sort() });
    return this.gap;
  };
}

/** A network whose outcomes a test sets per transaction. */
export class FakeNetwork {
  readonly sequences = new FakeSequences();
  /** References in the order of their broadcasts. */
  readonly broadcasts: string[] = [];
  readonly outcomes = new Map<string, Result<SubmissionOutcome, SendFailure>>();
  /** Failure codes of broadcasts, by reference. */
  readonly refusals = new Map<string, SendFailure['code']>();
  /** The failure code of every replacement. */
  replaceFailure: SendFailure['code'] | undefined;
  onBroadcast: (submission: SignedTransaction) => Promise<void> = async () => {};

  readonly route: ChainAccess = {
    payer: PAYER,
    escalateAfterMs: 10_000,
    provider: {
      sequences: this.sequences,
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
