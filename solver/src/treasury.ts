import type { ChainProvider, KeyHandle } from '@causeway/chains';
import { ok, type Result } from '@causeway/protocol';
import { assetKey, type Held } from './lanes.ts';

/** What the accounts of a solver hold, less what fills under way will pay and what is kept. */
export class Treasury {
  readonly #kept: ReadonlyMap<string, bigint>;
  /** What each fill under way will pay at most, by its swap. */
  readonly #reserved = new Map<string, { readonly asset: string; readonly amount: bigint }>();

  /** The balance of each asset as it was read last, and the newest block then. */
  readonly #balances = new Map<string, { readonly block: number; readonly balance: bigint }>();

  /** `kept`: local units of each asset that are never paid, by `assetKey`. */
  constructor(kept: ReadonlyMap<string, bigint>) {
    this.#kept = kept;
  }

  /** Sets `amount` aside for the fill of `swapId`, in place of what was set aside for it before. */
  reserve(swapId: string, { domain, address }: Held, amount: bigint): void {
    this.#reserved.set(swapId, { asset: assetKey(domain, address), amount });
  }

  /** The fill has paid, or never will. */
  release(swapId: string): void {
    this.#reserved.delete(swapId);
  }

  reservedOf({ domain, address }: Held): bigint {
    const asset = assetKey(domain, address);
    let sum = 0n;
    for (const each of this.#reserved.values()) if (each.asset === asset) sum += each.amount;
    return sum;
  }

  /**
   * Local units of `asset` that may be promised: the balance less what is reserved and kept, which may be below zero. A
   * fill that is included and not yet seen counts twice. The balance is read once for each `block`, the newest one.
   */
  async available(
    provider: Pick<ChainProvider, 'wallet'>,
    { address: owner }: Pick<KeyHandle, 'address'>,
    asset: Held,
    block: number,
  ): Promise<Result<bigint, { readonly code: string; readonly message: string }>> {
    const key = assetKey(asset.domain, asset.address);
    let read = this.#balances.get(key);
    if (read?.block !== block) {
      const holding = await provider.wallet.holding(owner, asset);
      if (!holding.ok) return holding;
      read = { block, balance: holding.value };
      this.#balances.set(key, read);
    }
    return ok(read.balance - this.reservedOf(asset) - (this.#kept.get(key) ?? 0n));
  }
}
