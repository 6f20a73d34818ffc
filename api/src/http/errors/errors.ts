import type { Result } from '@causeway/protocol';
import type { QuotaExceeded, QuotaKind } from '@causeway/storage';

/** One row of an error table. */
export interface ErrorDefinition {
  readonly status: number;
  readonly title: string;
  /** When the error is answered and what the caller can change; printed in the documentation. */
  readonly when: string;
}

/** Definitions by errorCode. */
export type ErrorTable = Readonly<Record<string, ErrorDefinition>>;

/** Makes one row of an error table. */
export const define = (status: number, title: string, when: string): ErrorDefinition => ({ status, title, when });

/** Errors of any route, whatever its area. */
export const HTTP_ERRORS = {
  MALFORMED_REQUEST: define(
    400,
    'Malformed request',
    'JSON that does not parse or is nested too deeply, a field of the wrong type or form, a member or parameter that the operation does not have, or a request that is no HTTP/1.1.',
  ),
  INVALID_CURSOR: define(
    400,
    'Invalid cursor',
    'A `cursor` that this list, with this filter, did not answer; start again without it.',
  ),
  UNAUTHENTICATED: define(
    401,
    'Not authenticated',
    'No token, or one that is unknown; send `Authorization: Bearer TOKEN`.',
  ),
  FORBIDDEN: define(
    403,
    'Not allowed',
    'The token lacks the scope that the answer names, the operation is not for agents, or the resource belongs to another caller.',
  ),
  REAUTHENTICATION_REQUIRED: define(
    403,
    'Password needed again',
    'The password was not given within the last five minutes; POST /api/avatar/reauthenticate first. An API key cannot do it.',
  ),
  ACCOUNT_FROZEN: define(
    403,
    'Account frozen',
    'The avatar, or the owner of the agent, is frozen: nothing leaves its wallets, and its API keys only read. Its owner thaws its own freeze with the password, an admin’s freeze only an admin ends.',
  ),
  WALLET_FROZEN: define(
    403,
    'Wallet frozen',
    'Nothing leaves the wallet. Its owner thaws its own freeze with the password, an admin’s freeze only an admin ends.',
  ),
  AVATAR_NOT_FOUND: define(404, 'Avatar not found', 'No avatar has this id, or it is not yours.'),
  ROUTE_NOT_FOUND: define(404, 'No such route', 'Method and path match nothing; the paths are at /docs.'),
  METHOD_NOT_ALLOWED: define(
    405,
    'Method not allowed',
    'The path exists, but not for this method; `Allow` names its methods.',
  ),
  REQUEST_TIMEOUT: define(408, 'Request timed out', 'The request did not arrive whole in time; it had no effect.'),
  IDEMPOTENCY_IN_FLIGHT: define(
    409,
    'Request in flight',
    'The first request with this Idempotency-Key is still being answered; repeat it shortly.',
  ),
  IDEMPOTENCY_ANSWER_LOST: define(
    409,
    'Answer lost',
    'The first request with this Idempotency-Key succeeded, and its answer cannot be shown again: the master key that sealed it is gone. Read what it made.',
  ),
  IDEMPOTENCY_ANSWER_NOT_KEPT: define(
    409,
    'Answer not kept',
    'The first request with this Idempotency-Key succeeded without a token, and its answer has a secret that was not kept, because others could guess the key; take a UUID or 32 random characters.',
  ),
  VERSION_MISMATCH: define(412, 'Version mismatch', 'If-Match names another version than the current one; read again.'),
  BODY_TOO_LARGE: define(413, 'Body too large', 'The body has more than 16 KiB, or than the operation takes.'),
  UNSUPPORTED_MEDIA_TYPE: define(
    415,
    'Unsupported media type',
    'A body that is not application/json in UTF-8, or is compressed.',
  ),
  REASON_REQUIRED: define(422, 'Reason required', 'An admin gives a `reason`; the owner of the account can read it.'),
  IDEMPOTENCY_KEY_REUSED: define(
    422,
    'Idempotency-Key reused',
    'The key was used with another request in the last 24 hours; take a new one.',
  ),
  QUOTA_EXCEEDED: define(
    422,
    'Quota exceeded',
    'You and your agents store as much of this kind as one owner may; `kind`, `unit`, `limit` and `used` say what. Delete some of it; of a `history`, the service deletes what ended long ago.',
  ),
  RATE_LIMITED: define(
    429,
    'Too many requests',
    'More requests than RateLimit-Policy allows; wait for Retry-After seconds.',
  ),
  IDEMPOTENCY_KEYS_EXCEEDED: define(
    429,
    'Too many Idempotency-Keys',
    'The caller and its agents used as many keys in the last 24 hours as they may; wait, or send the request without a key.',
  ),
  CALLER_STREAMS_EXCEEDED: define(
    429,
    'Too many event streams of yours',
    'The caller with its agents, or the address without a token, holds as many event streams as one may; close one.',
  ),
  HEADERS_TOO_LARGE: define(431, 'Headers too large', 'The request line and headers have more than 16 KiB.'),
  INTERNAL_ERROR: define(500, 'Internal error', 'A defect of the service; quote the traceId.'),
  TOO_MANY_STREAMS: define(
    503,
    'Too many event streams',
    'The service holds as many event streams as it is configured for.',
  ),
  KEYS_UNAVAILABLE: define(503, 'Keys unavailable', 'The service that holds the master key does not answer.'),
  SERVICE_UNAVAILABLE: define(503, 'Service unavailable', 'The service is starting, stopping, or overloaded.'),
  STORAGE_UNAVAILABLE: define(
    503,
    'Storage unavailable',
    'The database cannot be written or reached: its disk is full or broken, or its server is away. Repeat the request after Retry-After seconds.',
  ),
} as const satisfies ErrorTable;

