import type { Lock } from '../locks.ts';
import { addClaim, type Claims, claimsBeside, excludes, includes, type Key, type Mode } from './keys.ts';

/** A job in one try of its transaction. */
export interface Task {
  readonly index: number;
  /** The job's locks. */
  readonly claims: Map<Key, Mode>;
  state: 'waits' | 'runs' | 'over';
}

/** A job that was left out, and one of the locks that it could not have. */
export interface Aside {
  readonly index: number;
  readonly key: Key;
}

/** A job that asks for what others have now: it begins again, with these claims from the start. */
export class Busy extends Error {
  override readonly name = 'Busy';
  readonly task: Task;
  readonly claims: Claims;
  /** What another transaction has; undefined when a job of the same one has it. */
  readonly key: Key | undefined;

  constructor(task: Task, claims: Claims, key?: Key) {
    super('what a job locks is locked by another one');
    this.task = task;
    this.claims = claims;
    this.key = key;
  }
}

/** Ends a job whose transaction has failed because of another one. */
export class Abandoned extends Error {
  override readonly name = 'Abandoned';
}

/** The jobs that share a transaction, and what these lock. What excludes each other runs in the order of the jobs. */
export class Transaction {
  readonly tasks: readonly Task[];
  /** False when one job runs after the other. */
  readonly interleaved: boolean;
  /** True when a job has announced its commit. */
  announced = false;
  failed = false;
  readonly #held = new Map<Key, Mode>();

  constructor(claims: readonly Claims[], interleaved: boolean) {
    this.tasks = claims.map((own, index) => ({ index, claims: new Map(own), state: 'waits' }));
    this.interleaved = interleaved;
    for (const own of claims) for (const [key, mode] of own) addClaim(this.#held, key, mode);
  }

  /** What the transaction takes before its first job. */
  get first(): Claims {
    return this.#held;
  }

  /** Leaves out the jobs that need one of `missing`; returns which they are, each with the lock that it lacks. */
  setAside(missing: ReadonlySet<Key>): readonly Aside[] {
    if (missing.size === 0) return [];
    const aside: Aside[] = [];
    for (const task of this.tasks) {
      const key = [...task.claims.keys()].find((own) => missing.has(own));
      if (key === undefined) continue;
      task.state = 'over';
      aside.push({ index: task.index, key });
    }
    for (const key of missing) this.#held.delete(key);
    return aside;
  }

  /**
   * Gives `locks` to a job that runs; returns those claims that the transaction must still try to take. Throws Busy
   * when another job has them that has not ended.
   */
  lock(task: Task, locks: readonly Lock[]): Claims {
    const tried = new Map<Key, Mode>();
    const wanted = claimsBeside(task.claims, locks);
    const others = this.tasks.filter(
      (other) => other !== task && (other.state === 'runs' || (other.state === 'waits' && this.interleaved)),
    );
    for (const [key, mode] of wanted) {
      if (includes(task.claims.get(key), mode)) continue;
      if (others.some(({ claims }) => excludes(claims.get(key), mode))) throw new Busy(task, wanted);
      addClaim(task.claims, key, mode);
      if (includes(this.#held.get(key), mode)) continue;
      addClaim(this.#held, key, mode);
      tried.set(key, mode);
    }
    return tried;
  }
}

/** Calls `run` for each job: at once, or after the earlier jobs that exclude it; stops after the first failure. */
export async function runTasks(transaction: Transaction, run: (task: Task) => Promise<void>): Promise<void> {
  let failure: { readonly error: unknown } | undefined;
  const runOne = async (task: Task): Promise<void> => {
    if (transaction.failed || task.state === 'over') return;
    task.state = 'runs';
    try {
      await run(task);
    } catch (error) {
      transaction.failed = true;
      if (!(error instanceof Abandoned)) failure ??= { error };
    }
    task.state = 'over';
  };
  if (transaction.interleaved) {
    const after = orderBy();
    await Promise.all(transaction.tasks.map((task) => after(task.claims, () => runOne(task))));
  } else {
    for (const task of transaction.tasks) await runOne(task);
  }
  if (failure) throw failure.error;
}

/** Runs work once all earlier work is done that excludes it. */
function orderBy(): (claims: Claims, work: () => Promise<void>) => Promise<void> {
  const exclusive = new Map<Key, Promise<void>>();
  const shared = new Map<Key, Promise<void>[]>();
  return (claims, work) => {
    const earlier = new Set<Promise<void>>();
    for (const [key, mode] of claims) {
      const last = exclusive.get(key);
      if (last) earlier.add(last);
      if (mode === 'exclusive') for (const one of shared.get(key) ?? []) earlier.add(one);
    }
    const done = earlier.size === 0 ? work() : Promise.all(earlier).then(work);
    for (const [key, mode] of claims) {
      if (mode === 'exclusive') {
        exclusive.set(key, done);
        shared.delete(key);
      } else if (shared.get(key)?.push(done) === undefined) shared.set(key, [done]);
    }
    return done;
  };
}
