import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { ownOrigin } from '../../http/callers/own-origin.ts';
import { unwrap } from '../../http/errors/errors.ts';
import { refuse } from './errors.ts';

/** Names by which a machine calls itself (RFC 6761). */
const LOOPBACK_NAME = /^(?:[a-z0-9-]+\.)*localhost$/i;
const LOOPBACK_ADDRESS = /^(?:::1|(?:::ffff:)?127\.)/;

/** The host of a request without its port; addresses of IPv6 without brackets. */
const hostOf = ({ hostname }: FastifyRequest): string => hostname.replace(/^\[(.*)\]$/, '$1');

/**
 * True when the request reached this machine by its loopback address, and from no trusted proxy: a page can write
 * X-Forwarded-For itself.
 */
const isDirect = ({ raw: { socket }, ip }: FastifyRequest): boolean =>
  LOOPBACK_ADDRESS.test(socket.localAddress ?? '') && ip === socket.remoteAddress;

/**
 * True for a host that the service is called by: an address, a name of loopback, or one of `hosts`. Without `hosts`,
 * every name is taken that a trusted proxy or another machine sends; only on the machine itself can a name of a
 * stranger lead here (DNS rebinding).
 */
function isOwnHost(request: FastifyRequest, hosts: readonly string[]): boolean {
  const host = hostOf(request);
  if (isIP(host) !== 0 || LOOPBACK_NAME.test(host) || hosts.includes(host.toLowerCase())) return true;
  return hosts.length === 0 && !isDirect(request);
}

/**
 * Refuses calls that a page of a stranger may have made: from an origin that is neither the service's own nor allowed,
 * or to a host that it is not known by (MCP, "Transports", security warning).
 */
export function requireOwnSite(request: FastifyRequest, hosts: readonly string[]): void {
  const { origin } = request.headers;
  if (origin !== undefined && origin !== ownOrigin(request) && !request.server.allowsOrigin(origin)) {
    unwrap(refuse('ORIGIN_NOT_ALLOWED', `pages of ${origin.slice(0, 200)} may not call /mcp`));
  }
  if (!isOwnHost(request, hosts)) {
    unwrap(refuse('HOST_NOT_ALLOWED', `this service is not known as ${hostOf(request).slice(0, 200)}`));
  }
}
