import type { FastifyReply, FastifyRequest, FastifySchema, InjectOptions, LightMyRequestResponse } from 'fastify';
import Type, { type Static, type TObject, type TProperties, type TSchema } from 'typebox';
import { type AccessRow, type AccessTable, accessOf } from './callers/access.ts';
import type { ErrorTable, HTTP_ERRORS } from './errors/errors.ts';
import type { EventStream } from './events/event-stream.ts';
import { MAX_ID_LENGTH } from './events/stream-ids.ts';
import { type JsonSchema, refuseUnknown } from './schema/schema.ts';
import type { App } from './schema/types.ts';

/** An operation that can follow, and the place of its parameters in the answer (RFC 6901 pointers into the body). */
export interface Link {
  readonly operationId: string;
  readonly parameters: Readonly<Record<string, string>>;
}

/** A success answer. */
export interface Success<A extends TSchema> {
  readonly status?: 200 | 201 | 202;
  readonly description: string;
  readonly schema: A;
  /** Media type if it is not JSON. */
  readonly type?: string;
  /** The answer has the URL of the new resource in `Location`, and its version in `ETag`. */
  readonly location?: boolean;
  /** Operations that can follow. */
  readonly links?: readonly Link[];
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The method of an operation, and its path below the area's prefixes; parameters as `:name`. */
export type Endpoint = `${Method} ${string}`;

/** The declaration of an operation, from which its headers, security and errors are derived. */
interface RouteDetails<
  P extends TSchema = TSchema,
  Q extends TSchema = TSchema,
  B extends TSchema = TSchema,
  A extends TSchema = TSchema,
> {
  readonly summary: string;
  readonly description?: string;
  /** A public answer that shows more to the owner: it varies by token. */
  readonly personal?: boolean;
  /** Request or answer have a secret: an answer that is kept for an Idempotency-Key is sealed. */
  readonly secret?: boolean;
  /** The resource carries an ETag: reads take If-None-Match, changes If-Match. */
  readonly etag?: boolean;
  /** How long anybody may cache a success, seconds; without it only with an ETag, to be revalidated. */
  readonly maxAgeSeconds?: number;
  /** Answered also while the service is overloaded. */
  readonly evenOverloaded?: boolean;
  /** Asks the storage nothing: no token is looked up, and no request is counted. */
  readonly withoutStorage?: boolean;
  /** Answers server-sent events, after Last-Event-ID. */
  readonly stream?: boolean;
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B;
  readonly success: Success<A>;
  /** Its further codes, in addition to the derived ones. */
  readonly errors?: readonly string[];
  /**
   * The body is a JSON-RPC call of a foreign protocol, which may get further members: unknown ones of body and query
   * are dropped, not refused. The problem document of a body in another form is a JSON-RPC error, too.
   */
  readonly jsonRpc?: boolean;
  /** A body without an `id` is a notification: it is answered with 202 and no body. */
  readonly notifications?: boolean;
  /** Largest body in bytes, if more than 16 KiB. */
  readonly bodyLimit?: number;
  /** Deepest nesting of a body, if more than 32 levels. */
  readonly maxDepth?: number;
  /** Since when it is deprecated and until when it is answered. */
  readonly deprecated?: { readonly since: Date; readonly sunset: Date };
}

/** Declaration of an operation. */
export interface RouteDeclaration extends RouteDetails {
  readonly operationId: string;
  readonly method: Method;
  /** Path below the area's prefixes; parameters as `:name`. */
  readonly path: string;
}

/** An operation that answers server-sent events, after Last-Event-ID. */
interface StreamDetails<P extends TSchema, Q extends TProperties>
  extends Pick<RouteDetails<P>, 'summary' | 'personal' | 'params' | 'errors'> {
  readonly description: string;
  /** Further members of its query. */
  readonly query?: Q;
  /** The query can ask to begin with the events from now on. */
  readonly fromNow?: boolean;
  /** An event as text. */
  readonly example: string;
}

type RouteRequest<P extends TSchema, Q extends TSchema, B extends TSchema> = FastifyRequest<{
  Params: Static<P>;
  Querystring: Static<Q>;
  Body: Static<B>;
}>;

/** An operation, and what handles its requests. */
export interface Route<P extends TSchema, Q extends TSchema, B extends TSchema, A extends TSchema>
  extends RouteDetails<P, Q, B, A> {
  /** Returns the payload of the success, or uses `reply`. */
  readonly handle: (
    request: RouteRequest<P, Q, B>,
    reply: FastifyReply,
  ) => Promise<Static<A> | FastifyReply | undefined>;
}

/** A stream, and what opens it. */
interface Stream<P extends TSchema, Q extends TProperties> extends StreamDetails<P, Q> {
  /** Refuses, or gives what the stream shows. */
  readonly open: (request: RouteRequest<P, TObject<Q>, TSchema>) => Promise<EventStream>;
}

/** A declaration at its URL, with its derived codes. */
export interface Operation {
  readonly declaration: RouteDeclaration;
  /** Its row of the access table. */
  readonly access: AccessRow;
  /** Its documented path, parameters as `:name`. */
  readonly url: string;
  readonly tag: string;
  /** Every errorCode that it can answer. */
  readonly codes: readonly string[];
}

/** Adds routes to an application. */
export interface Router {
  /** The operations of all areas; complete from the first request on. */
  readonly operations: readonly Operation[];
  /** Sends a request to the application itself. */
  readonly inject: (request: InjectOptions) => Promise<LightMyRequestResponse>;
  route<
    P extends TSchema = TSchema,
    Q extends TSchema = TSchema,
    B extends TSchema = TSchema,
    A extends TSchema = TSchema,
  >(operationId: string, endpoint: Endpoint, route: Route<P, Q, B, A>): void;
  /** Adds a stream of events at a path below the area's prefixes. */
  stream<P extends TSchema = TSchema, Q extends TProperties = TProperties>(
    operationId: string,
    path: string,
    stream: Stream<P, Q>,
  ): void;
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Every declared operation, in the order of registration. */
    operations: Operation[];
  }
  interface FastifyContextConfig {
    /** Deepest nesting of a body. */
    maxDepth?: number;
    /** The route asks the storage nothing, so neither tokens nor limits hold. */
    withoutStorage?: boolean;
    /** The operation of the request. */
    operation?: Operation;
  }
}

