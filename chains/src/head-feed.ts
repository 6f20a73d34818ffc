import type { Result } from '@causeway/protocol';
import type { Head, Unsubscribe } from './provider.ts';

/** When to look for a new head. */
export interface HeadFeedOptions {
  readonly pollMs: number;
  /** URL of an endpoint that accepts `subscription`. Without both, the feed only polls. */
  readonly webSocket?: string | undefined;
  /** JSON-RPC call whose notifications announce that there may be a new head. */
  readonly subscription?: { readonly method: string; readonly params: readonly unknown[] };
  /** Milliseconds before a lost subscription is renewed; 2,000 when absent. */
  readonly reconnectMs?: number;
}

/**
 * New heads of one chain, for any number of listeners. A WebSocket notification only prompts a read: listeners get the
 * head that a quorum confirms. Polling continues beside the subscription, so a silent one loses nothing. Runs only
 * while there are listeners.
 */
export class HeadFeed {
  readonly #read: () => Promise<Result<Head>>;
  readonly #options: HeadFeedOptions;
  readonly #listeners = new Set<(head: Head) => void>();
  #timer: NodeJS.Timeout | undefined;
  #reconnect: NodeJS.Timeout | undefined;
  #socket: WebSocket | undefined;
  #reading = false;
  #again = false;
  #last: string | undefined;

  /** `read` returns the head that a quorum confirms. */
  constructor(read: () => Promise<Result<Head>>, options: HeadFeedOptions) {
    this.#read = read;
    this.#options = options;
  }

  /** Calls `listener` with each new head until unsubscribed. Heads between two reads are skipped. */
  subscribe(listener: (head: Head) => void): Unsubscribe {
    const own = (head: Head) => listener(head);
    this.#listeners.add(own);
    if (this.#listeners.size === 1) this.#start();
    return () => {
      if (this.#listeners.delete(own) && this.#listeners.size === 0) this.#stop();
    };
  }

  #start(): void {
    this.#last = undefined;
    this.#connect();
    void this.#look();
  }

  #stop(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#reconnect);
    const socket = this.#socket;
    this.#socket = undefined;
    socket?.close();
  }

  #connect(): void {
    const { webSocket, subscription } = this.#options;
    if (webSocket === undefined || subscription === undefined) return;
    const socket = new WebSocket(webSocket);
    this.#socket = socket;
    socket.onopen = () => {
      socket.send(JSON.stringify({ jsonrpc: '2.0', id: 1, ...subscription }));
    };
    socket.onmessage = () => void this.#look();
    socket.onclose = () => {
      if (this.#socket !== socket) return;
      this.#reconnect = setTimeout(() => this.#connect(), this.#options.reconnectMs ?? 2_000);
    };
    // A failed connection also closes, and the close handler reconnects.
    socket.onerror = () => {};
  }

  /** Reads one head at a time. A notification during a read causes one more read after it. */
  async #look(): Promise<void> {
    if (this.#reading) {
      this.#again = true;
      return;
    }
    this.#reading = true;
    clearTimeout(this.#timer);
    try {
      do {
        this.#again = false;
        const head = await this.#read();
        if (head.ok && head.value.hash !== this.#last) this.#tell(head.value);
      } while (this.#again && this.#listeners.size > 0);
    } finally {
      this.#reading = false;
      // A notification postpones the next poll.
      if (this.#listeners.size > 0) this.#timer = setTimeout(() => void this.#look(), this.#options.pollMs);
    }
  }

  #tell(head: Head): void {
    this.#last = head.hash;
    for (const listener of [...this.#listeners]) listener(head);
  }
}

/** The subscriptions of one user of a feed, closed together. */
export class HeadSubscriptions {
  readonly #feed: HeadFeed;
  readonly #open = new Set<Unsubscribe>();

  constructor(feed: HeadFeed) {
    this.#feed = feed;
  }

  add(listener: (head: Head) => void): Unsubscribe {
    const unsubscribe = this.#feed.subscribe(listener);
    const own = () => {
      this.#open.delete(own);
      unsubscribe();
    };
    this.#open.add(own);
    return own;
  }

  /** Ends every open subscription. */
  close(): void {
    for (const unsubscribe of [...this.#open]) unsubscribe();
  }
}
