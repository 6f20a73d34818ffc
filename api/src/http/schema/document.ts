import type { ErrorDefinition, ErrorTable } from '../errors/errors.ts';
import { PROBLEM_TYPE, problemDocument, problemSchema } from '../errors/problem.ts';
import { deprecationHeaders, type Operation } from '../route.ts';
import { DOCUMENT_KEYWORD, isPlainObject, NAME_KEYWORD } from './schema.ts';

type Json = Record<string, unknown>;

/** The members of an OpenAPI document that are used here. */
export interface ApiDocument extends Json {
  paths: Record<string, Record<string, Json & { responses: Record<string, Json> }>>;
  components: Record<string, Json>;
}

const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736';

/** Response headers, each documented once. */
const HEADERS: Readonly<Record<string, { readonly description: string; readonly schema: Json }>> = {
  ETag: { description: 'Strong validator of the answered version.', schema: { type: 'string' } },
  Location: { description: 'Path of the new resource.', schema: { type: 'string' } },
  RateLimit: { description: 'The rest of the limit, and seconds until all of it is free.', schema: { type: 'string' } },
  'RateLimit-Policy': { description: 'The limit, and the seconds in which it counts.', schema: { type: 'string' } },
  'Retry-After': { description: 'Seconds after which a repetition may succeed.', schema: { type: 'integer' } },
  'WWW-Authenticate': { description: 'How to authenticate (RFC 6750).', schema: { type: 'string' } },
  'Idempotency-Replayed': {
    description: '`true` when the answer repeats the answer of an earlier request with this key.',
    schema: { type: 'string', enum: ['true'] },
  },
  Deprecation: { description: 'Time since which the operation is deprecated (RFC 9745).', schema: { type: 'string' } },
  Sunset: { description: 'Time until which the operation works (RFC 8594).', schema: { type: 'string' } },
};

const refs = (kind: string, names: readonly string[]): Json =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/${kind}/${name}` }]));

const headersOf = (names: readonly string[]): Json => (names.length > 0 ? { headers: refs('headers', names) } : {});

function successHeaders({ declaration }: Operation): string[] {
  const { method, etag, success } = declaration;
  const names = ['RateLimit', 'RateLimit-Policy'];
  if (etag || success.location) names.push('ETag');
  if (success.location) names.push('Location');
  if (method === 'POST') names.push('Idempotency-Replayed');
  if (Object.keys(deprecationHeaders(declaration)).length > 0) names.push('Deprecation', 'Sunset');
  return names;
}

/** The links of a success. Throws for an operation that does not exist. */
function linksOf({ declaration }: Operation, operations: readonly Operation[]): Json {
  const { links = [] } = declaration.success;
  const entries = links.map(({ operationId, parameters }) => {
    if (!operations.some((one) => one.declaration.operationId === operationId))
      throw new Error(`${declaration.operationId} links to ${operationId}, which is no operation`);
    const places = Object.entries(parameters).map(([name, pointer]) => [name, `$response.body#${pointer}`]);
    return [operationId, { operationId, parameters: Object.fromEntries(places) }];
  });
  return entries.length > 0 ? { links: Object.fromEntries(entries) } : {};
}

function problemResponse(status: number, codes: readonly string[], errors: ErrorTable): Json {
  const headers = [
    ...(status === 401 || status === 403 ? ['WWW-Authenticate'] : []),
    ...(status === 429 || status === 503 ? ['Retry-After'] : []),
  ];
  const schema = { $ref: '#/components/schemas/Problem', properties: { errorCode: { enum: codes } } };
  return {
    description: codes.map((code) => `\`${code}\`: ${(errors[code] as ErrorDefinition).when}`).join('\n\n'),
    ...headersOf(headers),
    content: { [PROBLEM_TYPE]: { schema, examples: refs('examples', codes) } },
  };
}

