import type { FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { ProblemError, type Refusal, refuse, unwrap } from '../../http/errors/errors.ts';
import { ORIGIN_MEMBERS, without } from '../../http/requests/origin-members.ts';
import { withExactDecimals } from '../../http/schema/exact-json.ts';
import { declaredOnly, isPlainObject, type JsonSchema, spelledAs, TwiceGiven } from '../../http/schema/schema.ts';

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

/** Names that lead to a prototype where a program copies members one by one. */
const PROTOTYPE_NAMES = ['__proto__', 'constructor', 'prototype'];
/** A text without this has none of these names, not even one written with escapes. */
const SUSPICIOUS = /__proto__|constructor|prototype|\\u/;

/** The first of PROTOTYPE_NAMES that is the name of a member at any depth. The depth of `value` is limited before. */
function prototypeNameIn(value: unknown): string | undefined {
  if (Array.isArray(value)) return firstOf(value);
  if (!isPlainObject(value)) return undefined;
  return PROTOTYPE_NAMES.find((name) => Object.hasOwn(value, name)) ?? firstOf(Object.values(value));
}

function firstOf(values: readonly unknown[]): string | undefined {
  for (const value of values) {
    const name = prototypeNameIn(value);
    if (name !== undefined) return name;
  }
  return undefined;
}

/** The refusal of a body that has a member with one of PROTOTYPE_NAMES. */
function prototypeRefusal(body: string, value: unknown): Refusal | undefined {
  const name = SUSPICIOUS.test(body) ? prototypeNameIn(value) : undefined;
  if (name === undefined) return undefined;
  return refuse('MALFORMED_REQUEST', `body: no member can be named ${name}, not even in a free-form object`);
}

function spelled(value: unknown, schema: unknown): unknown {
  try {
    return spelledAs(value, schema as JsonSchema | undefined);
  } catch (error) {
    if (error instanceof TwiceGiven) return unwrap(refuse('MALFORMED_REQUEST', error.message));
    throw error;
  }
}

/** Body and query in the spelling of their schemas, without the members that are dropped; exact decimals are text. */
function normalise(request: FastifyRequest, refuseInexact: (written: string) => Refusal): void {
  const { schema, config } = request.routeOptions;
  const { operationId = '', jsonRpc = false } = config.operation?.declaration ?? {};
  const { body = [], query = [] } = ORIGIN_MEMBERS[operationId] ?? {};
  const taken = (value: unknown, form: unknown, names: readonly string[]): unknown => {
    const own = without(names, spelled(value, form));
    return jsonRpc ? declaredOnly(own, form as JsonSchema) : own;
  };
  if (schema?.body) {
    const own = taken(request.body === undefined ? {} : request.body, schema.body, body);
    const refuseOne = (written: string): never => {
      throw new ProblemError(refuseInexact(written).error);
    };
    request.body = withExactDecimals(own, request.rawBody, schema.body as JsonSchema, refuseOne);
  }
  if (schema?.querystring) request.query = taken(request.query, schema.querystring, query);
}

export interface JsonBodyOptions {
  /** The refusal of a number with more digits than JSON numbers carry, as it was written. */
  readonly refuseInexact: (written: string) => Refusal;
}

/**
 * JSON bodies: the only media type; an empty or absent body is an empty object. Keys of bodies and queries may be in
 * camelCase or PascalCase, enumeration values in any case or given as an index. No member is named like a way to a
 * prototype, and the members that clients of the origin send besides, and the unknown ones of a foreign protocol, are
 * dropped.
 */
export const jsonBody = fp(
  async (app, { refuseInexact }: JsonBodyOptions) => {
    const parse = app.getDefaultJsonParser('ignore', 'ignore');
    app.decorateRequest('rawBody', '');
    app.removeAllContentTypeParsers();
    app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
      request.rawBody = body;
      const refused = refusalOf(request, body);
      if (refused) return done(new ProblemError(refused.error));
      if (BLANK.test(body)) return done(null, {});
      return parse(request, body, (error, value) => {
        const named = error ? undefined : prototypeRefusal(body, value);
        done(named ? new ProblemError(named.error) : error, value);
      });
    });
    app.addHook('preValidation', async (request: FastifyRequest) => normalise(request, refuseInexact));
  },
  { name: 'json-body' },
);
