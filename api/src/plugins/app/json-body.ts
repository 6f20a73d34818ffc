import type { FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { ProblemError, type Refusal, refuse, unwrap } from '../../http/errors.ts';
import { type JsonSchema, spelledAs, TwiceGiven } from '../../http/schema.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The JSON body as received; empty without one. */
    rawBody: string;
  }
}

/** Largest body if a route does not set another limit, bytes. */
export const BODY_LIMIT = 16 * 1024;
/** Deepest nesting of a body if a route does not set another limit. */
export const MAX_DEPTH = 32;

/** A body of white space as JSON knows it. */
const BLANK = /^[ \t\r\n]*$/;

const OPENING = new Set(['{', '[']);
const CLOSING = new Set(['}', ']']);

/** The deepest nesting of arrays and objects in a JSON text; computed without recursion. */
export function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at] as string;
    if (quoted) {
      if (char === '\\') at += 1;
      else if (char === '"') quoted = false;
    } else if (char === '"') quoted = true;
    else if (OPENING.has(char)) {
      depth += 1;
      deepest = Math.max(deepest, depth);
    } else if (CLOSING.has(char)) depth -= 1;
  }
  return deepest;
}

/** Reason to refuse a body before parsing: it is not plain UTF-8, or its nesting could exhaust the stack. */
function refusalOf({ headers, routeOptions }: FastifyRequest, body: string): Refusal | undefined {
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
    return refuse('UNSUPPORTED_MEDIA_TYPE', 'send the body without Content-Encoding');
  }
  const charset = /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(headers['content-type'] ?? '')?.[1];
  if (charset !== undefined && !/^utf-?8$/i.test(charset)) {
    return refuse('UNSUPPORTED_MEDIA_TYPE', `send the body in UTF-8, not in ${charset.slice(0, 40)}`);
  }
  const most = routeOptions.config.maxDepth ?? MAX_DEPTH;
  return depthOf(body) > most
    ? refuse('MALFORMED_REQUEST', `the body is nested deeper than ${most} levels`)
    : undefined;
}

function spelled(value: unknown, schema: unknown): unknown {
  try {
    return spelledAs(value, schema as JsonSchema | undefined);
  } catch (error) {
    if (error instanceof TwiceGiven) return unwrap(refuse('MALFORMED_REQUEST', error.message));
    throw error;
  }
}

/**
 * JSON bodies: the only media type; an empty or absent body is an empty object. Keys of bodies and queries may be in
 * camelCase or PascalCase, enumeration values in any case or given as an index.
 */
export const jsonBody = fp(
  async (app) => {
    const parse = app.getDefaultJsonParser('error', 'error');
    app.decorateRequest('rawBody', '');
    app.removeAllContentTypeParsers();
    app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
      request.rawBody = body;
      const refused = refusalOf(request, body);
      if (refused) done(new ProblemError(refused.error));
      else if (BLANK.test(body)) done(null, {});
      else parse(request, body, done);
    });
    app.addHook('preValidation', async (request: FastifyRequest) => {
      const { schema } = request.routeOptions;
      if (schema?.body) request.body = spelled(request.body === undefined ? {} : request.body, schema.body);
      if (schema?.querystring) request.query = spelled(request.query, schema.querystring);
    });
  },
  { name: 'json-body' },
);
