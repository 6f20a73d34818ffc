import Type from 'typebox';
import type { ErrorTable, Problem } from './errors.ts';

/** Media type of RFC 9457. */
export const PROBLEM_TYPE = 'application/problem+json';

/** Seconds in Retry-After where a temporary problem names none of its own. */
const DEFAULT_RETRY_AFTER = 5;

/** Path of the documentation of an errorCode: what a problem's `type` refers to. */
export const errorPath = (code: string): string => `/docs/errors/${code}`;

/** The problem document of `problem`, with the members that clients of the platform's envelope read. */
export function problemDocument(problem: Problem, traceId: string): Record<string, unknown> {
  const { status, title } = problem;
  return {
    ...problem.facts,
    type: errorPath(problem.code),
    title,
    status,
    detail: problem.message,
    isError: true,
    message: problem.message,
    errorCode: problem.code,
    result: null,
    traceId,
  };
}

/** Headers that belong to `problem`. */
export function problemHeaders(problem: Problem): Record<string, string> {
  const { status } = problem;
  const headers: Record<string, string> = { 'content-type': `${PROBLEM_TYPE}; charset=utf-8` };
  if (status === 401) headers['www-authenticate'] = 'Bearer realm="causeway"';
  if (status === 403) headers['www-authenticate'] = 'Bearer realm="causeway", error="insufficient_scope"';
  const retryAfter = problem.retryAfter ?? (status === 503 || status === 429 ? DEFAULT_RETRY_AFTER : undefined);
  if (retryAfter !== undefined) headers['retry-after'] = String(Math.max(1, Math.ceil(retryAfter)));
  return headers;
}

const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736';

/** Schema of every error answer. */
export const problemSchema = Type.Object(
  {
    type: Type.String(),
    title: Type.String(),
    status: Type.Integer(),
    detail: Type.String(),
    isError: Type.Literal(true),
    message: Type.String(),
    errorCode: Type.String(),
    result: Type.Null(),
    traceId: Type.String(),
  },
  { additionalProperties: true },
);

/** The documentation of the error answers with these statuses: the codes of `table` each can carry, and an example. */
export const problemResponses = (table: ErrorTable, ...statuses: readonly number[]): Record<number, object> =>
  Object.fromEntries(statuses.map((status) => [status, problemResponse(table, status)]));

function problemResponse(table: ErrorTable, status: number): object {
  const rows = Object.entries(table).filter(([, definition]) => definition.status === status);
  const [first] = rows;
  if (first === undefined) throw new Error(`no errorCode has status ${status}`);
  const [code, { title, when }] = first;
  const examples = [problemDocument({ code, status, title, message: when }, TRACE_ID)];
  return {
    description: rows.map(([known]) => known).join(', '),
    content: { [PROBLEM_TYPE]: { schema: { ...problemSchema, examples } } },
  };
}
