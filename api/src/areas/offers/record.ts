import type { Clock } from '@causeway/runtime';
import type { SolverOutcome } from '@causeway/storage';
import type { OfferRepository } from './rules/offers.ts';

/** How long a record is reused, milliseconds. */
const LIFETIME_MS = 1_000;
/** Most records that are kept. */
const MAX_KEPT = 10_000;

/** What became of an account's latest orders that were locked before their quote expired. */
export interface SolverRecord {
  readonly locked: number;
  /** How many of them it filled in time. */
  readonly filled: number;
  /** From the lock to the fill, the median of the filled ones; null without any. */
  readonly medianSeconds: number | null;
}

/** The record of these outcomes. Of an even number of fills, the longer of the two middle times. */
export function recordOf(outcomes: readonly SolverOutcome[]): SolverRecord {
  const seconds = outcomes.filter((outcome) => outcome !== null).sort((a, b) => a - b);
  return {
    locked: outcomes.length,
    filled: seconds.length,
    medianSeconds: seconds[seconds.length >> 1] ?? null,
  };
}

/** True for a record that is good enough for a time in which its solver alone may fill: also for none. */
export const earnsExclusivity = ({ locked, filled }: SolverRecord, minFilledPercent: number): boolean =>
  filled * 100 >= locked * minFilledPercent;

/** Records of accounts, each read at most once a second for any number of quotes. */
export class SolverRecords {
  readonly #storage: Pick<OfferRepository, 'outcomesOf'>;
  readonly #clock: Clock;
  readonly #readings = new Map<string, { readonly atMs: number; readonly record: Promise<SolverRecord> }>();

  constructor(storage: Pick<OfferRepository, 'outcomesOf'>, clock: Clock) {
    this.#storage = storage;
    this.#clock = clock;
  }

  /** The record of an account. Fails when the database cannot be read. */
  of(accountId: string): Promise<SolverRecord> {
    const nowMs = this.#clock.monotonic();
    const known = this.#readings.get(accountId);
    if (known && nowMs - known.atMs < LIFETIME_MS) return known.record;
    const record = this.#storage.outcomesOf(accountId).then(recordOf);
    if (this.#readings.size >= MAX_KEPT) this.#readings.clear();
    this.#readings.set(accountId, { atMs: nowMs, record });
    // A failure is not kept.
    record.catch(() => this.#readings.delete(accountId));
    return record;
  }
}
