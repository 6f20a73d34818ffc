/**
 * Security headers of every answer: a browser neither renders, frames nor sniffs it, and tells no other site its path.
 * The documentation and the pages for browsers have a policy of their own.
 */
export const SECURITY_HEADERS = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
} as const;

/** Value of `Strict-Transport-Security` for answers over TLS: two years (RFC 6797). */
export const STRICT_TRANSPORT_SECURITY = 'max-age=63072000; includeSubDomains';
