import type { AddressBook, ChainIdentity, ChainReader } from '@causeway/chains';
import type { Domain, Hex } from '@causeway/protocol';
import type { Clock } from '@causeway/runtime';

/** How long a balance is reused, milliseconds. */
const LIFETIME_MS = 2_000;
/** Most balances that are kept. */
const MAX_KEPT = 10_000;

/** A balance in local units, and the decimals of its token. */
export interface Balance {
  readonly amount: bigint;
  readonly decimals: number;
}

/** A bridge at which balances are read. */
type Holdings = ChainIdentity & AddressBook & Pick<ChainReader, 'balance' | 'decimals'>;

interface Reading {
  readonly atMs: number;
  readonly balance: Promise<Balance | null>;
}

/** Balances on chain, each read at most every two seconds for any number of callers. */
export class Balances {
  readonly #clock: Clock;
  readonly #readings = new Map<string, Reading>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** What `holder` (left-padded) has of the asset with that home; null when the chain cannot be read. */
  read(provider: Holdings, holder: Hex, home: Domain): Promise<Balance | null> {
    const key = [provider.domain, provider.family, holder, home].join(' ');
    const nowMs = this.#clock.now();
    const known = this.#readings.get(key);
    if (known && nowMs - known.atMs < LIFETIME_MS) return known.balance;
    const balance = readBalance(provider, holder, home);
    // Deleted first, so that the map is in the order of reading.
    this.#readings.delete(key);
    this.#readings.set(key, { atMs: nowMs, balance });
    void balance.then((read) => {
      // A failure is not kept.
      if (read === null && this.#readings.get(key)?.balance === balance) this.#readings.delete(key);
    });
    this.#forget(nowMs);
    return balance;
  }

  /** Forgets readings past their lifetime, and the oldest beyond the limit. */
  #forget(nowMs: number): void {
    for (const [key, { atMs }] of this.#readings) {
      if (nowMs - atMs < LIFETIME_MS && this.#readings.size <= MAX_KEPT) return;
      this.#readings.delete(key);
    }
  }
}

async function readBalance(provider: Holdings, holder: Hex, home: Domain): Promise<Balance | null> {
  const [amount, decimals] = await Promise.all([
    provider.balance(provider.formatAddress(holder), home),
    provider.decimals(home),
  ]);
  return amount.ok && decimals.ok ? { amount: amount.value, decimals: decimals.value } : null;
}
