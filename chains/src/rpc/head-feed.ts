import type { Result } from '@causeway/protocol';
import { type Clock, systemClock } from '@causeway/runtime';
import type { RpcFailure, ScanFailure } from '../failures.ts';
import type { Head, Scan, Unsubscribe } from '../provider/provider.ts';

/** When to look for a new head. */
export interface HeadFeedOptions {
  /** Milliseconds between two polls; beside an open subscription to every head, ten times as long. */
  readonly pollMs: number;
  /** URL of an endpoint that accepts `subscription`. Without both, the feed only polls. */
  readonly webSocket?: string | undefined;
  readonly subscription?: HeadSubscription;
  /** Milliseconds before a lost subscription is renewed; 2,000 when absent. */
  readonly reconnectMs?: number;
  /**
   * Least milliseconds between two reads; 500 when absent. Chains with faster blocks are read less often than they
   * grow.
   */
  readonly gapMs?: number;
  /** The machine's when absent. */
  readonly clock?: Clock;
}

/** JSON-RPC calls whose notifications announce that there may be a new head. */
export interface HeadSubscription {
  readonly calls: readonly { readonly method: string; readonly params: readonly unknown[] }[];
  /** True when they announce every head, so that polls are needed only for missed heads. */
  readonly everyHead: boolean;
}

/** Least milliseconds between two reads. */
const GAP_MS = 500;

/** How many times longer polls wait beside an open subscription to every head. */
const SUBSCRIBED_POLLS = 10;

/** Milliseconds after the last event during which heads are read as often as configured, and how much rarer later. */
const BUSY_MS = 30_000;
const IDLE_POLLS = 3;

/** Who follows a chain. */
export interface HeadListener {
  readonly onHead: (head: Head) => void;
  /** Called each time that no head can be read. */
  readonly onFailure?: (() => void) | undefined;
}

/**
 * New heads of one chain, for any number of listeners. A WebSocket notification only prompts a read: listeners get the
 * head that a quorum confirms. Polling continues beside the subscription, so a silent one loses nothing. Reads are
 * rarer while no events are found. Runs only while there are listeners.
 */
export class HeadFeed {
  readonly #read: () => Promise<Result<Head, RpcFailure>>;
  readonly #options: HeadFeedOptions;
  readonly #listeners = new Set<HeadListener>();
  readonly #clock: Clock;
  #cancelTimer: () => void = () => {};
  #reconnect: NodeJS.Timeout | undefined;
  #socket: WebSocket | undefined;
  #reading = false;
  /** True when a notification came during a read, or too soon after one. */
  #prompted = false;
  /** Start of the last read, milliseconds of the process's clock. */
  #readAt = Number.NEGATIVE_INFINITY;
  #last: string | undefined;
  /** When reads become rarer, milliseconds of the process's clock. */
  #busyUntil = 0;

  /** `read` returns the head that a quorum confirms. */
  constructor(read: () => Promise<Result<Head, RpcFailure>>, options: HeadFeedOptions) {
    this.#read = read;
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
  }

  /** Calls `onHead` with each new head until unsubscribed. Heads between two reads are skipped. */
  subscribe(onHead: HeadListener['onHead'], onFailure?: HeadListener['onFailure']): Unsubscribe {
    const own: HeadListener = { onHead, onFailure };
    this.#listeners.add(own);
    if (this.#listeners.size === 1) this.#start();
    return () => {
      if (this.#listeners.delete(own) && this.#listeners.size === 0) this.#stop();
    };
  }

  /** Reads heads as often as configured for a while, because there are events that become final. */
  hurry(): void {
    this.#busyUntil = this.#clock.monotonic() + BUSY_MS;
  }

  #start(): void {
    this.#last = undefined;
    this.hurry();
    this.#connect();
    void this.#look();
  }

  #stop(): void {
    this.#cancelTimer();
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
      for (const [index, call] of subscription.calls.entries()) {
        socket.send(JSON.stringify({ jsonrpc: '2.0', id: index + 1, ...call }));
      }
    };
    socket.onmessage = () => {
      this.#prompted = true;
      this.#schedule();
    };
    socket.onclose = () => {
      if (this.#socket !== socket) return;
      this.#reconnect = setTimeout(() => this.#connect(), this.#options.reconnectMs ?? 2_000);
      this.#schedule();
    };
    // A failed connection also closes, and the close handler reconnects.
    socket.onerror = () => {};
  }

  /** Sets the time of the next read: soon when there may be a new head, else at the next poll. */
  #schedule(): void {
    if (this.#reading || this.#listeners.size === 0) return;
    const { pollMs, gapMs = GAP_MS, subscription } = this.#options;
    const subscribed = subscription?.everyHead === true && this.#socket?.readyState === WebSocket.OPEN;
    const poll = subscribed ? SUBSCRIBED_POLLS * pollMs : pollMs;
    const pause = this.#prompted ? Math.min(gapMs, poll) : poll;
    const now = this.#clock.monotonic();
    const rarer = now < this.#busyUntil ? 1 : IDLE_POLLS;
    this.#cancelTimer();
    this.#cancelTimer = this.#clock.after(Math.max(0, this.#readAt + rarer * pause - now), () => void this.#look());
  }

  async #look(): Promise<void> {
    if (this.#reading) return;
    this.#reading = true;
    this.#prompted = false;
    this.#readAt = this.#clock.monotonic();
    try {
      const head = await this.#read();
      if (head.ok && head.value.hash !== this.#last) this.#tell(head.value);
      if (!head.ok) for (const { onFailure } of [...this.#listeners]) onFailure?.();
    } finally {
      this.#reading = false;
      this.#schedule();
    }
  }

  #tell(head: Head): void {
    this.#last = head.hash;
    for (const { onHead } of [...this.#listeners]) onHead(head);
  }
}

/** The subscriptions of one user of a feed, closed together. */
export class HeadSubscriptions {
  readonly #feed: HeadFeed;
  readonly #open = new Set<Unsubscribe>();

  constructor(feed: HeadFeed) {
    this.#feed = feed;
  }

  add(onHead: HeadListener['onHead'], onFailure?: HeadListener['onFailure']): Unsubscribe {
    const unsubscribe = this.#feed.subscribe(onHead, onFailure);
    const own = () => {
      this.#open.delete(own);
      unsubscribe();
    };
    this.#open.add(own);
    return own;
  }

  /** The scan that `scanning` is; one with events makes the feed read more often. */
  async noting(scanning: Promise<Result<Scan, ScanFailure>>): Promise<Result<Scan, ScanFailure>> {
    const scan = await scanning;
    if (scan.ok && scan.value.events.length > 0) this.#feed.hurry();
    return scan;
  }

  /** Ends every open subscription. */
  close(): void {
    for (const unsubscribe of [...this.#open]) unsubscribe();
  }
}
