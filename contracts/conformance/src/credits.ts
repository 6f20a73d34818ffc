import assert from 'node:assert/strict';
import type { Hex } from '@causeway/protocol';
import type { Bridge } from './bridge.ts';
import type { Currency } from './bridge-under-test.ts';

/** The failed payments of one currency that nobody has claimed, by creditor, in wire units. */
export class Credits {
  readonly #bridge: Bridge;
  readonly #currency: Currency;
  readonly #owed = new Map<Hex, bigint>();

  constructor(bridge: Bridge, currency: Currency) {
    this.#bridge = bridge;
    this.#currency = currency;
  }

  /** Wire units that all creditors may claim. */
  get sum(): bigint {
    return [...this.#owed.values()].reduce((sum, credit) => sum + credit, 0n);
  }

  add(creditor: Hex, wireAmount: bigint): void {
    this.#owed.set(creditor, this.#of(creditor) + wireAmount);
  }

  /** Claims all that `creditor` has to the account of `to`, which must get it. `unit`: local units per wire unit. */
  async claim(creditor: Hex, to: Hex, unit: bigint): Promise<void> {
    const { under } = this.#bridge;
    const credit = this.#of(creditor) * unit;
    assert.equal(await under.credit(this.#currency, creditor), credit);
    const call = this.#bridge.claim(this.#currency, creditor, to);
    if (credit === 0n) return this.#bridge.fails(call, 'NothingToClaim');
    const before = await under.balance(this.#currency, to);
    await this.#bridge.run(call);
    assert.equal((await under.balance(this.#currency, to)) - before, credit);
    this.#owed.delete(creditor);
  }

  #of(creditor: Hex): bigint {
    return this.#owed.get(creditor) ?? 0n;
  }
}