type HttpCode = keyof typeof HTTP_ERRORS;

/** Only a GET has no body: its handler never sees one. */
const mayHaveBody = ({ method }: RouteDeclaration): boolean => method !== 'GET';

/**
 * The errorCodes that follow from the members of `declaration` and from its access. A wrong method or path reaches no
 * operation, so its code belongs to none.
 */
function derivedCodes(declaration: RouteDeclaration, access: AccessRow): readonly HttpCode[] {
  const { method, etag, stream, query } = declaration;
  const { callers, resource, agents, recent, whileFrozen } = access;
  const codes: HttpCode[] = ['MALFORMED_REQUEST', 'UNAUTHENTICATED', 'RATE_LIMITED', 'INTERNAL_ERROR'];
  codes.push('SERVICE_UNAVAILABLE', 'STORAGE_UNAVAILABLE');
  if (query && Object.hasOwn((query as JsonSchema).properties ?? {}, 'cursor')) codes.push('INVALID_CURSOR');
  const scoped = callers !== 'public' && callers !== 'authenticated';
  if (scoped || !agents || resource === 'visible') codes.push('FORBIDDEN');
  if (recent) codes.push('REAUTHENTICATION_REQUIRED');
  if (method !== 'GET' && whileFrozen !== 'always') codes.push('ACCOUNT_FROZEN');
  if (typeof resource === 'object') codes.push('AVATAR_NOT_FOUND');
  if (method !== 'GET') codes.push('REQUEST_TIMEOUT', 'BODY_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE');
  if (method === 'POST') codes.push('IDEMPOTENCY_IN_FLIGHT', 'IDEMPOTENCY_KEY_REUSED', 'IDEMPOTENCY_KEYS_EXCEEDED');
  if (method === 'POST' && declaration.secret) {
    codes.push('IDEMPOTENCY_ANSWER_LOST', 'KEYS_UNAVAILABLE');
    if (access.callers === 'public') codes.push('IDEMPOTENCY_ANSWER_NOT_KEPT');
  }
  if (etag && method !== 'GET') codes.push('VERSION_MISMATCH');
  if (stream) codes.push('CALLER_STREAMS_EXCEEDED', 'TOO_MANY_STREAMS');
  return codes;
}

