import { createParser } from 'eventsource-parser';
import { errorOf, isAway } from './errors.ts';
import { type Sleep, sleep } from './retry.ts';

/** One server-sent event. */
export interface StreamEvent<T> {
  /** Absent for facts that no stream continues after. */
  readonly id?: string;
  readonly type: string;
  readonly data: T;
}

export interface StreamOptions {
  /** Id of the last event seen: the stream begins after it. Without it, it begins with the first event that is kept. */
  readonly lastEventId?: string;
  readonly signal?: AbortSignal;
  /**
   * Called when the service no longer has the last event seen, after a restored backup or the loss of its database: the
   * stream then begins anew, so forget what its events said. The events that follow are again those from the first on.
   */
  readonly onReset?: () => void;
  /** Milliseconds before a broken stream is opened again; 1,000 when absent, unless the service says another. */
  readonly reconnectMs?: number;
}

/** Opens the stream after an event. */
export type OpenStream = (lastEventId: string, signal: AbortSignal | undefined) => Promise<Response>;

/** The event with which a stream begins anew. */
const RESET = 'reset';

/** Status of a stream that has ended for good. */
const NOTHING_MORE = 204;

/**
 * The events of a stream, without gap or double: a broken stream is opened again after the last event with an id, also
 * when the service is away for long. One that the service begins anew calls `onReset`. Ends when the service says that
 * nothing more comes, or when `signal` aborts. Rejects with CausewayError when the service refuses, or does not answer
 * at the first time.
 */
export async function* readStream<T>(
  open: OpenStream,
  { lastEventId = '0', signal, onReset, reconnectMs = 1_000 }: StreamOptions,
  wait: Sleep = sleep,
): AsyncGenerator<StreamEvent<T>, void, undefined> {
  let last = lastEventId;
  let pause = reconnectMs;
  let wasOpen = false;
  while (!signal?.aborted) {
    try {
      const response = await openOk(open, last, signal);
      if (response.status === NOTHING_MORE) return;
      wasOpen = true;
      const onRetry = (milliseconds: number) => {
        pause = milliseconds;
      };
      for await (const event of parse<T>(response, onRetry, signal)) {
        last = event.id ?? last;
        if (event.type === RESET) onReset?.();
        else yield event;
      }
    } catch (error) {
      if (signal?.aborted) return;
      if (!(error instanceof Broken || (wasOpen && isAway(error)))) throw error;
    }
    if (signal?.aborted) return;
    await wait(pause, signal).catch(() => {});
  }
}

/** An open stream whose connection broke. */
class Broken extends Error {}

async function openOk(open: OpenStream, lastEventId: string, signal: AbortSignal | undefined): Promise<Response> {
  const response = await open(lastEventId, signal);
  if (!response.ok) throw await errorOf(response);
  return response;
}

async function* parse<T>(
  response: Response,
  onRetry: (milliseconds: number) => void,
  signal: AbortSignal | undefined,
): AsyncGenerator<StreamEvent<T>, void, undefined> {
  const ready: StreamEvent<T>[] = [];
  const parser = createParser({
    onRetry,
    onEvent: ({ id, event, data }) => {
      ready.push({ ...(id !== undefined && { id }), type: event ?? 'message', data: JSON.parse(data) as T });
    },
  });
  const reader = response.body?.getReader();
  if (reader === undefined) return;
  const decoder = new TextDecoder();
  // The connection follows the request's signal only until the request is garbage.
  const stop = () => void reader.cancel().catch(() => {});
  signal?.addEventListener('abort', stop, { once: true });
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((cause: unknown) => {
        throw new Broken('the connection broke', { cause });
      });
      if (done) return;
      parser.feed(decoder.decode(value, { stream: true }));
      yield* ready.splice(0);
    }
  } finally {
    signal?.removeEventListener('abort', stop);
    await reader.cancel().catch(() => {});
  }
}
