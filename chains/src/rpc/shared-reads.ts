/**
 * Reads that equal requests in one turn of the event loop share. Nothing is shared for longer: a later caller may
 * expect state that is newer than the read.
 */
export class SharedReads<T> {
  readonly #asked = new Map<string, Promise<T>>();

  /** The answer to the request `key`, by `read` unless this turn has asked already. */
  read(key: string, read: () => Promise<T>): Promise<T> {
    const asked = this.#asked.get(key);
    if (asked) return asked;
    const answer = read();
    this.#asked.set(key, answer);
    setImmediate(() => this.#asked.delete(key));
    return answer;
  }
}
