import type { Domain } from '@causeway/protocol';
import type { Clock } from '@causeway/runtime';

/** How long a refresh that helped nothing keeps the same relayer from another one of the same chain, milliseconds. */
const PAUSE_MS = 1_000;

/**
 * Decides which views are updated for a proposal that names what this signer has not seen: a relayer can invent such
 * messages.
 */
export class Refreshes {
  readonly #clock: Clock;
  /** When an update of a view last brought nothing new, Unix milliseconds, by relayer and chain. */
  readonly #inVain = new Map<string, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The `domains` whose views may be updated for `relayer` now. They count as updated in vain until `helped`. */
  begin(relayer: string, family: string, domains: readonly Domain[]): readonly Domain[] {
    const now = this.#clock.now();
    const due = domains.filter((domain) => {
      const since = now - (this.#inVain.get(keyOf(relayer, family, domain)) ?? Number.NEGATIVE_INFINITY);
      return since < 0 || since >= PAUSE_MS;
    });
    for (const domain of due) this.#inVain.set(keyOf(relayer, family, domain), now);
    return due;
  }

  /** The update of `domains` showed what was missing. */
  helped(relayer: string, family: string, domains: readonly Domain[]): void {
    for (const domain of domains) this.#inVain.delete(keyOf(relayer, family, domain));
  }
}

const keyOf = (relayer: string, family: string, domain: Domain): string => `${relayer} ${family} ${domain}`;
