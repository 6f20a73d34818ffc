import type { Domain } from '@causeway/protocol';
import type { ChainViewRepository } from '@causeway/storage';

/** Interval of reads of the relayer's cursors while a stream waits for them, milliseconds. */
const POLL_MS = 500;

interface Watched {
  readonly family: string;
  readonly domain: Domain;
  readonly listeners: Set<() => void>;
  number: number | undefined;
}

/** Reports newer blocks of a chain in the relayer's view; reads each chain once for all listeners. */
export class HeadTracker {
  readonly #chainView: Pick<ChainViewRepository, 'cursor'>;
  readonly #watched = new Map<string, Watched>();
  #timer: NodeJS.Timeout | undefined;

  constructor(chainView: Pick<ChainViewRepository, 'cursor'>) {
    this.#chainView = chainView;
  }

  /** Calls `listener` after each newer block of the bridge's chain, until the returned function is called. */
  subscribe(family: string, domain: Domain, listener: () => void): () => void {
    const key = `${family} ${domain}`;
    const watched = this.#watched.get(key) ?? { family, domain, listeners: new Set(), number: undefined };
    this.#watched.set(key, watched);
    watched.listeners.add(listener);
    this.#timer ??= setInterval(() => void this.#look(), POLL_MS).unref();
    return () => {
      watched.listeners.delete(listener);
      if (watched.listeners.size === 0 && this.#watched.get(key) === watched) this.#watched.delete(key);
      if (this.#watched.size > 0) return;
      clearInterval(this.#timer);
      this.#timer = undefined;
    };
  }

  async #look(): Promise<void> {
    for (const watched of [...this.#watched.values()]) {
      // A failed read of a cursor is repeated; the streams' own reads report the error.
      const head = await this.#chainView.cursor(watched.family, watched.domain).catch(() => undefined);
      if (head === undefined || head.number === watched.number) continue;
      watched.number = head.number;
      for (const listener of [...watched.listeners]) listener();
    }
  }
}
