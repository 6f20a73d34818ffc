import { type Caller, hasScope } from '../../http/callers/callers.ts';
import type { Operation } from '../../http/route.ts';
import type { JsonSchema } from '../../http/schema/schema.ts';
import { resultSchema } from './results.ts';
import { argumentSchema, type Extent, memberNames, outline } from './schemas.ts';

/** A tool as a client sees it. */
export interface ToolView {
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
  readonly outputSchema: JsonSchema;
  readonly annotations: { readonly readOnlyHint: boolean; readonly openWorldHint?: boolean };
}

/** The HTTP request of a call. */
export interface ToolRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly payload: Readonly<Record<string, unknown>> | undefined;
}

/** An argument that becomes the header Idempotency-Key. */
const KEY = 'idempotencyKey';
const KEY_SCHEMA = {
  whole: {
    type: 'string',
    minLength: 1,
    maxLength: 255,
    description: 'Repeating the call with the same key within 24 hours gives the first answer again.',
  },
  brief: { type: 'string' },
} as const;

/** Levels of objects and lists that the schema of a result shows. */
const LEVELS = 3;

type ObjectSchema = JsonSchema & { readonly required?: readonly string[] };
type Part = 'params' | 'query' | 'body';
const PARTS: readonly Part[] = ['params', 'query', 'body'];

/** An argument: the member of a part of the request. */
interface Argument {
  readonly part: Part;
  readonly member: string;
  readonly schema: JsonSchema;
  readonly isRequired: boolean;
}

/** The arguments by name; a member that an earlier part has, too, has the part's name before its own. */
function argumentsOf({ declaration }: Operation): ReadonlyMap<string, Argument> {
  const all = new Map<string, Argument>();
  for (const part of PARTS) {
    const { properties = {}, required = [] } = (declaration[part] ?? {}) as ObjectSchema;
    for (const [member, schema] of Object.entries(properties)) {
      const name = all.has(member) ? `${part}_${member}` : member;
      all.set(name, { part, member, schema, isRequired: required.includes(member) });
    }
  }
  return all;
}

/** An operation of the API as a tool: its parameters, query and body are the arguments, flat. */
export class Tool {
  readonly name: string;
  readonly #operation: Operation;
  readonly #arguments: ReadonlyMap<string, Argument>;

  constructor(operation: Operation) {
    this.name = operation.declaration.operationId;
    this.#operation = operation;
    this.#arguments = argumentsOf(operation);
  }

  /** The tool for a list: with everything, or with what a model needs to choose it. */
  view(extent: Extent): ToolView {
    const { summary, description, method, success } = this.#operation.declaration;
    const own = [...this.#arguments].map(([name, { schema }]) => [name, argumentSchema(schema, extent)]);
    const result = resultSchema(success.schema as JsonSchema);
    const required = [...this.#arguments].flatMap(([name, { isRequired }]) => (isRequired ? [name] : []));
    return {
      name: this.name,
      ...(extent === 'whole' ? { title: summary, description: description ?? summary } : { description: summary }),
      inputSchema: {
        type: 'object',
        properties: { ...(method === 'POST' && { [KEY]: KEY_SCHEMA[extent] }), ...Object.fromEntries(own) },
        ...(extent === 'whole' && { additionalProperties: false }),
        ...(required.length > 0 && { required }),
      },
      outputSchema: extent === 'whole' ? outline(result, LEVELS) : memberNames(result),
      annotations: { readOnlyHint: method === 'GET', ...(extent === 'whole' && { openWorldHint: false }) },
    };
  }

  /** True when `caller` may call the operation. */
  isFor(caller: Caller): boolean {
    const { callers, agents } = this.#operation.access;
    if (caller.agentId !== null && !agents) return false;
    return callers === 'public' || callers === 'authenticated' || hasScope(caller, callers);
  }

  /** The request of a call with `args`. Unknown arguments become members of the body or query, which refuses them. */
  request(args: Readonly<Record<string, unknown>>): ToolRequest {
    const { declaration, url } = this.#operation;
    const { method } = declaration;
    const hasBody = method !== 'GET' && method !== 'DELETE';
    const key = method === 'POST' ? args[KEY] : undefined;
    const parts: Record<Part, Record<string, unknown>> = { params: {}, query: {}, body: {} };
    for (const [name, value] of Object.entries(args)) {
      if (name === KEY && typeof key === 'string') continue;
      const { part, member } = this.#arguments.get(name) ?? { part: hasBody ? 'body' : 'query', member: name };
      parts[part][member] = value;
    }
    const path = url.replace(/:(\w+)/g, (_all, name: string) => encodeURIComponent(String(parts.params[name] ?? '')));
    const search = new URLSearchParams();
    for (const [name, values] of Object.entries(parts.query)) {
      for (const value of [values ?? []].flat()) search.append(name, String(value));
    }
    return {
      method,
      url: search.size > 0 ? `${path}?${search}` : path,
      headers: typeof key === 'string' ? { 'idempotency-key': key } : {},
      payload: hasBody ? parts.body : undefined,
    };
  }
}
