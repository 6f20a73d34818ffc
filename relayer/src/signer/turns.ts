/** A job that waits for its turn. */
type Job = () => void;

/**
 * Runs jobs of one kind one at a time. A few of each owner may wait; the rest are refused. Owners take turns, so that
 * nobody waits for more than one job of every other owner.
 */
export class Turns {
  readonly #mostWaiting: number;
  /** The jobs that wait, by kind and owner, while one of their kind runs. The first owner is the next. */
  readonly #waiting = new Map<string, Map<string, Job[]>>();

  /** `mostWaiting`: jobs of one kind and owner that may wait while another runs. */
  constructor(mostWaiting: number) {
    this.#mostWaiting = mostWaiting;
  }

  /**
   * Runs `work` when the `owner` has its turn among jobs of this `kind`. Undefined, without running it, when too many
   * of them already wait.
   */
  take<T>(kind: string, owner: string, work: () => Promise<T>): Promise<T> | undefined {
    const waiting = this.#waiting.get(kind);
    const turn = Promise.withResolvers<void>();
    if (waiting === undefined) {
      this.#waiting.set(kind, new Map());
      turn.resolve();
    } else {
      const own = waiting.get(owner) ?? [];
      if (own.length >= this.#mostWaiting) return undefined;
      waiting.set(owner, [...own, turn.resolve]);
    }
    return turn.promise.then(work).finally(() => this.#next(kind));
  }

  #next(kind: string): void {
    const waiting = this.#waiting.get(kind);
    const [next] = waiting ?? [];
    if (waiting === undefined || next === undefined) {
      this.#waiting.delete(kind);
      return;
    }
    const [owner, [job, ...rest]] = next;
    // An owner with further jobs waits behind the others.
    waiting.delete(owner);
    if (rest.length > 0) waiting.set(owner, rest);
    job?.();
  }
}
