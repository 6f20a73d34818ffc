import type { Result } from '@causeway/protocol';
import type { SendFailure } from '../failures.ts';

/** How this process uses a nonce. Whatever the use is, nothing else is signed with the nonce. */
type Use =
  /** Signed at `sinceMs`. Nothing says yet whether the submission will be stored and sent. */
  | { readonly state: 'prepared'; readonly sinceMs: number }
  /** Of a submission that is stored; refused: the network did not take it when it was offered last. */
  | { readonly state: 'held' | 'refused' }
  /** A node took the transaction at `sinceMs`. */
  | { readonly state: 'sent'; readonly sinceMs: number };

/** An account's next nonce, as the endpoints count it. */
export interface NonceCounts {
  /** By the transactions of blocks. */
  readonly mined: number;
  /** Transactions that wait in the nodes' mempools are counted too. */
  readonly pending: number;
}

interface PayerState {
  /** Resolves when the payer's latest preparation is done. Preparations of one payer run one after another. */
  tail: Promise<unknown>;
  readonly uses: Map<number, Use>;
}

/**
 * The most waiting transactions of other programs that a pending count is believed. An endpoint that counts more is
 * wrong, and a nonce beyond its count would never come due.
 */
const MAX_FOREIGN = 16;

/** The most missing nonces that are filled at a time. */
const MAX_FILLED = 64;

/**
 * Hands out account nonces per payer. A nonce is free when the chain does not count it as used or pending and no
 * submission of this process uses it. No time frees a nonce: it is free again when its submission will not be sent.
 */
export class NonceTracker {
  readonly #payers = new Map<string, PayerState>();
  readonly #now: () => number;
  readonly #lostAfterMs: number;

  /**
   * `lostAfterMs`: milliseconds after which a prepared submission that was neither stored nor sent is believed lost.
   * Its nonce is then filled where it holds up others, and never handed out.
   */
  constructor(now: () => number, lostAfterMs: number) {
    this.#now = now;
    this.#lostAfterMs = lostAfterMs;
  }

  /**
   * Runs `prepare` alone for `payer`. Its argument `take` returns the first of `count` free nonces in a row, the lowest
   * ones from the chain's pending count on.
   */
  async exclusively<T>(
    payer: string,
    prepare: (take: (counts: NonceCounts, count: number) => number) => Promise<Result<T, SendFailure>>,
  ) {
    const state = this.#state(payer);
    const taken: number[] = [];
    const run = state.tail.then(async () => {
      let done = false;
      try {
        const result = await prepare((counts, count) => {
          const first = lowestFree(state, counts, count);
          for (let nonce = first; nonce < first + count; nonce += 1) {
            taken.push(nonce);
            state.uses.set(nonce, { state: 'prepared', sinceMs: this.#now() });
          }
          return first;
        });
        done = result.ok;
        return result;
      } finally {
        if (!done) for (const nonce of taken) state.uses.delete(nonce);
      }
    });
    state.tail = run.catch(() => {});
    return run;
  }

  /** Records that a submission with `nonce` is stored, by this process or by an earlier one. */
  hold(payer: string, nonce: number): void {
    const { uses } = this.#state(payer);
    const known = uses.get(nonce)?.state ?? 'prepared';
    if (known === 'prepared') uses.set(nonce, { state: 'held' });
  }

  /** Frees `nonce`, whose submission will not be sent. The nonce of a transaction that a node has stays in use. */
  release(payer: string, nonce: number): void {
    const { uses } = this.#state(payer);
    if (uses.get(nonce)?.state !== 'sent') uses.delete(nonce);
  }

  /** Records that the network has a transaction with `nonce`. */
  sent(payer: string, nonce: number): void {
    this.#state(payer).uses.set(nonce, { state: 'sent', sinceMs: this.#now() });
  }

  /**
   * Records that no node took a transaction with `nonce`. A stored submission keeps it, because the same bytes are
   * offered again; any other one gives it back. `underpriced`: the fee was too low, perhaps only to replace another
   * version.
   */
  refused(payer: string, nonce: number, underpriced = false): void {
    const { uses } = this.#state(payer);
    const state = uses.get(nonce)?.state;
    if (state === 'prepared') uses.delete(nonce);
    else if (state === 'held' || (state === 'sent' && !underpriced)) uses.set(nonce, { state: 'refused' });
  }

  /** Frees `nonce`, which is used on chain. */
  finished(payer: string, nonce: number): void {
    this.#state(payer).uses.delete(nonce);
  }

  /**
   * The lowest nonces from `mined` to below `end` with which nothing is under way, at most MAX_FILLED, without the
   * `own` ones of whoever asks. Under way is what `stored` reads, and what was prepared or sent lately. A stored
   * transaction whose turn it is, and which the network refuses, is not: those above it may be refused because of it.
   * Call this within
   * `exclusively`, so that nothing is prepared meanwhile.
   */
  async missing(
    payer: string,
    {
      mined,
      end,
      own = new Set(),
    }: { readonly mined: number; readonly end: number; readonly own?: ReadonlySet<number> },
    stored: () => Promise<ReadonlySet<number>>,
  ): Promise<readonly number[]> {
    const { uses } = this.#state(payer);
    // Noted before the read, because a preparation that is stored during the read may be in neither.
    const young = new Set([...uses].flatMap(([nonce, use]) => (this.#isYoung(use) ? [nonce] : [])));
    const held = await stored();
    const missing: number[] = [];
    for (let nonce = mined; nonce < end && missing.length < MAX_FILLED; nonce += 1) {
      const underWay = held.has(nonce) && !(nonce === mined && uses.get(nonce)?.state === 'refused');
      if (!underWay && !young.has(nonce) && !own.has(nonce)) missing.push(nonce);
    }
    return missing;
  }

  /**
   * What was sent without a record is asked for again by the submission that waits for it, so it counts for half the
   * time.
   */
  #isYoung(use: Use): boolean {
    if (use.state !== 'prepared' && use.state !== 'sent') return false;
    const ageMs = this.#now() - use.sinceMs;
    return use.state === 'prepared' ? ageMs < this.#lostAfterMs : 2 * ageMs < this.#lostAfterMs;
  }

  #state(payer: string): PayerState {
    const key = payer.toLowerCase();
    const known = this.#payers.get(key);
    if (known) return known;
    const state: PayerState = { tail: Promise.resolve(), uses: new Map() };
    this.#payers.set(key, state);
    return state;
  }
}

/**
 * The first of the lowest `count` free nonces in a row. Only transactions of blocks are forgotten: a pending count that
 * is too high would free nonces that are in use.
 */
function lowestFree({ uses }: PayerState, { mined, pending }: NonceCounts, count: number): number {
  for (const nonce of uses.keys()) if (nonce < mined) uses.delete(nonce);
  const own = [...uses.keys()].filter((nonce) => nonce < pending).length;
  let first = pending - mined - own > MAX_FOREIGN ? mined : Math.max(pending, mined);
  for (let nonce = first; nonce < first + count; nonce += 1) if (uses.has(nonce)) first = nonce + 1;
  return first;
}