/** The codes of `operation` by status. */
export function codesByStatus({ codes }: Operation, errors: ErrorTable): ReadonlyMap<number, readonly string[]> {
  const byStatus = new Map<number, string[]>();
  for (const code of codes) {
    const { status } = errors[code] as ErrorDefinition;
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return byStatus;
}

/** The error responses of one operation; those with a single code are in the components. */
function errorResponses(operation: Operation, errors: ErrorTable, shared: Json): Record<string, Json> {
  const responses: Record<string, Json> = {};
  for (const [status, codes] of codesByStatus(operation, errors)) {
    const [only, ...more] = codes as [string, ...string[]];
    if (more.length > 0) responses[status] = problemResponse(status, codes, errors);
    else {
      shared[only] = problemResponse(status, codes, errors);
      responses[status] = { $ref: `#/components/responses/${only}` };
    }
  }
  return responses;
}

/** Moves each named schema once out of `paths`, with the examples of the bodies that use it. */
function hoistSchemas(paths: unknown): { readonly paths: unknown; readonly schemas: Json } {
  const schemas: Record<string, Json> = {};
  const examples = new Map<string, readonly unknown[]>();
  const visit = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(visit);
    if (!isPlainObject(value)) return value;
    const { [NAME_KEYWORD]: name, [DOCUMENT_KEYWORD]: added = {}, ...rest } = value;
    const inner = Object.fromEntries(
      Object.entries({ ...rest, ...(added as Json) }).map(([key, member]) => [key, visit(member)]),
    );
    if (typeof name !== 'string') return withoutExamples(inner, value);
    const known = schemas[name];
    if (known && JSON.stringify(known) !== JSON.stringify(inner)) throw new Error(`two schemas are named ${name}`);
    schemas[name] = inner;
    return { $ref: `#/components/schemas/${name}` };
  };
  /** A body of a named schema: the schema has its examples. */
  const withoutExamples = (inner: Json, { schema }: Json): Json => {
    const name = isPlainObject(schema) ? schema[NAME_KEYWORD] : undefined;
    if (typeof name !== 'string') return inner;
    const { example, examples: several, ...media } = inner;
    if (isPlainObject(several))
      examples.set(
        name,
        Object.values(several).map((one) => (one as Json).value),
      );
    else if (example !== undefined) examples.set(name, [example]);
    return media;
  };
  const visited = visit(paths);
  for (const [name, values] of examples) schemas[name] = { ...schemas[name], examples: values };
  return { paths: visited, schemas };
}

const exampleOf = (code: string, { status, title, when }: ErrorDefinition): Json => ({
  summary: title,
  value: problemDocument({ code, status, title, message: when }, TRACE_ID),
});

const documentPath = (url: string): string => url.replace(/:(\w+)/g, '{$1}');

/** The keywords that can refuse an empty object, and what only the document has. */
interface BodySchema {
  readonly required?: readonly string[];
  readonly anyOf?: readonly BodySchema[];
  readonly oneOf?: readonly BodySchema[];
  readonly allOf?: readonly BodySchema[];
  readonly [DOCUMENT_KEYWORD]?: BodySchema;
}

/** True when an empty object, for which an absent body counts, does not fit the body's schema. */
function refusesNothing({ required = [], anyOf, oneOf, allOf = [], ...more }: BodySchema = {}): boolean {
  const { [DOCUMENT_KEYWORD]: documented } = more;
  const isChosen = [anyOf, oneOf].some((choices) => choices?.every(refusesNothing));
  return required.length > 0 || isChosen || [...allOf, ...(documented ? [documented] : [])].some(refusesNothing);
}

/**
 * Completes the document of @fastify/swagger: error responses and response headers from the declarations, and named
 * schemas in the components.
 */
export function completeDocument(document: ApiDocument, operations: readonly Operation[], errors: ErrorTable): Json {
  const responses: Json = {};
  for (const operation of operations) {
    const { url, declaration } = operation;
    const { method, success, etag } = declaration;
    const described = document.paths[documentPath(url)]?.[method.toLowerCase()];
    if (!described) throw new Error(`${declaration.operationId} is not in the document`);
    // The body of a DELETE is nothing, and OpenAPI gives it no meaning.
    if (method === 'DELETE') delete described.requestBody;
    if (isPlainObject(described.requestBody)) {
      described.requestBody = {
        ...described.requestBody,
        required: refusesNothing(declaration.body as BodySchema | undefined),
      };
    }
    const status = String(success.status ?? 200);
    described.responses = {
      [status]: {
        ...described.responses[status],
        description: success.description,
        ...headersOf(successHeaders(operation)),
        ...linksOf(operation, operations),
      },
      ...(etag &&
        method === 'GET' && { 304: { description: 'Unchanged since the ETag given.', ...headersOf(['ETag']) } }),
      ...(declaration.notifications && { 202: { description: 'A notification was taken.' } }),
      ...(declaration.stream && { 204: { description: 'No further event can come.' } }),
      ...errorResponses(operation, errors, responses),
    };
  }
  const used = new Set(operations.flatMap(({ codes }) => codes));
  const examples = Object.fromEntries(
    Object.entries(errors).flatMap(([code, row]) => (used.has(code) ? [[code, exampleOf(code, row)]] : [])),
  );
  const { paths, schemas } = hoistSchemas(document.paths);
  const components = { ...document.components, schemas: { ...schemas, Problem: problemSchema }, responses, examples };
  return { ...document, paths, components: { ...components, headers: HEADERS } };
}
