import { ok } from '@causeway/protocol';
import type { Answer } from '../../http/errors/errors.ts';
import { refuse } from './errors.ts';

/** Who waits for a place. */
export interface Waiter {
  /** The unit of the address, see addressUnit. */
  readonly unit: string;
  /** The owner of the name used the address before, or the caller is signed in. */
  readonly known: boolean;
}

/** The service's own work. */
const OWN: Waiter = { unit: 'own', known: true };
/** Waiting computations of one unit; more would only make its own answers late. */
const MOST_OF_UNIT = 8;
/** Seconds after which a refused client may repeat. */
const RETRY_SECONDS = 5;

type Enter = () => void;

/** Those who wait, by unit; the units take turns. */
class Line {
  readonly #units = new Map<string, Set<Enter>>();

  /** Waiting computations of `unit`. */
  of(unit: string): number {
    return this.#units.get(unit)?.size ?? 0;
  }

  add(unit: string, enter: Enter): void {
    const waiting = this.#units.get(unit) ?? new Set();
    waiting.add(enter);
    this.#units.set(unit, waiting);
  }

  remove(unit: string, enter: Enter): void {
    const waiting = this.#units.get(unit);
    waiting?.delete(enter);
    if (waiting?.size === 0) this.#units.delete(unit);
  }

  /** The one who waits longest in the unit whose turn it is, which then goes to the end. */
  next(): Enter | undefined {
    const [turn] = this.#units;
    if (turn === undefined) return undefined;
    const [unit, waiting] = turn;
    const [enter] = waiting;
    this.#units.delete(unit);
    if (enter !== undefined) waiting.delete(enter);
    if (waiting.size > 0) this.#units.set(unit, waiting);
    return enter;
  }
}

/**
 * Places for computations. Units of addresses take turns, so that one of them cannot keep the others waiting, and every
 * second place that becomes free goes to an address that the name's owner used before, so that many strange ones cannot
 * either. Whoever waits longer than `waitMs` gets no place.
 */
export class ComputePool {
  readonly #waitMs: number;
  readonly #known = new Line();
  readonly #strange = new Line();
  #free: number;
  #strangersTurn = false;

  constructor(places: number, waitMs: number) {
    this.#free = places;
    this.#waitMs = waitMs;
  }

  /** Runs `work` in a place, or refuses with PASSWORDS_BUSY. */
  async run<T>(waiter: Waiter | undefined, work: () => Promise<T>): Promise<Answer<T>> {
    if (!(await this.#take(waiter ?? OWN))) {
      return refuse('PASSWORDS_BUSY', 'too many passwords are being checked', { retryAfter: RETRY_SECONDS });
    }
    try {
      return ok(await work());
    } finally {
      this.#leave();
    }
  }

  #take({ unit, known }: Waiter): Promise<boolean> {
    if (this.#free > 0) {
      this.#free -= 1;
      return Promise.resolve(true);
    }
    const line = known ? this.#known : this.#strange;
    if (line.of(unit) >= MOST_OF_UNIT) return Promise.resolve(false);
    return new Promise((resolve) => {
      const enter = (): void => {
        clearTimeout(timer);
        resolve(true);
      };
      const timer = setTimeout(() => {
        line.remove(unit, enter);
        resolve(false);
      }, this.#waitMs);
      line.add(unit, enter);
    });
  }

  #leave(): void {
    const lines = this.#strangersTurn ? [this.#strange, this.#known] : [this.#known, this.#strange];
    this.#strangersTurn = !this.#strangersTurn;
    const next = lines[0]?.next() ?? lines[1]?.next();
    if (next === undefined) this.#free += 1;
    else next();
  }
}
