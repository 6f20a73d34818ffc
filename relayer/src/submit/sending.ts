/** Broadcasts of one turn that nothing waits for but its end. */
export class Sending {
  readonly #broadcasts = new Map<string, Promise<void>>();
  #errors: unknown[] = [];

  /** Takes over the broadcast of the submission `id`. Its error is that of `end`. */
  add(id: string, sent: Promise<void>): void {
    const ended = sent
      .catch((error: unknown) => {
        this.#errors.push(error);
      })
      .finally(() => this.#broadcasts.delete(id));
    this.#broadcasts.set(id, ended);
  }

  /** Whether the submission `id` is being handed to the network now. */
  has(id: string): boolean {
    return this.#broadcasts.has(id);
  }

  /** Resolves when all broadcasts have ended. Rejects with the first error. */
  async end(): Promise<void> {
    await Promise.all(this.#broadcasts.values());
    const errors = this.#errors;
    this.#errors = [];
    if (errors.length > 0) throw errors[0];
  }
}
