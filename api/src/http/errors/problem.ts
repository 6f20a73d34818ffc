import Type from 'typebox';
import type { Problem } from './errors.ts';

/** Media type of RFC 9457. */
export const PROBLEM_TYPE = 'application/problem+json';

/** Retry-After of a temporary problem without its own value, seconds. */
const DEFAULT_RETRY_AFTER = 5;

/** Path of the documentation of an errorCode: a problem's `type`. */
export const errorPath = (code: string): string => `/docs/errors/${code}`;

/** The problem document of `problem`, with the members that clients of the platform's envelope need. */
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

/** Headers of `problem`. */
export function problemHeaders(problem: Problem): Record<string, string> {
  const { status } = problem;
  const headers: Record<string, string> = { ...problem.headers, 'content-type': `${PROBLEM_TYPE}; charset=utf-8` };
  if (status === 401) headers['www-authenticate'] = 'Bearer realm="causeway"';
  const retryAfter = problem.retryAfter ?? (status === 503 || status === 429 ? DEFAULT_RETRY_AFTER : undefined);
  if (retryAfter !== undefined) headers['retry-after'] = String(Math.max(1, Math.ceil(retryAfter)));
  return headers;
}

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
