import type { FastifyRequest } from 'fastify';

/**
 * The origin of a page from the browser's own machine. `localhost` and its subdomains are never another one (RFC 6761).
 */
export const LOOPBACK_ORIGIN = /^https?:\/\/(?:(?:[a-z0-9-]+\.)*localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/;

/**
 * The origin by which the caller reached the service, as browsers write it: without a port that is the scheme's usual
 * one. The headers of trusted proxies decide about scheme and host. Undefined when the request names no host.
 */
export function ownOrigin({ protocol, host }: Pick<FastifyRequest, 'protocol' | 'host'>): string | undefined {
  const url = `${protocol}://${host}`;
  return host && URL.canParse(url) ? new URL(url).origin : undefined;
}
