import type { ChainProvider } from '@causeway/chains';
import { type BlockRef, type Hex, KIND, type Message, ok, type Result } from '@causeway/protocol';

/** Blocks below the head in which a lock is looked for that was seen before the solver heard of its swap. */
const LOOK_BACK = 256;

/** A lock or burn for a swap, with its block. */
export interface SeenLock {
  readonly messageId: Hex;
  readonly message: Message;
  readonly block: BlockRef;
}

type Source = Pick<ChainProvider, 'head' | 'scan' | 'block'>;
type Read = Result<number | null, { readonly code: string; readonly message: string }>;

/** The locks and burns at one source for swaps that may be filled before their delivery. Reads while one is wanted. */
export class LockWatch {
  readonly #source: Source;
  /**
   * What was seen under the id of each wanted swap, by message, the oldest first; null once it was passed over. Anybody
   * can lock anything under an id.
   */
  readonly #wanted = new Map<Hex, Map<Hex, SeenLock | null>>();
  #readTo: number | undefined;
  /** Blocks above this one are read once more. */
  #again: number | undefined;
  #reading: Promise<Read> | undefined;

  constructor(source: Source) {
    this.#source = source;
  }

  /** Searches for the lock with the reference `swapId`. */
  want(swapId: Hex): void {
    if (this.#wanted.has(swapId)) return;
    this.#wanted.set(swapId, new Map());
    // What came before the order is found by reading some blocks again.
    if (this.#readTo !== undefined) this.#readAgain(this.#readTo - LOOK_BACK);
  }

  #readAgain(above: number): void {
    this.#again = Math.min(this.#again ?? above, above);
  }

  forget(swapId: Hex): void {
    this.#wanted.delete(swapId);
    if (this.#wanted.size > 0) return;
    this.#readTo = undefined;
    this.#again = undefined;
  }

  /** The oldest lock under `swapId` that was not passed over; null without one. */
  lockOf(swapId: Hex): SeenLock | null {
    for (const lock of this.#wanted.get(swapId)?.values() ?? []) if (lock) return lock;
    return null;
  }

  /** The lock is not the swap's: the next one counts. Returns that one; null without one. */
  passOver(swapId: Hex, { messageId }: SeenLock): SeenLock | null {
    this.#wanted.get(swapId)?.set(messageId, null);
    return this.lockOf(swapId);
  }

  /**
   * Reads new blocks, for all who ask meanwhile. Returns the number of the newest, or null while nothing is wanted.
   */
  async read(): Promise<Read> {
    while (this.#reading) {
      const read = await this.#reading;
      // What was wanted after that reading began is read now.
      if (this.#again === undefined) return read;
    }
    this.#reading = this.#readNew();
    try {
      return await this.#reading;
    } finally {
      this.#reading = undefined;
    }
  }

  async #readNew(): Promise<Read> {
    if (this.#wanted.size === 0) return ok(null);
    const head = await this.#source.head();
    if (!head.ok) return head;
    const { number } = head.value;
    const above = this.#again ?? this.#readTo ?? number - LOOK_BACK - 1;
    if (above >= number) return ok(number);
    this.#again = undefined;
    const scan = await this.#source.scan(Math.max(0, above + 1), head.value);
    if (!scan.ok) {
      this.#readAgain(above);
      return scan;
    }
    for (const event of scan.value.events) {
      if (event.type !== 'message' || event.message.kind === KIND.cancel) continue;
      const { messageId, message, at } = event;
      const seen = this.#wanted.get(message.reference);
      if (seen && !seen.has(messageId)) seen.set(messageId, { messageId, message, block: at.block });
    }
    this.#readTo = number;
    return ok(number);
  }

  /**
   * Blocks above the lock of `swapId` when `head` is the newest; null without a lock. A lock that a reorganisation took
   * back is forgotten and looked for again.
   */
  async depthOf(swapId: Hex, head: number): Promise<number | null> {
    const lock = this.lockOf(swapId);
    if (!lock) return null;
    const block = await this.#source.block(lock.block.number);
    if (!block.ok) return null;
    if (block.value?.hash === lock.block.hash) return head - lock.block.number;
    this.#wanted.set(swapId, new Map());
    this.#readAgain(lock.block.number - LOOK_BACK);
    return null;
  }
}

/** True when `message` brings what the terms of `swapId` ask for: enough of the right asset, to its vault. */
export const isLockFor = (
  { message }: Pick<SeenLock, 'message'>,
  swapId: Hex,
  wanted: {
    readonly destination: number;
    readonly bridge: Hex;
    readonly vault: Hex;
    readonly home: number;
    readonly amountIn: bigint;
    /** Local units of one wire unit of the input. */
    readonly unit: bigint;
  },
): boolean =>
  message.reference === swapId &&
  message.destination === wanted.destination &&
  message.destinationBridge === wanted.bridge &&
  message.recipient === wanted.vault &&
  message.assetHome === wanted.home &&
  message.wireAmount * wanted.unit >= wanted.amountIn;
