/** One account as it stood in some slot. */
export interface AccountState {
  readonly lamports: bigint;
  /** Base58. */
  readonly owner: string;
  readonly executable: boolean;
  readonly data: Uint8Array;
}

interface Version {
  readonly slot: number;
  /** null: the account is closed. */
  readonly state: AccountState | null;
}

/** Every account as it stood in each slot that is not final yet, and as it stands finally. */
export class AccountStore {
  readonly #versions = new Map<string, Version[]>();
  readonly #byOwner = new Map<string, Set<string>>();

  /** The account as of the end of `slot`. Slots before the pruned one are not kept. */
  read(address: string, slot: number): AccountState | null {
    return this.#versions.get(address)?.findLast((version) => version.slot <= slot)?.state ?? null;
  }

  /** The account now. */
  latest(address: string): AccountState | null {
    return this.#versions.get(address)?.at(-1)?.state ?? null;
  }

  /** Notes what `address` holds from `slot` on, and forgets what no slot from `finalSlot` on can see. */
  write(address: string, slot: number, state: AccountState | null, finalSlot: number): void {
    const versions = this.#versions.get(address) ?? [];
    if (versions.at(-1)?.slot === slot) versions.pop();
    versions.push({ slot, state });
    const oldest = versions.findLastIndex((version) => version.slot <= finalSlot);
    if (oldest > 0) versions.splice(0, oldest);
    if (versions.length === 1 && state === null) this.#versions.delete(address);
    else this.#versions.set(address, versions);
    if (state !== null) this.#ownedBy(state.owner).add(address);
  }

  /** Accounts that `owner` owned as of the end of `slot`. */
  *ownedBy(owner: string, slot: number): Generator<readonly [string, AccountState]> {
    for (const address of this.#ownedBy(owner)) {
      const state = this.read(address, slot);
      if (state?.owner === owner) yield [address, state];
    }
  }

  /** Every account now. */
  *all(): Generator<readonly [string, AccountState]> {
    for (const address of this.#versions.keys()) {
      const state = this.latest(address);
      if (state) yield [address, state];
    }
  }

  #ownedBy(owner: string): Set<string> {
    const owned = this.#byOwner.get(owner) ?? new Set();
    this.#byOwner.set(owner, owned);
    return owned;
  }
}

/** Whether two states are the same account. */
export function sameState(one: AccountState | null, other: AccountState | null): boolean {
  if (one === null || other === null) return one === other;
  return (
    one.lamports === other.lamports &&
    one.owner === other.owner &&
    one.executable === other.executable &&
    Buffer.compare(one.data, other.data) === 0
  );
}
