import { isDeepStrictEqual } from 'node:util';
import { hash, type Options, verify } from '@node-rs/argon2';
import type { Answer } from '../../http/errors/errors.ts';
import { ComputePool, type Waiter } from './compute-pool.ts';

/** Passwords that are computed at the same time: each takes a core and much memory. */
const AT_ONCE = 2;
/** Longest wait for a place, milliseconds. */
const WAIT_MS = 5_000;
/** argon2id in @node-rs/argon2, whose enumeration cannot be imported. */
const ARGON2ID = 2;

export interface PasswordSettings {
  readonly memoryKiB: number;
  readonly passes: number;
}

/** The computations of argon2id; tests measure them. */
export interface Argon2 {
  hash(password: string, options: Options): Promise<string>;
  verify(hash: string, password: string): Promise<boolean>;
}

/** What a computation of argon2id costs: memory in KiB, passes and lanes. */
type Cost = Required<Pick<Options, 'memoryCost' | 'timeCost' | 'parallelism'>>;

/** The cost in a hash in PHC format; null for any other text. */
function costOf(hash: string): Cost | null {
  const [, memory, passes, lanes] = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)(?:\$|$)/.exec(hash) ?? [];
  if (memory === undefined) return null;
  return { memoryCost: Number(memory), timeCost: Number(passes), parallelism: Number(lanes) };
}

/** The work of a cost, by which costs are compared: KiB that are written. */
const workOf = ({ memoryCost, timeCost }: Cost): number => memoryCost * timeCost;

/** argon2id hashes of passwords, a few at a time. */
export class Passwords {
  readonly #argon2: Argon2;
  readonly #places: ComputePool;
  readonly #cost: Cost;
  /** The cost that most stored hashes have. */
  #usual: Cost;
  /** The hash that passwords of unknown names are compared with, of that cost. */
  #decoy: Promise<string> | undefined;

  constructor({ memoryKiB, passes }: PasswordSettings, argon2: Argon2 = { hash, verify }, waitMs = WAIT_MS) {
    this.#cost = { memoryCost: memoryKiB, timeCost: passes, parallelism: 1 };
    this.#usual = this.#cost;
    this.#argon2 = argon2;
    this.#places = new ComputePool(AT_ONCE, waitMs);
  }

  /** The hash of a new password, in PHC format. */
  hash(password: string, waiter?: Waiter): Promise<Answer<string>> {
    return this.#places.run(waiter, () => this.#hash(password.normalize('NFKC'), this.#cost));
  }

  /** True for a hash that was made with less work than new ones are. */
  isWeak(hash: string): boolean {
    const cost = costOf(hash);
    return cost !== null && workOf(cost) < workOf(this.#cost);
  }

  /**
   * Takes over the cost that most stored hashes have: `forms` are their beginnings in PHC format with their numbers.
   * Until all are renewed, an unknown name then takes as long as most known ones.
   */
  expect(forms: ReadonlyMap<string, number>): void {
    const [most] = [...forms].toSorted(([, a], [, b]) => b - a);
    const usual = (most && costOf(most[0])) ?? this.#cost;
    if (isDeepStrictEqual(usual, this.#usual)) return;
    this.#usual = usual;
    this.#decoy = undefined;
  }

  /** Compares a password. Without a hash the work is the same, and the answer false. */
  verify(known: string | null, password: string, waiter?: Waiter): Promise<Answer<boolean>> {
    return this.#places.run(waiter, async () => {
      // Awaited for known names, too: otherwise it would be a third computation.
      this.#decoy ??= this.#hash('the password of nobody', this.#usual);
      const decoy = await this.#decoy;
      const right = await this.#argon2.verify(known ?? decoy, password.normalize('NFKC'));
      return right && known !== null;
    });
  }

  #hash(password: string, cost: Cost): Promise<string> {
    return this.#argon2.hash(password, { algorithm: ARGON2ID, ...cost });
  }
}
