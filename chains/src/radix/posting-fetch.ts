import { post } from '../post.ts';

/** A `fetch` for the Core API's SDK, which only posts JSON. It gives up after `timeoutMs`. */
export const postingFetch =
  (timeoutMs: number) =>
  async (url: string, { body }: RequestInit): Promise<Response> => {
    const { status, text } = await post(new URL(url), String(body ?? '{}'), timeoutMs);
    return new Response(text, { status });
  };
