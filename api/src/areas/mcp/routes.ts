import { randomUUID } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Type, { type Static } from 'typebox';
import { unwrap } from '../../http/errors/errors.ts';
import type { EventWaits } from '../../http/events/event-waits.ts';
import { rpcAnswer, rpcRequest } from '../../http/requests/json-rpc.ts';
import type { Router } from '../../http/route.ts';
import { isPlainObject, named } from '../../http/schema/schema.ts';
import { callerOf } from '../../plugins/app/auth.ts';
import type { LongCall, McpCall, Outcome } from './calls.ts';
import { Cancellations } from './cancellations.ts';
import { Catalog, type Choice } from './catalog.ts';
import { refuse } from './errors.ts';
import { MCP_VERSIONS, McpMethods } from './methods.ts';
import { requireOwnSite } from './site.ts';

/** Largest body of a call, bytes: that of the largest operation. */
const CALL_LIMIT = 256 * 1024;

const call = named(
  'McpCall',
  Type.Object(
    { ...rpcRequest.properties, id: Type.Optional(rpcRequest.properties.id) },
    { examples: [{ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }] },
  ),
);
const answer = named(
  'McpAnswer',
  Type.Object(rpcAnswer.properties, { examples: [{ jsonrpc: '2.0', id: 1, result: { tools: [] } }] }),
);
const query = Type.Object({
  tools: Type.Optional(
    Type.String({
      maxLength: 200,
      description: 'Areas whose tools are listed and called, separated by commas; `all` for every area.',
      examples: ['orders,wallets'],
    }),
  ),
});

export interface Mcp {
  readonly waits: EventWaits;
  /** Host names of the service. */
  readonly hosts: readonly string[];
}

/** A wait says at least this often that it goes on, milliseconds; clients give up after a minute of silence. */
const PROGRESS_MS = 10_000;

type Id = NonNullable<Static<typeof call>['id']>;

const frame = (message: object): string =>
  `event: message\ndata: ${JSON.stringify({ jsonrpc: '2.0', ...message })}\n\n`;

/** The token of a client that wants to hear of the progress of its call. */
function progressTokenOf(params: Readonly<Record<string, unknown>>): string | number | undefined {
  const token = isPlainObject(params._meta) ? params._meta.progressToken : undefined;
  return typeof token === 'string' || typeof token === 'number' ? token : undefined;
}