/** Longest accepted Idempotency-Key. */
export const MAX_KEY_LENGTH = 255;

const HEADERS = {
  'idempotency-key': Type.String({
    minLength: 1,
    maxLength: MAX_KEY_LENGTH,
    description: 'Repeating the request with the same key within 24 hours gives the first answer again.',
  }),
  'if-match': Type.String({ maxLength: 500, description: 'ETag that the resource must have; otherwise 412.' }),
  'if-none-match': Type.String({ maxLength: 500, description: 'ETag of a known answer; an unchanged one is 304.' }),
  'last-event-id': Type.String({
    maxLength: MAX_ID_LENGTH,
    description: 'Id of the last known event; the stream continues after it.',
  }),
};

/** The request headers of `declaration`. */
function requestHeaders({ method, etag, stream }: RouteDeclaration): readonly (keyof typeof HEADERS)[] {
  const names: (keyof typeof HEADERS)[] = [];
  if (method === 'POST') names.push('idempotency-key');
  if (etag) names.push(method === 'GET' ? 'if-none-match' : 'if-match');
  if (stream) names.push('last-event-id');
  return names;
}

const securityOf = ({ declaration: { personal }, access }: Operation) => {
  if (access.callers !== 'public') return [{ bearer: [] }];
  return personal ? [{}, { bearer: [] }] : [{}];
};

const answerSchema = ({ success: { schema, type } }: RouteDeclaration): object =>
  type === undefined ? schema : { content: { [type]: { schema } } };

/** A body or query without a declared schema: it has no members. */
const NOTHING = Type.Object({});

/**
 * The schema for Fastify's validation and serialization and for the document. A body or query with a member that the
 * operation does not declare is refused, so no handler ever sees one. A body of a foreign protocol (`jsonRpc`) arrives
 * here without its unknown members.
 */
function fastifySchema(operation: Operation): FastifySchema {
  const { declaration, tag } = operation;
  const { operationId, summary, description, params, query, body, success, deprecated, jsonRpc } = declaration;
  const inputOf = (schema: TSchema = NOTHING): object => (jsonRpc ? schema : refuseUnknown(schema as JsonSchema));
  const headers = requestHeaders(declaration).map((name) => [name, Type.Optional(HEADERS[name])]);
  return {
    operationId,
    tags: [tag],
    summary,
    ...(description !== undefined && { description }),
    ...(deprecated && { deprecated: true }),
    security: securityOf(operation),
    ...(headers.length > 0 && { headers: Type.Object(Object.fromEntries(headers)) }),
    ...(params && { params }),
    querystring: inputOf(query),
    ...(mayHaveBody(declaration) && { body: inputOf(body) }),
    response: { [success.status ?? 200]: answerSchema(declaration) },
  };
}

/** `Deprecation` (RFC 9745) and `Sunset` (RFC 8594). */
export const deprecationHeaders = ({ deprecated }: RouteDeclaration): Record<string, string> =>
  deprecated
    ? { deprecation: `@${Math.floor(deprecated.since.getTime() / 1000)}`, sunset: deprecated.sunset.toUTCString() }
    : {};

