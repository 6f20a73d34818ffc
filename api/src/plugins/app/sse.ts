import { once } from 'node:events';
import { type Clock, Signal } from '@causeway/runtime';
import { EVERYONE, type EventRepository, type EventRow } from '@causeway/storage';
import fastifySse from '@fastify/sse';
import type { FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { limitUnit } from '../../http/callers/address-unit.ts';
import { refuse, unwrap } from '../../http/errors/errors.ts';
import { EventFrames, eventFrame } from '../../http/events/event-frames.ts';
import { ALL_EVENTS, avatarChannel, createEventHub } from '../../http/events/event-hub.ts';
import type { EventStream } from '../../http/events/event-stream.ts';
import { SharedReads } from '../../http/events/shared-reads.ts';
import { type Place, placeOf, streamId } from '../../http/events/stream-ids.ts';
import { Ticks } from '../../http/events/ticks.ts';
import { SECURITY_HEADERS } from '../../http/security-headers.ts';

/** Where the events of a stream come from. */
interface Source {
  /** The channels of the hub that announce them; streams with the same `key` share their reads. */
  readonly channels: readonly string[];
  readonly key: string;
  after(seq: number, limit: number): Promise<readonly EventRow[]>;
}

function sourceOf(stream: EventStream, events: EventRepository): Source {
  if ('subject' in stream) {
    const { subject } = stream;
    return { channels: [subject], key: subject, after: (seq, limit) => events.after(subject, seq, limit) };
  }
  if ('everyone' in stream) {
    return { channels: [ALL_EVENTS], key: ALL_EVENTS, after: (seq, limit) => events.after(undefined, seq, limit) };
  }
  const { avatarId, topics, sharedTopics = [] } = stream;
  const channel = avatarChannel(avatarId);
  const after = (seq: number, limit: number) => events.afterFor({ avatarId, topics, sharedTopics }, seq, limit);
  const channels = sharedTopics.length > 0 ? [channel, avatarChannel(EVERYONE)] : [channel];
  return { channels, key: `${channel} ${topics.join()} ${sharedTopics.join()}`, after };
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Number of open streams. */
    streamClients(): number;
    /**
     * Takes a place of the caller's for a request that waits as a stream does, or refuses; the returned function frees
     * it.
     */
    streamPlace(request: FastifyRequest): () => void;
  }
}

export interface SseOptions {
  readonly events: EventRepository;
  /** Pause between the comments that keep a connection open, milliseconds. */
  readonly heartbeatMs: number;
  /** Open streams of all callers; requests without a token get at most half of them. */
  readonly maxStreams: number;
  /** Open streams of a caller with its agents, or of an address unit without a token. */
  readonly maxStreamsPerCaller: number;
  /** Open public streams, which need no token and count apart: of all, and of an address unit. */
  readonly maxPublicStreams: number;
  readonly maxPublicStreamsPerCaller: number;
  readonly clock: Pick<Clock, 'monotonic' | 'after'>;
}

/** Events per read for one stream. */
const BATCH = 100;
/** A public stream writes once in this time, milliseconds. */
const GATHER_MS = 500;
/** A public stream whose client is this number of events behind begins anew: reading the present is less work. */
const FAR_BEHIND = 2_000;
/** The first line: the delay after which a client reconnects, milliseconds. */
const RETRY = 'retry: 1000\n\n';
/** A client that reads nothing for this number of heartbeats is disconnected. */
const STALLED_HEARTBEATS = 4;

/** The last event that the client knows; seq 0 when it names none. Refuses what is no id. */
function lastEvent(request: FastifyRequest): Place {
  const query = request.query as { readonly lastEventId?: string };
  const given = request.headers['last-event-id'] ?? query.lastEventId ?? '0';
  const place = typeof given === 'string' ? placeOf(given) : undefined;
  if (place) return place;
  return unwrap(refuse('MALFORMED_REQUEST', 'Last-Event-ID must be the id of an event of this stream'));
}

/** The event that begins a stream anew. */
const resetFrame = (after: Place, unknown: Place): string =>
  eventFrame({ id: streamId(after), event: 'reset', data: { lastEventId: streamId(unknown) } });

/** Where a stream begins. */
interface Beginning {
  /** The stream shows what is after this event. */
  readonly after: Place;
  /** A place that the client has seen and no event has: its events may never have happened. */
  readonly unknown?: Place;
}

/** Numbers of streams that are open at once. */
interface Places {
  readonly all: number;
  /** The streams that callers without a token may take. */
  readonly anonymous: number;
  readonly perCaller: number;
}

