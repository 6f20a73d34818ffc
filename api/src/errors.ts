import type { Result } from '@causeway/protocol';

/** One row of the error table. */
export interface ErrorDefinition {
  readonly status: number;
  readonly title: string;
  /** When it is answered and what the caller can change; printed into the documentation. */
  readonly when: string;
}

const define = (status: number, title: string, when: string): ErrorDefinition => ({ status, title, when });

/** Every errorCode the API answers with: the one table behind answers, OpenAPI document and README. */
export const ERRORS = {
  MALFORMED_REQUEST: define(
    400,
    'Malformed request',
    'JSON that does not parse, or a field of the wrong type or form.',
  ),
  INVALID_CURSOR: define(400, 'Invalid cursor', 'A `cursor` that no list answered; start again without it.'),
  UNAUTHENTICATED: define(
    401,
    'Not authenticated',
    'No token, or one that is unknown; send `Authorization: Bearer TOKEN`.',
  ),
  FORBIDDEN: define(403, 'Not allowed', 'The token lacks the scope that the answer names.'),
  ROUTE_NOT_FOUND: define(404, 'No such route', 'Method and path match nothing; the paths are at /docs.'),
  ORDER_NOT_FOUND: define(404, 'Order not found', 'No order has this id.'),
  ORDER_NOT_CANCELLABLE: define(
    409,
    'Order not cancellable',
    'The order left `created`: from the lock on it completes or is refunded.',
  ),
  IDEMPOTENCY_IN_FLIGHT: define(
    409,
    'Request in flight',
    'The first request with this Idempotency-Key is still being answered; repeat it shortly.',
  ),
  VERSION_MISMATCH: define(412, 'Version mismatch', 'If-Match names another version than the current one; read again.'),
  BODY_TOO_LARGE: define(413, 'Body too large', 'The body has more than 1 MiB.'),
  UNSUPPORTED_MEDIA_TYPE: define(415, 'Unsupported media type', 'A body that is not application/json.'),
  IDEMPOTENCY_KEY_REUSED: define(
    422,
    'Idempotency-Key reused',
    'The key was used with another request in the last 24 hours; take a new one.',
  ),
  CHAIN_UNKNOWN: define(422, 'Unknown chain', 'No configured network has this name; the answer lists those there are.'),
  ASSET_UNKNOWN: define(
    422,
    'Unknown asset',
    'No asset has this symbol, or it does not exist on that chain; the answer lists those there are.',
  ),
  ASSET_MISMATCH: define(
    422,
    'Another asset',
    '`to` names another asset than `from`: a bridge order moves one asset, 1:1.',
  ),
  SAME_CHAIN: define(422, 'Same chain', '`from` and `to` name the same chain.'),
  ROUTE_VIA_HOME: define(
    422,
    'Route leads over the home chain',
    'A bridged asset moves only from and to its home; `orders` names the two orders that do it.',
  ),
  ROUTE_NOT_OPEN: define(422, 'Route not open', 'The two bridges are not (yet) open towards each other.'),
  SWAP_NOT_AVAILABLE: define(422, 'Swap not available', '`mode: "swap"` is not offered; use `mode: "bridge"`.'),
  INVALID_AMOUNT: define(
    422,
    'Invalid amount',
    'Not a positive decimal, more decimals than the bridge moves, or a number that JSON cannot carry exactly: send a string.',
  ),
  AMOUNT_TOO_SMALL: define(422, 'Amount too small', 'Below the route’s minimum, which the answer names.'),
  AMOUNT_TOO_LARGE: define(422, 'Amount too large', 'Above the route’s maximum, which the answer names.'),
  RECIPIENT_REQUIRED: define(
    422,
    'Recipient required',
    'No `destinationAddress`, and the caller has no wallet on the destination chain.',
  ),
  INVALID_ADDRESS: define(422, 'Invalid address', 'An address that its chain does not accept.'),
  INSUFFICIENT_BALANCE: define(
    422,
    'Insufficient balance',
    'The wallet holds less than amount and fees; the answer says how much is missing.',
  ),
  LOCK_REFUSED: define(
    422,
    'Lock refused',
    'The source chain’s bridge refuses this lock; the answer carries its reason.',
  ),
  PAIR_UNKNOWN: define(
    422,
    'Unknown pair',
    'No price source is configured for one of the tokens; the answer lists those there are.',
  ),
  RATE_LIMITED: define(
    429,
    'Too many requests',
    'More requests than RateLimit-Policy allows; wait for Retry-After seconds.',
  ),
  INTERNAL_ERROR: define(500, 'Internal error', 'A defect of the service; quote the traceId.'),
  PRICE_UNAVAILABLE: define(
    503,
    'Price unavailable',
    'Fewer than two price sources agree at present; no rate is invented.',
  ),
  CHAIN_UNAVAILABLE: define(503, 'Chain unavailable', 'A chain that the request needs cannot be read at present.'),
  BRIDGE_PAUSED: define(503, 'Bridge paused', 'The source’s bridge takes no locks at present.'),
  TOO_MANY_STREAMS: define(
    503,
    'Too many event streams',
    'The service holds as many event streams as it is configured for.',
  ),
  SERVICE_UNAVAILABLE: define(
    503,
    'Service unavailable',
    'The service is starting, stopping, or cannot reach its storage.',
  ),
} as const satisfies Record<string, ErrorDefinition>;

export type ErrorCode = keyof typeof ERRORS;

/** Expected refusal of a request: a code of the table, a sentence for people, and facts added to the answer. */
export interface Problem {
  readonly code: ErrorCode;
  readonly message: string;
  /** Members added to the problem document. */
  readonly facts?: Readonly<Record<string, unknown>>;
  /** Seconds after which a repetition may succeed; 503 and 429 always carry one. */
  readonly retryAfter?: number;
}

/** A service's answer: a value, or the problem to answer with. */
export type Answer<T> = Result<T, Problem>;

/** The failed Answer of `code`. */
export const refuse = (
  code: ErrorCode,
  message: string,
  more: Pick<Problem, 'facts' | 'retryAfter'> = {},
): { readonly ok: false; readonly error: Problem } => ({ ok: false, error: { code, message, ...more } });

/** Carries a Problem through Fastify to the one place that writes it. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly problem: Problem;
  constructor(problem: Problem) {
    super(problem.message);
    this.problem = problem;
  }
}

/** The value of an Answer; throws its Problem for the error handler. */
export function unwrap<T>(answer: Answer<T>): T {
  if (!answer.ok) throw new ProblemError(answer.error);
  return answer.value;
}

/** The error table as Markdown. */
export function errorTable(): string {
  const rows = Object.entries(ERRORS).map(([code, { status, when }]) => `| ${status} | \`${code}\` | ${when} |`);
  return ['| Status | errorCode | When |', '|---|---|---|', ...rows].join('\n');
}
