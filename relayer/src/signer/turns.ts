/** Runs jobs of one kind one at a time. A few may wait; the rest are refused. */
export class Turns {
  readonly #mostWaiting: number;
  readonly #last = new Map<string, Promise<unknown>>();
  readonly #taken = new Map<string, number>();

  /** `mostWaiting`: jobs of one kind that may wait while another runs. */
  constructor(mostWaiting: number) {
    this.#mostWaiting = mostWaiting;
  }

  /** Runs `work` after all earlier jobs of its `kind`. Undefined, without running it, when too many already wait. */
  take<T>(kind: string, work: () => Promise<T>): Promise<T> | undefined {
    const taken = this.#taken.get(kind) ?? 0;
    if (taken > this.#mostWaiting) return undefined;
    this.#taken.set(kind, taken + 1);
    const before = this.#last.get(kind) ?? Promise.resolve();
    const turn = before.then(work, work).finally(() => this.#leave(kind, turn));
    this.#last.set(kind, turn);
    return turn;
  }

  #leave(kind: string, turn: Promise<unknown>): void {
    this.#taken.set(kind, (this.#taken.get(kind) ?? 1) - 1);
    if (this.#last.get(kind) !== turn) return;
    this.#last.delete(kind);
    this.#taken.delete(kind);
  }
}
