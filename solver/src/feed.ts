import type { Causeway } from '@causeway/client';
import { type Hex, isHex, TERMS_LENGTH } from '@causeway/protocol';
import { type Clock, PeriodicTask, sleep } from '@causeway/runtime';
import { z } from 'zod';

/** An open swap, as the API tells of it. The solver checks its terms itself; everything else is a hint. */
const orderedSwap = z.object({
  orderId: z.string().min(1).max(100),
  terms: z.custom<Hex>((value) => isHex(value, TERMS_LENGTH), `terms have ${TERMS_LENGTH} bytes`),
  fromChain: z.string(),
  lockTransaction: z.string().nullish(),
  deliveredTransaction: z.string().nullish(),
});
export type OrderedSwap = z.output<typeof orderedSwap>;

/** Most swaps of one page of the list. */
const PAGE = 100;
/** Most pages of one reading. */
const MAX_PAGES = 50;
/** Pause before a stream is opened again that the API ended or refused, milliseconds. */
const AGAIN_MS = 2_000;

const page = z.object({ result: z.array(z.unknown()), nextCursor: z.string().nullish() });

export interface FeedOptions {
  readonly client: Causeway;
  readonly clock: Clock;
  /** Milliseconds between two readings of the list. */
  readonly listMs: number;
  /** Called with each open swap of each reading, and with each order of a swap that names this solver. */
  readonly onSwap: (swap: OrderedSwap) => void;
  readonly onFailure: (error: unknown) => void;
}

/** Open swaps as the API tells of them: by its list, which it reads again and again, and by the caller's stream. */
export class OrderFeed {
  readonly #options: FeedOptions;
  readonly #listing: PeriodicTask;
  readonly #stop = new AbortController();
  #following: Promise<void> = Promise.resolve();
  /** Where the next reading begins; undefined at the beginning of the list. */
  #cursor: string | undefined;
  /** When the list was read last, Unix milliseconds; null before. */
  readAtMs: number | null = null;

  constructor(options: FeedOptions) {
    const { clock, onFailure } = options;
    this.#options = options;
    this.#listing = new PeriodicTask(() => this.#list(), { clock, onFailure });
  }

  start(): void {
    this.#listing.repeat(0);
    this.#following = this.#follow();
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#listing.stop();
    await this.#following;
  }

  async #list(): Promise<void> {
    const { client, clock, listMs } = this.#options;
    // The list is the oldest first, and nobody may ever end these: a long one is read in parts, each reading another.
    let cursor = this.#cursor;
    this.#cursor = undefined;
    for (let pages = 0; pages < MAX_PAGES; pages += 1) {
      const query = { limit: PAGE, ...(cursor !== undefined && { cursor }) };
      const { data, response } = await client.http.GET('/api/v1/swaps', {
        params: { query },
        signal: this.#stop.signal,
      });
      if (!response.ok) throw new Error(`GET /api/v1/swaps answers ${response.status}`);
      const { result, nextCursor } = page.parse(data);
      for (const item of result) this.#take(item);
      if (nextCursor == null) {
        cursor = undefined;
        break;
      }
      cursor = nextCursor;
    }
    this.#cursor = cursor;
    this.readAtMs = clock.now();
    this.#listing.repeat(listMs);
  }

  async #follow(): Promise<void> {
    const { client, clock, onFailure } = this.#options;
    const { signal } = this.#stop;
    while (!signal.aborted) {
      try {
        const events = client.events.follow({ topics: ['swaps'], since: 'now' }, { signal });
        // The event names the order, and the list has its terms.
        for await (const { type } of events) if (type === 'swap.ordered') this.#listing.wake();
      } catch (error) {
        if (!signal.aborted) onFailure(error);
      }
      await sleep(clock, AGAIN_MS, signal).catch(() => {});
    }
  }

  #take(item: unknown): void {
    const read = orderedSwap.safeParse(item);
    if (read.success) this.#options.onSwap(read.data);
    else this.#options.onFailure(read.error);
  }
}
