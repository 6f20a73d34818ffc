/** The state of an account in some slot. */
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

/** The state of every account in each slot that is not final yet, and its final state. */
export class AccountStore {
  readonly #versions = new Map<string, Version[]>();
  readonly #byOwner = new Map<string, Set<string>>();

  /** The account at the end of `slot`. Slots before the pruned one are not kept. */
  read(address: string, slot: number): AccountState | null {
    return this.#versions.get(address)?.findLast((version) => version.slot <= slot)?.state ?? null;
  }

  /** The account's newest state. */
  latest(address: string): AccountState | null {
    return this.#versions.get(address)?.at(-1)?.state ?? null;
  }

  /** Records the state of `address` from `slot` on. Forgets states that no slot from `finalSlot` on can see. */
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

  /** Accounts that `owner` owned at the end of `slot`. */
  *ownedBy(owner: string, slot: number): Generator<readonly [string, AccountState]> {
    for (const address of this.#ownedBy(owner)) {
      const state = this.read(address, slot);
      if (state?.owner === owner) yield [address, state];
    }
  }

  /** The newest state of every account. */
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

/** True when two states are equal. */
export function sameState(one: AccountState | null, other: AccountState | null): boolean {
  if (one === null || other === null) return one === other;
  return (
    one.lamports === other.lamports &&
    one.owner === other.owner &&
    one.executable === other.executable &&
    Buffer.compare(one.data, other.data) === 0
  );
}
