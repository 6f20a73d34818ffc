import type { FastifyReply, FastifyRequest } from 'fastify';
import Type, { type Static } from 'typebox';
import type { Caller } from '../../http/callers.ts';
import { refuse, unwrap } from '../../http/errors.ts';
import { RPC_CODES, type RpcError, rpcAnswer, rpcRequest } from '../../http/json-rpc.ts';
import type { Router } from '../../http/route.ts';
import { isPlainObject, named } from '../../http/schema.ts';
import { callerOf } from '../../plugins/app/auth.ts';
import { VERSION } from '../../version.ts';
import { TOOLS, Tool } from './tools.ts';

/** Versions of MCP that clients may speak, the newest first. */
const MCP_VERSIONS = ['2025-11-25', '2025-06-18', '2025-03-26'];

/** Largest body of a call, bytes: that of the largest operation. */
const CALL_LIMIT = 256 * 1024;

const INSTRUCTIONS =
  'Agents do tasks: find one by discoverAgents, or submit a task for a capability by submitTask and read it by getTask until ' +
  'isFinished. Orders carry assets between chains: ask getQuote first. Amounts are text in whole units.';

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

type Outcome = { readonly result: unknown } | { readonly error: RpcError };

const invalid = (message: string): Outcome => ({ error: { code: RPC_CODES.INVALID_PARAMS, message } });

/** The tools of the platform for clients of the Model Context Protocol. Nothing is kept between calls. */
export function mcpRoutes(router: Router): void {
  let known: ReadonlyMap<string, Tool> | undefined;
  /** All tools by name; made at the first call, when every operation is there. */
  const tools = (): ReadonlyMap<string, Tool> => {
    const operations = new Map(router.operations.map((one) => [one.declaration.operationId, one]));
    known ??= new Map(
      TOOLS.flatMap((name) => {
        const operation = operations.get(name);
        return operation === undefined ? [] : [[name, new Tool(operation)] as const];
      }),
    );
    return known;
  };
  const toolsOf = (caller: Caller): readonly Tool[] => [...tools().values()].filter((tool) => tool.isFor(caller));

  function initialize({ protocolVersion }: Readonly<Record<string, unknown>>): Outcome {
    const version = MCP_VERSIONS.find((one) => one === protocolVersion) ?? MCP_VERSIONS[0];
    const serverInfo = { name: 'causeway', title: 'Causeway', version: VERSION };
    const capabilities = { tools: { listChanged: false } };
    return { result: { protocolVersion: version, capabilities, serverInfo, instructions: INSTRUCTIONS } };
  }

  /** Calls the tool's operation as the caller of `request`. */
  async function callTool(request: FastifyRequest, params: Readonly<Record<string, unknown>>): Promise<Outcome> {
    const { name, arguments: args = {} } = params;
    const tool = toolsOf(callerOf(request)).find(({ view }) => view.name === name);
    // A tool without a right is as unknown as one that does not exist.
    if (tool === undefined) return invalid(`no tool of yours is ${String(name).slice(0, 100)}`);
    if (!isPlainObject(args)) return invalid('arguments must be an object');
    const { headers, payload, ...target } = tool.request(args);
    const { authorization = '', traceparent } = request.headers;
    const own = { authorization, ...(typeof traceparent === 'string' && { traceparent }) };
    const reply = await router.inject({
      ...target,
      ...(payload && { payload }),
      headers: { ...own, ...headers },
      remoteAddress: request.ip,
    });
    const json = reply.body === '' ? undefined : reply.json();
    return {
      result: {
        content: [{ type: 'text', text: reply.body }],
        ...(isPlainObject(json) && { structuredContent: json }),
        isError: reply.statusCode >= 400,
      },
    };
  }

  function run(
    request: FastifyRequest,
    method: string,
    params: Readonly<Record<string, unknown>>,
  ): Promise<Outcome> | Outcome {
    switch (method) {
      case 'initialize':
        return initialize(params);
      case 'ping':
        return { result: {} };
      case 'tools/list':
        return { result: { tools: toolsOf(callerOf(request)).map(({ view }) => view) } };
      case 'tools/call':
        return callTool(request, params);
      default:
        return { error: { code: RPC_CODES.METHOD_NOT_FOUND, message: `this server has no method ${method}` } };
    }
  }

  /** Refuses a version that the server does not speak; initialize negotiates it. */
  function requireVersion({ headers }: FastifyRequest): void {
    const version = headers['mcp-protocol-version'];
    if (version === undefined || MCP_VERSIONS.includes(String(version))) return;
    unwrap(refuse('MALFORMED_REQUEST', `MCP-Protocol-Version: this server speaks ${MCP_VERSIONS.join(', ')}`));
  }

  router.route('callMcp', 'POST /mcp', {
    summary: 'Call a tool of the Model Context Protocol (Streamable HTTP)',
    description:
      'JSON-RPC 2.0: initialize, tools/list, tools/call, ping. Tools are operations of this API, within the scopes of ' +
      'the token. The server keeps no session and sends nothing by itself.',
    jsonRpc: true,
    notifications: true,
    body: call,
    bodyLimit: CALL_LIMIT,
    success: { description: 'The answer.', schema: answer },
    handle: async (request, reply): Promise<Static<typeof answer> | FastifyReply> => {
      requireVersion(request);
      const { id, method, params = {} } = request.body;
      if (id === undefined) return reply.code(202).send();
      return { jsonrpc: '2.0', id, ...(await run(request, method, params)) };
    },
  });
}
