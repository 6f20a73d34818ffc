import type { AvatarTopics, EventRow } from '@causeway/storage';
import type { FastifyRequest } from 'fastify';

/** Events of one subject, of some topics of one avatar, or of all for everyone, as a stream. */
export type EventStream = (({ readonly subject: string } | AvatarTopics) & StreamForm) | PublicStream;

/**
 * All events, in a form that everyone may see. Its events are gathered, and written at most twice a second; it has
 * places of its own, and begins anew for a client that is far behind.
 */
export interface PublicStream extends StreamBase {
  readonly everyone: true;
  /** The public form of an event; null hides the event. Streams with the same function share the form. */
  readonly render: (row: EventRow) => Promise<unknown>;
}

interface StreamBase {
  /** True once no further event can come; the stream then ends. */
  over(): Promise<boolean>;
  /**
   * Names what `over` asks where other streams of the same source ask something else: those with the same name share
   * answers.
   */
  readonly overWhen?: string;
  /** True for the last event that the caller may see; the stream ends with it. */
  readonly until?: (row: EventRow) => boolean;
  /** Facts that change without an event. */
  readonly live?: LiveFacts;
  /** A stream without Last-Event-ID begins with the events from now on, not with the first one. */
  readonly fromNow?: boolean;
  /** A stream without Last-Event-ID begins after this event. */
  readonly after?: number;
}

/** Messages named and numbered by the service. */
interface RenderedForm extends StreamBase {
  /** The public form of an event; null hides the event. Streams with the same function share the form. */
  readonly render: (row: EventRow) => unknown;
  /** The first message, which has the id after which the stream begins. */
  readonly opening?: { readonly event: string; readonly data: unknown };
}

/** Messages in the form of another protocol, as server-sent events. */
interface WrittenForm extends StreamBase {
  readonly written: { readonly first: string; of(row: EventRow, id: string): Promise<string> };
}

type StreamForm = RenderedForm | WrittenForm;

/** Facts that change without an event. They are sent without an id, so a stream cannot continue after them. */
export interface LiveFacts {
  /** Calls `ring` when `read` may return something new, until the returned function is called. */
  watch(ring: () => void): () => void;
  /**
   * The event to send now; null when there is none, or it was already sent. Streams of one subject that call `share` at
   * once share one read.
   */
  read(
    share: <T>(read: () => Promise<T>) => Promise<T>,
  ): Promise<{ readonly event: string; readonly data: unknown } | null>;
}

declare module 'fastify' {
  interface FastifyReply {
    /**
     * Answers with a stream of server-sent events, after Last-Event-ID and then live; resolves when the stream has
     * ended. An id that no event has, or that is of another epoch, begins the stream anew, with an event
     * `reset`. Answers 204, which ends a client's reconnects, when no further event can come.
     */
    streamEvents(request: FastifyRequest, stream: EventStream): Promise<void>;
    /**
     * Answers with server-sent events of another protocol, each a whole frame as text, at one of the caller's places
     * for streams; resolves when they end. The signal aborts when the client is gone or the server closes.
     */
    streamFrames(request: FastifyRequest, framesOf: (signal: AbortSignal) => AsyncIterable<string>): Promise<void>;
  }
}
