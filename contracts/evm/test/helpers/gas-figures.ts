import { readFileSync, writeFileSync } from 'node:fs';
import { expect } from 'chai';

const update = process.env.CAUSEWAY_UPDATE_GAS === '1';

/** Measured gas by name, with bars for some names and a committed snapshot of all. */
export class GasFigures {
  readonly #measured: Record<string, number> = {};
  readonly #url: URL;
  readonly #bars: Readonly<Record<string, number>>;

  /** `snapshot` is the name of a file beside the package's package.json. */
  constructor(snapshot: string, bars: Readonly<Record<string, number>>) {
    this.#url = new URL(`../../${snapshot}`, import.meta.url);
    this.#bars = bars;
  }

  /** Takes the gas of a transaction that did the same for `orders` orders. */
  record(name: string, gasUsed: bigint, orders = 1): void {
    this.#measured[name] = Math.ceil(Number(gasUsed) / orders);
  }

  of(name: string): number {
    return this.#measured[name] ?? Number.NaN;
  }

  /** The tests that come after all measurements. CAUSEWAY_UPDATE_GAS=1 rewrites the snapshot. */
  compare(): void {
    after(() => {
      if (update) writeFileSync(this.#url, `${JSON.stringify(this.#measured, null, 2)}\n`);
    });

    it('stays within the bars', () => {
      for (const [name, bar] of Object.entries(this.#bars)) expect(this.of(name), name).to.be.at.most(bar);
    });

    const snapshot = () => JSON.parse(readFileSync(this.#url, 'utf8'));
    it('equals the snapshot', () => {
      if (!update) expect(this.#measured).to.deep.equal(snapshot());
    });
  }
}
