import { callRpc } from '../call-rpc.ts';
import type { BlockTimer } from '../node.ts';

/** Makes the blocks of a node that makes none by itself. A block that the node refuses is left out. */
export class EvmBlocks implements BlockTimer {
  readonly #url: string;
  readonly #everyMs: number;
  #timer: NodeJS.Timeout | undefined;
  #making: Promise<unknown> = Promise.resolve();
  /** The time of the next block, by the monotonic clock. */
  #nextMs = 0;

  /** For the node at `url`, a block every `seconds`. */
  constructor(url: string, seconds: number) {
    this.#url = url;
    this.#everyMs = 1_000 * seconds;
  }

  thaw(): void {
    if (this.#timer !== undefined) return;
    this.#nextMs = performance.now() + this.#everyMs;
    this.#wait();
  }

  async freeze(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    await this.#making;
  }

  #wait(): void {
    const waitMs = Math.max(0, this.#nextMs - performance.now());
    this.#timer = setTimeout(() => void this.#make(), waitMs).unref();
  }

  async #make(): Promise<void> {
    const timer = this.#timer;
    this.#making = callRpc(this.#url, 'evm_mine').catch(() => {});
    await this.#making;
    if (this.#timer !== timer) return;
    // A pause of this process or of the node is not made up for.
    this.#nextMs = Math.max(this.#nextMs + this.#everyMs, performance.now());
    this.#wait();
  }
}
