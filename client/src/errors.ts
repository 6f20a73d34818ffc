/** The problem document of a refusal (RFC 9457). */
export interface Problem {
  readonly errorCode?: string;
  readonly message?: string;
  readonly traceId?: string;
  readonly [member: string]: unknown;
}

/** A refusal of the API, an answer that is none of its own, or no answer. */
export class CausewayError extends Error {
  override readonly name = 'CausewayError';
  /**
   * The stable error code, such as `INSUFFICIENT_BALANCE`; `HTTP_` and the status for an answer without one,
   * `UNREACHABLE` when there was no answer, `INSECURE_URL` when nothing was sent, and `REDIRECTED`.
   */
  readonly code: string;
  /** The status of the answer; 0 when there was none. */
  readonly status: number;
  /** Identifies the request in the service's log. */
  readonly traceId: string | undefined;
  /** All members of the problem document. */
  readonly problem: Problem;

  constructor(status: number, problem: Problem, options?: ErrorOptions) {
    super(problem.message ?? `the service answered with status ${status}`, options);
    this.status = status;
    this.problem = problem;
    this.code = problem.errorCode ?? `HTTP_${status}`;
    this.traceId = problem.traceId;
  }
}

/** The problem document in a parsed body; empty for anything else. */
export const problemIn = (body: unknown): Problem => (typeof body === 'object' && body !== null ? { ...body } : {});

/** The error in an unsuccessful answer. */
export async function errorOf(response: Response): Promise<CausewayError> {
  return new CausewayError(response.status, problemIn(await response.json().catch(() => ({}))));
}

/**
 * The error for a service at `url` that did not answer because of `cause`. Browsers do not tell a page whether a
 * service of another origin is away or refuses the page, so the message names both.
 */
export function unreachable(url: string, cause: unknown): CausewayError {
  const page = pageOrigin();
  const refused =
    page === undefined || page === new URL(url).origin
      ? ''
      : `, or does not allow pages of ${page} (the service’s setting cors.origins)`;
  return new CausewayError(0, { errorCode: 'UNREACHABLE', message: `${url} does not answer${refused}` }, { cause });
}

/** The origin of the page, or of the worker, that runs this; undefined outside browsers. */
const pageOrigin = (): string | undefined =>
  (globalThis as { readonly location?: { readonly origin?: string } }).location?.origin;

/** True for errors of a service that is away for some time. */
export const isAway = (error: unknown): boolean =>
  error instanceof CausewayError && [0, 502, 503, 504].includes(error.status);
