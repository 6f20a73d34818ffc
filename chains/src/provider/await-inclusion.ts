import { fail, ok, type Result, type SignedTransaction } from '@causeway/protocol';
import { type Clock, sleep, systemClock } from '@causeway/runtime';
import type { SendFailure } from '../failures.ts';
import type { KeyHandle, Sender, Sequences } from './provider.ts';

/** How a submission is followed to its inclusion. All times in milliseconds. */
export interface Following {
  readonly clock?: Clock;
  /** Pause between two reads of the outcome; 250 when absent. */
  readonly lookMs?: number;
  /** Wait before a replacement at a higher fee; 30,000 when absent. */
  readonly escalateAfterMs?: number;
  /** Longest wait; 20 minutes when absent, which exceeds the lifetime of a transaction that expires. */
  readonly giveUpMs?: number;
}

/** Time before a transaction that is not included is sent again: nodes drop transactions that they have no room for. */
const RESEND_MS = 2_000;

/**
 * Broadcasts `first` and waits for inclusion. Meanwhile it sends the transaction again, and replaces it at a higher fee
 * for
 * `payer` where the kind of chain allows it; without a payer nothing is replaced. Returns the reference of the included
 * version. Fails as `broadcast` does, with the reason of a failed execution, or with NOT_INCLUDED when no version can
 * be included or the wait ends.
 */
export async function awaitInclusion(
  sender: Pick<Sender, 'broadcast' | 'outcome' | 'replace'> & {
    readonly sequences?: Pick<Sequences, 'release'> | undefined;
  },
  first: SignedTransaction,
  payer: KeyHandle | null,
  { clock = systemClock, lookMs = 250, escalateAfterMs = 30_000, giveUpMs = 1_200_000 }: Following = {},
): Promise<Result<string, SendFailure>> {
  const accepted = await sender.broadcast(first);
  if (!accepted.ok) {
    sender.sequences?.release([first]);
    return accepted;
  }
  const versions = [first];
  const start = clock.now();
  let sentAt = start;
  let escalatedAt = start;
  while (clock.now() - start < giveUpMs) {
    const settled = await includedOf(sender, versions);
    if (settled) return settled;
    await sleep(clock, lookMs);
    const newest = versions.at(-1) ?? first;
    const now = clock.now();
    if (payer && now - escalatedAt >= escalateAfterMs) {
      escalatedAt = now;
      const higher = await sender.replace(newest, payer);
      if (higher.ok) {
        versions.push(higher.value);
        sentAt = Number.NEGATIVE_INFINITY;
      }
    }
    if (now - sentAt < RESEND_MS) continue;
    sentAt = now;
    await sender.broadcast(versions.at(-1) ?? newest);
  }
  return notIncluded(versions);
}

/** The result of the included version, or of the end of all; undefined while one may still be included. */
async function includedOf(
  sender: Pick<Sender, 'outcome'>,
  versions: readonly SignedTransaction[],
): Promise<Result<string, SendFailure> | undefined> {
  const outcomes = await Promise.all(versions.map((version) => sender.outcome(version)));
  for (const [index, outcome] of outcomes.entries()) {
    if (!outcome.ok || outcome.value.state !== 'included') continue;
    const { success, failure } = outcome.value;
    if (success) return ok((versions[index] as SignedTransaction).reference);
    return {
      ok: false,
      error: failure ?? { code: 'EXECUTION_FAILED', message: 'the execution failed', retryable: false },
    };
  }
  const over = outcomes.every((outcome) => outcome.ok && outcome.value.state === 'dropped');
  return over ? notIncluded(versions) : undefined;
}

const notIncluded = (versions: readonly SignedTransaction[]): Result<string, SendFailure> =>
  fail('NOT_INCLUDED', `transaction ${versions.at(-1)?.reference} was not included in time`, true);
