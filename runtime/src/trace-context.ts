import { type Context, ROOT_CONTEXT, type Span, TraceFlags, trace } from '@opentelemetry/api';

export type { Tracer } from '@opentelemetry/api';

/** A trace context of W3C: version, trace id, span id, flags. */
const TRACEPARENT = /^[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})$/;

/** True for a `traceparent` of W3C Trace Context whose ids are not zero. */
export const isTraceparent = (text: string): boolean => TRACEPARENT.test(text);

/** The context of the span that `traceparent` names; the root when it names none. */
export function contextOf(traceparent: string | null | undefined): Context {
  const [, traceId = '', spanId = '', flags = ''] = TRACEPARENT.exec(traceparent ?? '') ?? [];
  if (traceId === '') return ROOT_CONTEXT;
  const traceFlags = Number.parseInt(flags, 16) & TraceFlags.SAMPLED;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
}

/** The `traceparent` by which other processes join `span`'s trace as its children. */
export function traceparentOf(span: Span): string {
  const { traceId, spanId, traceFlags } = span.spanContext();
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
}