/** An expected refusal of a request: a code of a table, a sentence for people, and facts for the answer. */
export interface Problem extends Pick<ErrorDefinition, 'status' | 'title'> {
  readonly code: string;
  readonly message: string;
  /** Members added to the problem document. */
  readonly facts?: Readonly<Record<string, unknown>>;
  /** Seconds after which a repetition may succeed; always present with 503 and 429. */
  readonly retryAfter?: number;
  /** Headers of the answer. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Result of a service: a value, or the problem to answer. */
export type Answer<T> = Result<T, Problem>;

/** A failed Answer. */
export interface Refusal {
  readonly ok: false;
  readonly error: Problem;
}

/** Makes failed Answers of one table's codes. */
export type Refuse<T extends ErrorTable> = (
  code: keyof T & string,
  message: string,
  more?: Pick<Problem, 'facts' | 'retryAfter' | 'headers'>,
) => Refusal;

/** The function that refuses with the codes of `table`. */
export const refuserOf =
  <T extends ErrorTable>(table: T): Refuse<T> =>
  (code, message, more = {}) => {
    const { status, title } = table[code] as ErrorDefinition;
    return { ok: false, error: { code, status, title, message, ...more } };
  };

/** The failed Answer of a code that any route may answer. */
export const refuse = refuserOf(HTTP_ERRORS);

/** What the units of a quota are called. */
const KINDS: Readonly<Record<QuotaKind, string>> = {
  missions: 'missions',
  libraries: 'versions of libraries',
  holons: 'versions of holons',
  tasks: 'open tasks',
  history: 'tasks, runs, collaborations and messages of agents, ended ones too',
  workflows: 'versions of workflows',
  webhooks: 'callback URLs',
  messages: 'messages',
};

/** The refusal to store more than a quota. */
export function overQuota({ kind, unit, limit, used }: QuotaExceeded): Refusal {
  const most = unit === 'items' ? `${limit} ${KINDS[kind]}` : `${limit} bytes of ${KINDS[kind]}`;
  const then =
    kind === 'history'
      ? 'the service deletes old ones by itself, and its operator may allow more'
      : 'delete some, or make less';
  const message = `you and your agents may store ${most}, and ${used} are stored; ${then}`;
  return refuse('QUOTA_EXCEEDED', message, { facts: { kind, unit, limit, used } });
}

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

/** Merges tables. Throws when two of them define the same code. */
export function mergeErrors(tables: readonly ErrorTable[]): ErrorTable {
  const merged: Record<string, ErrorDefinition> = {};
  for (const table of tables) {
    for (const [code, definition] of Object.entries(table)) {
      if (Object.hasOwn(merged, code)) throw new Error(`errorCode ${code} is defined twice`);
      merged[code] = definition;
    }
  }
  return merged;
}

/** An error table as Markdown, by status. */
export function errorMarkdown(table: ErrorTable): string {
  const byStatus = Object.entries(table).sort(([, a], [, b]) => a.status - b.status);
  const rows = byStatus.map(([code, { status, when }]) => `| ${status} | \`${code}\` | ${when} |`);
  return ['| Status | errorCode | When |', '|---|---|---|', ...rows].join('\n');
}
