// settling-costs.json. CAUSEWAY_UPDATE_COSTS=1 rewrites the kinds that a run measures.
import { strict as assert } from 'node:assert';
import { readFileSync, writeFileSync } from 'node:fs';
import type { SwapCall } from '@causeway/chains';

const url = new URL('settling-costs.json', import.meta.url);
const update = process.env.CAUSEWAY_UPDATE_COSTS === '1';

/** What a call of a settler takes. */
export interface CallCost {
  /** Transactions, with approvals and the creation of accounts. */
  readonly transactions: number;
  /** RPC calls to prepare and broadcast them, by a provider with one endpoint that has read nothing before. */
  readonly calls: number;
}

type Costs = Readonly<Record<string, Readonly<Record<string, CallCost>>>>;

/** The most that each function of a settler has cost on a kind of chain. */
export class SettlingCosts {
  readonly #kind: string;
  readonly #most = new Map<SwapCall['function'], CallCost>();

  constructor(kind: string) {
    this.#kind = kind;
  }

  add(name: SwapCall['function'], { transactions, calls }: CallCost): void {
    const most = this.#most.get(name) ?? { transactions: 0, calls: 0 };
    this.#most.set(name, {
      transactions: Math.max(most.transactions, transactions),
      calls: Math.max(most.calls, calls),
    });
  }

  /** Asserts that the snapshot says the same. */
  assertSame(): void {
    const measured = Object.fromEntries([...this.#most].sort(([one], [other]) => one.localeCompare(other)));
    const snapshot: Costs = JSON.parse(readFileSync(url, 'utf8'));
    const wanted = update ? { ...snapshot, [this.#kind]: measured } : snapshot;
    if (update) writeFileSync(url, `${JSON.stringify(wanted, null, 2)}\n`);
    assert.deepEqual(measured, wanted[this.#kind]);
  }
}
