import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { ERRORS, type ErrorCode, type Problem, ProblemError } from '../../errors.ts';
import { problemDocument, problemHeaders } from '../../http/problem.ts';

/** What Fastify's own refusals are called here. */
const FASTIFY_CODES: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'BODY_TOO_LARGE',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
};

const INTERNAL: Problem = {
  code: 'INTERNAL_ERROR',
  message: 'something went wrong here; the traceId finds it in the log',
};

function problemOf(error: FastifyError): Problem {
  if (error instanceof ProblemError) return error.problem;
  if (error.validation) {
    const errors = error.validation.map(({ instancePath, message }) => ({
      pointer: `#/${error.validationContext ?? 'body'}${instancePath}`,
      message: message ?? 'is not accepted',
    }));
    return { code: 'MALFORMED_REQUEST', message: error.message, facts: { errors } };
  }
  const code = FASTIFY_CODES[error.code];
  if (code !== undefined) return { code, message: ERRORS[code].when };
  const status = error.statusCode ?? 500;
  if (status === 503) return { code: 'SERVICE_UNAVAILABLE', message: 'the service is stopping' };
  return status >= 400 && status < 500 ? { code: 'MALFORMED_REQUEST', message: error.message } : INTERNAL;
}

function send(request: FastifyRequest, reply: FastifyReply, problem: Problem): FastifyReply {
  return reply
    .code(ERRORS[problem.code].status)
    .headers(problemHeaders(problem))
    .serializer(JSON.stringify)
    .send(problemDocument(problem, request.id));
}

/** Answers every failure as a problem document (RFC 9457); a defect is logged and its inside never answered. */
export const problems = fp(
  async (app) => {
    app.setErrorHandler<FastifyError>((error, request, reply) => {
      const problem = problemOf(error);
      if (problem === INTERNAL) request.log.error({ err: error }, 'request failed');
      return send(request, reply, problem);
    });
    app.setNotFoundHandler((request, reply) =>
      send(request, reply, {
        code: 'ROUTE_NOT_FOUND',
        message: `no route ${request.method} ${request.url.split('?')[0]}`,
      }),
    );
  },
  { name: 'problems' },
);
