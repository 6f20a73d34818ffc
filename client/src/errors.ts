/** The problem document of a refusal (RFC 9457). */
export interface Problem {
  readonly errorCode?: string;
  readonly message?: string;
  readonly traceId?: string;
  readonly [member: string]: unknown;
}

/** A refusal of the API, or an answer that is none of its own. */
export class CausewayError extends Error {
  override readonly name = 'CausewayError';
  /** The stable error code, such as `INSUFFICIENT_BALANCE`; `HTTP_` and the status for an answer without one. */
  readonly code: string;
  readonly status: number;
  /** Identifies the request in the service's log. */
  readonly traceId: string | undefined;
  /** All members of the problem document. */
  readonly problem: Problem;

  constructor(status: number, problem: Problem) {
    super(problem.message ?? `the service answered with status ${status}`);
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
