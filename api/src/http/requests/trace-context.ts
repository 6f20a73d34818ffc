import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { isTraceparent } from '@causeway/runtime/trace-context';

/**
 * The request's W3C trace context, for everything that the request creates; none when the header is absent or in
 * another form.
 */
export function traceOf({ headers }: { readonly headers: IncomingHttpHeaders }): { readonly traceparent?: string } {
  const { traceparent } = headers;
  return typeof traceparent === 'string' && isTraceparent(traceparent) ? { traceparent } : {};
}

/**
 * The trace id of a request, or a new one. UUIDs come from a pool of random bytes, so that a request waits for no
 * system call.
 */
export const traceIdOf = (request: { readonly headers: IncomingHttpHeaders }): string =>
  traceOf(request).traceparent?.slice(3, 35) ?? randomUUID().replaceAll('-', '');
