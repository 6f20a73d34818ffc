import { createParser } from 'eventsource-parser';
import { errorOf } from './errors.ts';
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
  /** Milliseconds before a broken stream is opened again; 1,000 when absent, unless the service says another. */
  readonly reconnectMs?: number;
}

/** Opens the stream after an event. */
export type OpenStream = (lastEventId: string, signal: AbortSignal | undefined) => Promise<Response>;

/** Status of a stream that has ended for good. */
const NOTHING_MORE = 204;

/**
 * The events of a stream, without gap or double: a broken stream is opened again after the last event with an id. Ends
 * when the service says that nothing more comes, or when `signal` aborts. Rejects with CausewayError when the service
 * refuses.
 */
export async function* readStream<T>(
  open: OpenStream,
  { lastEventId = '0', signal, reconnectMs = 1_000 }: StreamOptions,
  wait: Sleep = sleep,
): AsyncGenerator<StreamEvent<T>, void, undefined> {
  let last = lastEventId;
  let pause = reconnectMs;
  while (!signal?.aborted) {
    const response = await open(last, signal).catch((error: unknown) => {
      if (signal?.aborted) return undefined;
      throw error;
    });
    if (response === undefined || response.status === NOTHING_MORE) return;
    if (!response.ok) throw await errorOf(response);
    try {
      for await (const event of parse<T>(response, (milliseconds) => {
        pause = milliseconds;
      })) {
        last = event.id ?? last;
        yield event;
      }
    } catch (error) {
      if (signal?.aborted) return;
      if (error instanceof SyntaxError) throw error;
    }
    if (signal?.aborted) return;
    await wait(pause, signal).catch(() => {});
  }
}

async function* parse<T>(
  response: Response,
  onRetry: (milliseconds: number) => void,
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
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      parser.feed(decoder.decode(value, { stream: true }));
      yield* ready.splice(0);
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}