/** Adds `name` to `Vary`, which may have other names already. */
function addVary(reply: FastifyReply, name: string): void {
  const given = reply.getHeader('vary');
  reply.header('vary', given === undefined ? name : `${given}, ${name}`);
}

export interface RouterOptions {
  /** Prefixes of the routes; the first is the documented one, the others are aliases. */
  readonly prefixes: readonly string[];
  readonly tag: string;
  /** The table with the declarations' codes. */
  readonly errors: ErrorTable;
  /** Has a row for each of the operations. */
  readonly access: AccessTable;
}

/** What all streams say of an id that no event has. */
const RESET =
  'After an id above that of the newest event (a database that was restored forgets events) the stream begins as without an id, ' +
  'and its first event is `reset`: forget what you know.';

/** A stream as any other operation. */
function streamDetails<P extends TSchema, Q extends TProperties>({
  query,
  fromNow,
  example,
  description,
  ...details
}: StreamDetails<P, Q>): RouteDetails<P> {
  const since = Type.Literal('now', { description: 'Begin with the events from now on.' });
  return {
    ...details,
    description: `${description} ${RESET}`,
    stream: true,
    query: Type.Object({
      ...query,
      ...(fromNow && { since: Type.Optional(since) }),
      lastEventId: Type.Optional(Type.String({ maxLength: MAX_ID_LENGTH })),
    }),
    success: {
      description: 'The stream.',
      type: 'text/event-stream',
      schema: Type.String({ examples: [example] }),
    },
  };
}

/**
 * Adds the routes of one area: each declaration at each prefix. Throws for a code that is
 * not in its table, and for an operation without access.
 */
export function createRouter(app: App, { prefixes, tag, errors, access: table }: RouterOptions): Router {
  const [documented] = prefixes;
  const register = (operation: Operation, prefix: string, handler: unknown): void => {
    const { declaration, access } = operation;
    const { method, path, personal, stream, bodyLimit, maxDepth, evenOverloaded, withoutStorage } = declaration;
    const headers = deprecationHeaders(declaration);
    app.route({
      method,
      url: `${prefix}${path}`,
      schema: { ...fastifySchema(operation), ...(prefix !== documented && { hide: true }) },
      config: {
        ...{ access, operation },
        ...(maxDepth && { maxDepth }),
        ...(evenOverloaded && { evenOverloaded }),
        ...(withoutStorage && { withoutStorage }),
      },
      ...(stream && { sse: 'manual' as const }),
      ...(bodyLimit && { bodyLimit }),
      ...((personal || Object.keys(headers).length > 0) && {
        onRequest: async (_request: FastifyRequest, reply: FastifyReply) => {
          reply.headers(headers);
          if (personal) addVary(reply, 'authorization');
        },
      }),
      handler: handler as never,
    });
  };
  const router: Router = {
    operations: app.operations,
    inject: (request) => app.inject(request),
    stream(operationId, path, { open, ...details }) {
      router.route(operationId, `GET ${path}`, {
        ...streamDetails(details),
        async handle(request, reply) {
          const stream = await open(request as never);
          const { since } = request.query as { readonly since?: string };
          await reply.streamEvents(request, { ...stream, ...(since === 'now' && { fromNow: true }) });
          return undefined;
        },
      });
    },
    route(operationId, endpoint, { handle, ...details }) {
      const [method, path] = endpoint.split(' ', 2) as [Method, string];
      const declaration: RouteDeclaration = { ...details, operationId, method, path };
      const access = accessOf(table, operationId);
      const codes = [...new Set([...(declaration.errors ?? []), ...derivedCodes(declaration, access)])];
      const unknown = codes.find((code) => !Object.hasOwn(errors, code));
      if (unknown !== undefined) throw new Error(`${operationId}: no table has errorCode ${unknown}`);
      const operation = { declaration, access, url: `${documented}${path}`, tag, codes };
      app.operations.push(operation);
      for (const prefix of prefixes) register(operation, prefix, handle);
    },
  };
  return router;
}
