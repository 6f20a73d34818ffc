import type { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { EventRepository, EventRow } from '@causeway/storage';
import fastifySse, { type SSEMessage } from '@fastify/sse';
import type { FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { refuse, unwrap } from '../../http/errors.ts';
import { createEventHub } from '../../http/event-hub.ts';

/** What one event shows; null leaves the row out. */
export type RenderEvent = (row: EventRow) => unknown;

declare module 'fastify' {
  interface FastifyReply {
    /**
     * Answers with the events of `subject` as server-sent events, from Last-Event-ID on, then live; resolves when the
     * stream has ended. For routes with `sse: 'manual'`.
     */
    streamEvents(request: FastifyRequest, subject: string, render: RenderEvent): Promise<void>;
  }
}

export interface SseOptions {
  readonly events: EventRepository;
  /** Pause between the comments that keep a connection open, milliseconds. */
  readonly heartbeatMs: number;
  /** Streams held at once, over all callers. */
  readonly maxStreams: number;
}

/** Events read at once for one stream. */
const BATCH = 100;
/** What clients are told to wait before they reconnect, milliseconds. */
const RETRY_MS = 1_000;
/** A client that takes nothing for so many heartbeats is cut off. */
const STALLED_HEARTBEATS = 4;

function lastEventId(request: FastifyRequest): number {
  const query = request.query as { readonly lastEventId?: string };
  const id = request.headers['last-event-id'] ?? query.lastEventId ?? '0';
  if (typeof id === 'string' && /^\d{1,15}$/.test(id)) return Number(id);
  return unwrap(refuse('MALFORMED_REQUEST', 'Last-Event-ID must be the id of an event of this stream'));
}

/** A flag that can be waited for; waiting takes it down again. */
class Bell {
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

/**
 * Server-sent events from the one event table; @fastify/sse frames them and keeps the connection open. A stream is
 * pulled by its client: nothing is read ahead of a slow one. It ends when the client goes, when the server closes, or
 * when the client stops reading.
 */
export const sse = fp<SseOptions>(
  async (app, { events, heartbeatMs, maxStreams }) => {
    await app.register(fastifySse, { heartbeatInterval: heartbeatMs });
    const hub = createEventHub(events);
    const open = new Set<AbortController>();

    async function* messages(
      subject: string,
      after: number,
      render: RenderEvent,
      signal: AbortSignal,
    ): AsyncGenerator<Partial<SSEMessage>> {
      const bell = new Bell();
      const unsubscribe = hub.subscribe(subject, bell.ring);
      signal.addEventListener('abort', bell.ring);
      try {
        yield { retry: RETRY_MS };
        for (let seq = after; !signal.aborted; ) {
          const rows = await events.after(subject, seq, BATCH);
          for (const row of rows) {
            const data = render(row);
            if (data !== null) yield { id: String(row.seq), event: row.type, data };
            seq = row.seq;
          }
          if (rows.length < BATCH) await bell.wait();
        }
      } finally {
        unsubscribe();
      }
    }

    app.decorateReply('streamEvents', async function streamEvents(this: FastifyReply, request, subject, render) {
      const after = lastEventId(request);
      if (open.size >= maxStreams) unwrap(refuse('TOO_MANY_STREAMS', `${maxStreams} event streams are open`));
      // A connection that outlived its stream would hold up the server's close.
      this.hijack().headers({ 'cache-control': 'no-store', connection: 'close' });
      if (request.method === 'HEAD') return this.sse.sendHeaders();

      const client = new AbortController();
      open.add(client);
      let gone = false;
      this.sse.onClose(() => {
        gone = true;
        open.delete(client);
        client.abort();
      });
      this.raw.setTimeout(STALLED_HEARTBEATS * heartbeatMs, () => this.raw.destroy());
      try {
        // Not sse.send: of a generator it never ends one whose client goes while it is slow, and of a Readable it logs
        // every client that goes as an error.
        const source = messages(subject, after, render, client.signal);
        await pipeline(source, this.sse.stream() as Transform, this.raw, { end: false });
      } catch (error) {
        if (!gone) throw error;
      }
    });

    app.addHook('preClose', async () => {
      for (const controller of open) controller.abort();
      hub.close();
    });
  },
  { name: 'sse' },
);
