/** Work of one kind that goes one at a time, with a few waiting and the rest turned away. */
export class Turns {
  readonly #mostWaiting: number;
  readonly #last = new Map<string, Promise<unknown>>();
  readonly #taken = new Map<string, number>();

  /** `mostWaiting`: how many of one kind wait while another runs. */
  constructor(mostWaiting: number) {
    this.#mostWaiting = mostWaiting;
  }

  /** Runs `work` after all of its `kind` that came before; undefined, and nothing is run, when too many wait already. */
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
