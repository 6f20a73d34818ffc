/** Reads that several streams of one subject begin at once: they share one. */
export class SharedReads {
  readonly #reads = new Map<string, Map<string, Promise<unknown>>>();

  /** The result of `read`, or of the same read (by `kind`) of the subject that has begun and not ended. */
  share<T>(subject: string, kind: string, read: () => Promise<T>): Promise<T> {
    const known = this.#reads.get(subject) ?? new Map<string, Promise<unknown>>();
    this.#reads.set(subject, known);
    const begun = known.get(kind);
    if (begun) return begun as Promise<T>;
    const promise = read().finally(() => {
      if (known.get(kind) === promise) known.delete(kind);
      if (known.size === 0 && this.#reads.get(subject) === known) this.#reads.delete(subject);
    });
    known.set(kind, promise);
    return promise;
  }

  /** Later reads of the subject are new ones: it has changed, and a read that has begun may not have seen that. */
  forget(subject: string): void {
    this.#reads.delete(subject);
  }
}
