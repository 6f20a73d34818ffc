import { type Caller, hasScope } from '../../http/callers.ts';
import type { Operation } from '../../http/route.ts';
import { DOCUMENT_KEYWORD, isPlainObject, type JsonSchema, NAME_KEYWORD } from '../../http/schema.ts';

/** The operations that are tools. */
export const TOOLS: readonly string[] = [
  ...['discoverAgents', 'getAgent', 'getAgentPerformance', 'sendByCapability'],
  ...['submitTask', 'getTask', 'listTasks', 'traceTask', 'listTaskArtifacts', 'answerTask', 'cancelTask', 'replayTask'],
  ...['listWorkflows', 'getWorkflow', 'executeWorkflow', 'getWorkflowRun', 'listWorkflowRuns', 'cancelWorkflowRun'],
  ...['getQuote', 'createOrder', 'getOrder', 'listOrders', 'checkOrderBalance', 'cancelOrder'],
  ...['listNetworks', 'getExchangeRate'],
  ...['searchMissions', 'getMission', 'startMission', 'startQuest', 'completeQuest', 'completeMission'],
  ...['saveHolon', 'loadHolon', 'listHolons', 'searchHolons'],
  ...['sendMessage', 'listMessages', 'listConversation', 'markMessagesRead'],
];

/** A tool as a client sees it. */
export interface ToolView {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
  readonly annotations: { readonly readOnlyHint: boolean; readonly openWorldHint: boolean };
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
  type: 'string',
  minLength: 1,
  maxLength: 255,
  description: 'Repeating the call with the same key within 24 hours gives the first answer again.',
};

/** A schema without the keywords of this service. */
function plain(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(plain);
  if (!isPlainObject(schema)) return schema;
  const { [NAME_KEYWORD]: _name, [DOCUMENT_KEYWORD]: _document, ...rest } = schema;
  return Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, plain(value)]));
}

type ObjectSchema = JsonSchema & { readonly required?: readonly string[] };

/** An operation of the API as a tool: its parameters, query and body are the arguments, flat. */
export class Tool {
  readonly view: ToolView;
  readonly #operation: Operation;

  /** Throws for an operation two of whose arguments have the same name. */
  constructor(operation: Operation) {
    const { declaration } = operation;
    const { operationId, summary, description, method, params, query, body } = declaration;
    const parts = [params, query, body].flatMap((part) => (part === undefined ? [] : [part as ObjectSchema]));
    const properties: Record<string, unknown> = method === 'POST' ? { [KEY]: KEY_SCHEMA } : {};
    for (const [name, schema] of parts.flatMap(({ properties: own = {} }) => Object.entries(own))) {
      if (Object.hasOwn(properties, name)) throw new Error(`${operationId} has two arguments ${name}`);
      properties[name] = plain(schema);
    }
    const required = parts.flatMap((part) => part.required ?? []);
    this.#operation = operation;
    this.view = {
      name: operationId,
      title: summary,
      description: description === undefined ? summary : `${summary}. ${description}`,
      inputSchema: {
        type: 'object',
        properties,
        additionalProperties: false,
        ...(required.length > 0 && { required }),
      },
      annotations: { readOnlyHint: method === 'GET', openWorldHint: false },
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
    const { method, query } = declaration;
    const left = new Map(Object.entries(args));
    const key = args[KEY];
    const isKeyed = method === 'POST' && typeof key === 'string';
    if (isKeyed) left.delete(KEY);
    const take = (name: string): unknown => {
      const value = left.get(name);
      left.delete(name);
      return value;
    };
    const path = url.replace(/:(\w+)/g, (_all, name) => encodeURIComponent(String(take(name) ?? '')));
    const search = new URLSearchParams();
    const hasBody = method !== 'GET' && method !== 'DELETE';
    const asked = hasBody ? Object.keys((query as JsonSchema | undefined)?.properties ?? {}) : [...left.keys()];
    for (const name of asked) for (const value of [take(name) ?? []].flat()) search.append(name, String(value));
    return {
      method,
      url: search.size > 0 ? `${path}?${search}` : path,
      headers: isKeyed ? { 'idempotency-key': key } : {},
      payload: hasBody ? Object.fromEntries(left) : undefined,
    };
  }
}