/** Places for streams: a total, a part of it for callers without a token, and a limit per caller. */
class StreamSlots {
  readonly #places: Places;
  readonly #taken = new Map<string, number>();
  #all = 0;
  #anonymous = 0;

  constructor(places: Places) {
    this.#places = places;
  }

  /** Takes a place or refuses; the returned function frees it. */
  take(request: FastifyRequest): () => void {
    const { caller } = request;
    const { all, anonymous, perCaller } = this.#places;
    const key = limitUnit(request);
    const own = this.#taken.get(key) ?? 0;
    if (own >= perCaller) {
      unwrap(refuse('CALLER_STREAMS_EXCEEDED', `you and your agents hold ${own} event streams; close one first`));
    }
    if (this.#all >= all || (!caller && this.#anonymous >= anonymous)) {
      unwrap(refuse('TOO_MANY_STREAMS', `${this.#all} event streams are open`));
    }
    const count = (by: 1 | -1): void => {
      const left = (this.#taken.get(key) ?? 0) + by;
      if (left === 0) this.#taken.delete(key);
      else this.#taken.set(key, left);
      this.#all += by;
      if (!caller) this.#anonymous += by;
    };
    count(1);
    return () => count(-1);
  }
}

/**
 * Server-sent events from the events table; @fastify/sse keeps the connection open. The client sets the pace: nothing
 * is read ahead for a slow one. A stream ends when no further event can come, when the client disconnects or stops
 * reading, or when the server closes.
 */
export const sse = fp<SseOptions>(
  async (app, { events, heartbeatMs, clock, ...limits }) => {
    await app.register(fastifySse, { heartbeatInterval: heartbeatMs });
    const hub = createEventHub(events);
    const { maxStreams, maxPublicStreams } = limits;
    const places = new StreamSlots({
      ...{ all: maxStreams, anonymous: Math.ceil(maxStreams / 2), perCaller: limits.maxStreamsPerCaller },
    });
    const publicPlaces = new StreamSlots({
      ...{ all: maxPublicStreams, anonymous: maxPublicStreams, perCaller: limits.maxPublicStreamsPerCaller },
    });
    const ticks = new Ticks(GATHER_MS, clock);
    const open = new Set<AbortController>();
    app.decorate('streamClients', () => open.size);
    app.decorate('streamPlace', (request: FastifyRequest) => places.take(request));
    const reads = new SharedReads();
    const frames = new EventFrames();

    async function* messages(
      form: EventStream,
      { channels, key, after: readAfter }: Source,
      { after, unknown }: Beginning,
      signal: AbortSignal,
    ): AsyncGenerator<string> {
      const { over, overWhen = '', live, until } = form;
      const gathers = 'everyone' in form ? { group: ticks.group(), render: form.render } : undefined;
      const wanted = new Signal();
      const ring = (): void => {
        reads.forget(key);
        wanted.raise();
      };
      const subscriptions = channels.map((channel) => hub.subscribe(channel, ring));
      const unwatch = live?.watch(ring);
      signal.addEventListener('abort', wanted.raise);
      try {
        yield RETRY;
        // The first message of another protocol tells the present state, which replaces what its client knows.
        if ('written' in form) yield form.written.first;
        else {
          if (unknown !== undefined) yield resetFrame(after, unknown);
          if ('opening' in form && form.opening) yield eventFrame({ id: streamId(after), ...form.opening });
        }
        let last = false;
        const { epoch } = after;
        for (let { seq } = after; !signal.aborted; ) {
          const rows = await reads.share(key, `after ${streamId({ epoch, seq })}`, () => readAfter(seq, BATCH));
          // The client comes back with its last id, which is of another epoch then.
          if ((await events.epoch()) !== epoch) return;
          if (gathers) {
            const text = await frames.joined(rows, epoch, gathers.render);
            if (text !== '') yield text;
            seq = rows.at(-1)?.seq ?? seq;
            if (rows.length === BATCH) continue;
            await wanted.wait();
            await ticks.wait(gathers.group);
            continue;
          }
          for (const row of rows) {
            const id = streamId({ epoch, seq: row.seq });
            const frame = 'written' in form ? await form.written.of(row, id) : frames.of(row, epoch, form.render);
            if (frame !== null) yield frame;
            if (until?.(row)) return;
            seq = row.seq;
          }
          if (rows.length === BATCH) continue;
          if (last) return;
          // Reads the events once more that were written before the end.
          last = await reads.share(key, `over ${overWhen}`, over);
          if (last) {
            await events.settled();
            reads.forget(key);
            continue;
          }
          const now = await live?.read((read) => reads.share(key, 'live', read));
          if (now) yield eventFrame(now);
          await wanted.wait();
        }
      } finally {
        for (const unsubscribe of subscriptions) unsubscribe();
        unwatch?.();
      }
    }

    /** Ends the stream of a caller whose token is no longer accepted. */
    function recheck(request: FastifyRequest, client: AbortController): NodeJS.Timeout | undefined {
      if (request.routeOptions.config.access?.callers === 'public') return undefined;
      const check = async (): Promise<void> => {
        if (!(await request.stillAccepted())) client.abort();
      };
      // While the check fails, the stream stays as it is; its own reads report a failure of the storage.
      return setInterval(() => void check().catch(() => {}), heartbeatMs);
    }

    /** Sends the stream; resolves when it has ended. */
    async function pipe(
      reply: FastifyReply,
      source: AsyncIterable<string>,
      client: AbortController,
      release: () => void,
    ): Promise<void> {
      open.add(client);
      let gone = false;
      const rechecks = recheck(reply.request, client);
      reply.sse.onClose(() => {
        gone = true;
        clearInterval(rechecks);
        open.delete(client);
        release();
        client.abort();
      });
      reply.raw.setTimeout(STALLED_HEARTBEATS * heartbeatMs, () => reply.raw.destroy());
      reply.sse.sendHeaders();
      try {
        for await (const text of source) {
          if (client.signal.aborted) break;
          // The end of the connection and the server's close also end the wait for a slow client.
          if (!reply.raw.write(text)) await once(reply.raw, 'drain', { signal: client.signal }).catch(() => {});
        }
        if (!gone) reply.raw.end();
      } catch (error) {
        if (gone) return;
        // A client takes an ended stream for a complete one.
        reply.raw.destroy();
        throw error;
      }
    }

    /** True when the events that were committed so far have none of `source` after `seq`. */
    async function hasNone(source: Source, seq: number): Promise<boolean> {
      await events.settled();
      return (await source.after(seq, 1)).length === 0;
    }

    app.decorateReply('streamEvents', async function streamEvents(this: FastifyReply, request, stream) {
      const last = lastEvent(request);
      const given = last.seq;
      let newest = given > 0 || stream.fromNow ? await events.latest() : 0;
      if (given > newest) {
        // A list of the subject may have shown the event already, while a stream waits for a write that goes on.
        await events.settled();
        newest = await events.latest();
      }
      const epoch = await events.epoch();
      const begin = stream.fromNow ? newest : (stream.after ?? 0);
      const isFar = 'everyone' in stream && given > 0 && newest - given > FAR_BEHIND;
      // What another process has shown may not be shown by this one yet.
      const isTooNew = given > newest && given > (await events.newest());
      const isOther = given > 0 && (isTooNew || last.epoch !== epoch);
      const known = given > 0 && !isOther && !isFar;
      const beginning = known
        ? { after: last }
        : { after: { epoch, seq: begin }, ...((isOther || isFar) && { unknown: last }) };
      const source = sourceOf(stream, events);
      const ended = known && (await stream.over()) && (await hasNone(source, given));
      if (ended) return void this.code(204).send();
      const of = 'everyone' in stream ? publicPlaces : places;
      await answer(this, request, (signal) => messages(stream, source, beginning, signal), of);
    });

    app.decorateReply('streamFrames', function streamFrames(this: FastifyReply, request, framesOf) {
      return answer(this, request, framesOf, places);
    });

    /** Answers with the frames, at a place of `of`. */
    async function answer(
      reply: FastifyReply,
      request: FastifyRequest,
      framesOf: (signal: AbortSignal) => AsyncIterable<string>,
      of: StreamSlots,
    ): Promise<void> {
      // Without a connection, nothing would report its end and free the place.
      if (reply.raw.destroyed) return void reply.hijack();
      const release = request.method === 'HEAD' ? () => {} : of.take(request);
      // An open connection after the end of its stream would delay the server's close.
      const headers = { ...SECURITY_HEADERS, 'cache-control': 'no-store', connection: 'close' };
      reply.hijack().headers(headers);
      if (request.method === 'HEAD') return reply.sse.sendHeaders();
      const client = new AbortController();
      return pipe(reply, framesOf(client.signal), client, release);
    }

    app.addHook('preClose', async () => {
      for (const controller of open) controller.abort();
      hub.close();
    });
  },
  { name: 'sse' },
);
