import { type EndpointLimits, Poster } from '../rpc/post.ts';

/** A `fetch` of one endpoint for the Core API's SDK, which only posts JSON. */
export function postingFetch(limits: EndpointLimits) {
  const poster = new Poster(limits);
  return async (url: string, { body }: RequestInit): Promise<Response> => {
    const { status, text } = await poster.post(new URL(url), String(body ?? '{}'));
    return new Response(text, { status });
  };
}
