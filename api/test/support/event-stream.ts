import { createParser } from 'eventsource-parser';

/** An event of a stream. */
interface Seen {
  readonly id: string | undefined;
  readonly event: string | undefined;
  readonly data: Record<string, unknown>;
}

/** A client of one stream. It collects the events, and can wait for more. */
export async function openStream(url: string, headers: Record<string, string> = {}) {
  const controller = new AbortController();
  const response = await fetch(url, { headers, signal: controller.signal });
  const seen: Seen[] = [];
  const comments: string[] = [];
  let text = '';
  let wake = (): void => {};
  let ended = false;
  const parser = createParser({
    onEvent: ({ id, event, data }) => seen.push({ id, event, data: JSON.parse(data) }),
    onComment: (comment) => comments.push(comment),
  });
  const reading = (async () => {
    const decoder = new TextDecoder();
    try {
      for await (const chunk of response.body ?? []) {
        const part = decoder.decode(chunk, { stream: true });
        text += part;
        parser.feed(part);
        wake();
      }
    } catch {
      // The test aborted the request.
    }
    ended = true;
    wake();
  })();
  const until = async (condition: () => boolean): Promise<void> => {
    while (!condition()) {
      if (ended) throw new Error('the stream ended');
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  };
  return {
    response,
    seen,
    comments,
    text: () => text,
    until,
    end: reading,
    close: async () => {
      controller.abort();
      await reading;
    },
  };
}
