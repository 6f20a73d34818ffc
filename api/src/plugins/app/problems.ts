import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import type { ConnectionError, FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { HTTP_ERRORS, type Problem, ProblemError, refuse } from '../../http/errors/errors.ts';
import { problemDocument, problemHeaders } from '../../http/errors/problem.ts';
import { storageProblem } from '../../http/errors/storage-problem.ts';
import { validationProblem } from '../../http/errors/validation-problem.ts';
import { notACall } from '../../http/requests/json-rpc.ts';
import { SECURITY_HEADERS } from '../../http/security-headers.ts';

type HttpCode = keyof typeof HTTP_ERRORS;

/** Codes for Fastify's own errors. */
const FASTIFY_CODES: Readonly<Record<string, HttpCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'BODY_TOO_LARGE',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
};

/** Codes for Node's connection errors; any other is a malformed request. */
const CONNECTION_CODES: Readonly<Record<string, HttpCode>> = {
  HPE_HEADER_OVERFLOW: 'HEADERS_TOO_LARGE',
  ERR_HTTP_REQUEST_TIMEOUT: 'REQUEST_TIMEOUT',
};

const INTERNAL = refuse('INTERNAL_ERROR', 'something went wrong here; the traceId finds it in the log').error;

/** The problem of one code with the text of its table. */
const problemOfCode = (code: HttpCode): Problem => refuse(code, HTTP_ERRORS[code].when).error;

function problemOf(error: FastifyError): Problem {
  if (error instanceof ProblemError) return error.problem;
  const unavailable = storageProblem(error);
  if (unavailable !== undefined) return unavailable;
  if (error.validation) return validationProblem(error.validation, error.validationContext ?? 'body');
  const code = FASTIFY_CODES[error.code];
  if (code !== undefined) return problemOfCode(code);
  const status = error.statusCode ?? 500;
  if (status === 503) return refuse('SERVICE_UNAVAILABLE', 'the service is stopping').error;
  return status >= 400 && status < 500 ? refuse('MALFORMED_REQUEST', error.message).error : INTERNAL;
}

/** The members that make the problem of a call's body a JSON-RPC error. */
function rpcMembers({ routeOptions }: FastifyRequest, error: FastifyError, { code, message }: Problem) {
  const isCall = routeOptions?.config.operation?.declaration.jsonRpc === true;
  return isCall && code === 'MALFORMED_REQUEST' ? notACall(error.validation !== undefined, message) : {};
}

function send(request: FastifyRequest, reply: FastifyReply, error: FastifyError): FastifyReply {
  const problem = problemOf(error);
  if (problem === INTERNAL) request.log.error({ err: error }, 'request failed');
  // The cause is that of many requests, so the line is the application's, which names a repeated cause once a minute.
  if (storageProblem(error) !== undefined) request.server.log.error({ err: error }, 'the storage is unavailable');
  return reply
    .code(problem.status)
    .headers(problemHeaders(problem))
    .serializer(JSON.stringify)
    .send({ ...problemDocument(problem, request.id), ...rpcMembers(request, error, problem) });
}

/** Answers errors before routing: a path that cannot be decoded or is too long. */
export function frameworkErrors(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  reply.headers(SECURITY_HEADERS).header('cache-control', 'no-store');
  send(request, reply, error);
}

/** Answers errors before there is a request: invalid HTTP, too large headers, a too slow request. */
export function clientErrorHandler(error: ConnectionError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const problem = problemOfCode(CONNECTION_CODES[error.code] ?? 'MALFORMED_REQUEST');
  const body = JSON.stringify(problemDocument(problem, randomBytes(16).toString('hex')));
  const headers = {
    ...problemHeaders(problem),
    'content-length': String(Buffer.byteLength(body)),
    'cache-control': 'no-store',
    ...SECURITY_HEADERS,
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.end(`HTTP/1.1 ${problem.status} ${problem.title}\r\n${lines.join('\r\n')}\r\n\r\n${body}`);
}

export interface ProblemOptions {
  /** Answers a browser that went to a path without a route; undefined where it shall have the problem document, too. */
  readonly notFoundPage?: ((request: FastifyRequest, reply: FastifyReply) => FastifyReply | undefined) | undefined;
}

/** Answers every failure as a problem document (RFC 9457); a defect is logged and its details are never sent. */
export const problems = fp<ProblemOptions>(
  async (app, { notFoundPage }) => {
    app.setErrorHandler<FastifyError>((error, request, reply) => {
      const isUnknown = error instanceof ProblemError && error.problem.code === 'ROUTE_NOT_FOUND';
      return (isUnknown && notFoundPage?.(request, reply)) || send(request, reply, error);
    });
  },
  { name: 'problems' },
);