/** The platform for clients of the Model Context Protocol. Of a call nothing is kept after its answer. */
export function mcpRoutes(router: Router, mcp: Mcp): void {
  const cancellations = new Cancellations();
  let known: { readonly catalog: Catalog; readonly methods: McpMethods } | undefined;
  /** Made at the first call, when every operation is there. */
  const served = () => {
    if (known === undefined) {
      const catalog = new Catalog(router.operations);
      known = { catalog, methods: new McpMethods(catalog, mcp.waits) };
    }
    return known;
  };

  /** Refuses a version that the server does not speak; initialize negotiates it. */
  function requireVersion({ headers }: FastifyRequest): void {
    const version = headers['mcp-protocol-version'];
    if (version === undefined || MCP_VERSIONS.includes(String(version))) return;
    unwrap(refuse('MALFORMED_REQUEST', `MCP-Protocol-Version: this server speaks ${MCP_VERSIONS.join(', ')}`));
  }

  function choiceOf({ query: asked }: FastifyRequest): Choice {
    const { tools } = asked as Static<typeof query>;
    const { catalog } = served();
    const choice = catalog.choose(tools);
    return choice ?? unwrap(refuse('MALFORMED_REQUEST', `tools: the areas are ${catalog.areas.join(', ')}`));
  }

  /** Calls operations as the caller of `request`. */
  const askAs =
    (request: FastifyRequest): McpCall['ask'] =>
    async (tool, args) => {
      const { headers, payload, ...target } = tool.request(args);
      const { authorization = '', traceparent } = request.headers;
      const own = { authorization, ...(typeof traceparent === 'string' && { traceparent }) };
      const reply = await router.inject({
        ...target,
        ...(payload && { payload }),
        headers: { ...own, ...headers },
        remoteAddress: request.ip,
      });
      const body: unknown = reply.body === '' ? undefined : reply.json();
      return { isError: reply.statusCode >= 400, status: reply.statusCode, body };
    };

  /**
   * Names a call of a client among the calls of the same caller; a client has the session that `initialize` gave it.
   */
  const keyOf = (request: FastifyRequest, id: unknown): string =>
    JSON.stringify([callerOf(request).avatarId, request.headers['mcp-session-id'] ?? null, id]);

  /** Takes a notification; the only one that means something here cancels a call. */
  function note(request: FastifyRequest, method: string, params: Readonly<Record<string, unknown>>): void {
    if (method === 'notifications/cancelled') cancellations.cancel(keyOf(request, params.requestId));
  }

  /**
   * Answers a long call: by a stream when the client wants to hear of its progress. One that was cancelled has no
   * answer.
   */
  async function answerLong(request: FastifyRequest, reply: FastifyReply, id: Id, { steps }: LongCall) {
    const { signal: cancelled, end } = cancellations.begin(keyOf(request, id));
    const progressToken = progressTokenOf((request.body as Static<typeof call>).params ?? {});
    async function* frames(gone: AbortSignal): AsyncGenerator<string> {
      let progress = 0;
      const over = AbortSignal.any([gone, cancelled]);
      for await (const step of steps(over, PROGRESS_MS)) {
        if (over.aborted) return;
        if ('progress' in step) {
          progress += 1;
          const params = { progressToken, progress, message: step.progress };
          yield frame({ method: 'notifications/progress', params });
        } else yield frame({ id, ...step });
      }
    }
    const gone = new AbortController();
    const leave = (): void => gone.abort();
    reply.raw.once('close', leave);
    let release: (() => void) | undefined;
    try {
      if (progressToken !== undefined && /text\/event-stream/.test(request.headers.accept ?? '')) {
        await reply.streamFrames(request, frames);
        return undefined;
      }
      release = request.server.streamPlace(request);
      let outcome: Outcome | undefined;
      for await (const step of steps(AbortSignal.any([gone.signal, cancelled]))) {
        if (!('progress' in step)) outcome = step;
      }
      if (cancelled.aborted) return reply.code(202).send();
      return { jsonrpc: '2.0' as const, id, ...(outcome as Outcome) };
    } finally {
      reply.raw.off('close', leave);
      release?.();
      end();
    }
  }

  router.route('callMcp', 'POST /mcp', {
    summary: 'Call a method of the Model Context Protocol (Streamable HTTP)',
    description:
      'JSON-RPC 2.0: initialize, ping, tools, resources and prompts. Tools are operations of this API, within the scopes of the ' +
      'token. A tool that waits is answered by server-sent events when the call has a progress token.',
    jsonRpc: true,
    notifications: true,
    stream: true,
    query,
    body: call,
    bodyLimit: CALL_LIMIT,
    success: { description: 'The answer, or events with its progress and the answer.', schema: answer },
    errors: ['ORIGIN_NOT_ALLOWED', 'HOST_NOT_ALLOWED'],
    handle: async (request, reply): Promise<Static<typeof answer> | FastifyReply | undefined> => {
      requireOwnSite(request, mcp.hosts);
      requireVersion(request);
      const { id, method, params = {} } = request.body;
      if (id === undefined) {
        note(request, method, params);
        return reply.code(202).send();
      }
      const choice = choiceOf(request);
      const caller = callerOf(request);
      const outcome = await served().methods.run(method, { caller, params, choice, ask: askAs(request) });
      if ('steps' in outcome) return answerLong(request, reply, id, outcome);
      if (method === 'initialize') reply.header('mcp-session-id', randomUUID());
      return { jsonrpc: '2.0', id, ...outcome };
    },
  });
}
