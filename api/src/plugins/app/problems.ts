import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { HTTP_ERRORS, type Problem, ProblemError, refuse } from '../../http/errors.ts';
import { problemDocument, problemHeaders } from '../../http/problem.ts';

/** What Fastify's own refusals are called here. */
const FASTIFY_CODES: Readonly<Record<string, keyof typeof HTTP_ERRORS>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'BODY_TOO_LARGE',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
};

const INTERNAL = refuse('INTERNAL_ERROR', 'something went wrong here; the traceId finds it in the log').error;

function problemOf(error: FastifyError): Problem {
  if (error instanceof ProblemError) return error.problem;
  if (error.validation) {
    const errors = error.validation.map(({ instancePath, message }) => ({
      pointer: `#/${error.validationContext ?? 'body'}${instancePath}`,
      message: message ?? 'is not accepted',
    }));
    return refuse('MALFORMED_REQUEST', error.message, { facts: { errors } }).error;
  }
  const code = FASTIFY_CODES[error.code];
  if (code !== undefined) return refuse(code, HTTP_ERRORS[code].when).error;
  const status = error.statusCode ?? 500;
  if (status === 503) return refuse('SERVICE_UNAVAILABLE', 'the service is stopping').error;
  return status >= 400 && status < 500 ? refuse('MALFORMED_REQUEST', error.message).error : INTERNAL;
}

function send(request: FastifyRequest, reply: FastifyReply, problem: Problem): FastifyReply {
  return reply
    .code(problem.status)
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
      send(request, reply, refuse('ROUTE_NOT_FOUND', `no route ${request.method} ${request.url.split('?')[0]}`).error),
    );
  },
  { name: 'problems' },
);
