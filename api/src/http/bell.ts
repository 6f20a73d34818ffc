/** A flag to wait for; the wait resets it. */
export class Bell {
  #rung = false;
  #waiting: (() => void) | undefined;

  readonly ring = (): void => {
    this.#rung = true;
    this.#waiting?.();
  };

  async wait(): Promise<void> {
    if (!this.#rung) {
      await new Promise<void>((resolve) => {
        this.#waiting = resolve;
      });
    }
    this.#rung = false;
  }
}
