import type { FastifyRequest } from 'fastify';
import type { Origin } from '../origin.ts';

/** Longest recorded name of a client program. */
const MAX_USER_AGENT = 200;

/** Where `request` comes from. */
export const originOf = ({ caller, ip, headers, id }: FastifyRequest): Origin => ({
  caller,
  address: ip,
  userAgent: headers['user-agent']?.slice(0, MAX_USER_AGENT) ?? null,
  traceId: id,
});
