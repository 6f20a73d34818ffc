import type { EventWaits } from '../../http/events/event-waits.ts';
import { RPC_CODES } from '../../http/requests/json-rpc.ts';
import { isPlainObject } from '../../http/schema/schema.ts';
import { VERSION } from '../../version.ts';
import type { LongCall, McpCall, OperationReply, Outcome, Step } from './calls.ts';
import type { Catalog } from './catalog.ts';
import { getPrompt, listPrompts } from './prompts.ts';
import { listResources, readResource, resourceTemplates } from './resources.ts';
import { resultOf } from './results.ts';
import { WaitTool } from './wait-tools.ts';

/** Versions of MCP that clients may speak, the newest first. */
export const MCP_VERSIONS: readonly string[] = ['2025-11-25', '2025-06-18', '2025-03-26'];

const INSTRUCTIONS =
  'Agents do tasks: find one by discoverAgents, or submit a task for a capability by submitTask and wait for it by awaitTask. ' +
  'Orders carry assets between chains: ask getQuote first. Amounts are text in whole units. More tools are at /mcp?tools=AREA: ';

const invalid = (message: string): Outcome => ({ error: { code: RPC_CODES.INVALID_PARAMS, message } });

/** The result of a tool: the operation's, or its problem. */
function toolOutcome({ isError, body }: OperationReply): Outcome {
  const shown = isError ? body : resultOf(body);
  return {
    result: {
      content: [{ type: 'text', text: shown === undefined ? '' : JSON.stringify(shown) }],
      // The schema of a tool's result is not that of a problem.
      ...(!isError && { structuredContent: shown }),
      isError,
    },
  };
}

/** What a reading tells of a wait. */
function stateOf({ body }: OperationReply): string {
  const { status, progress, progressMessage } = resultOf(body);
  const percent = typeof progress === 'number' ? `, ${progress} %` : '';
  return `${status}${percent}${typeof progressMessage === 'string' ? `: ${progressMessage}` : ''}`;
}

/** The methods of MCP over the operations of the API. */
export class McpMethods {
  readonly #catalog: Catalog;
  readonly #waits: EventWaits;

  constructor(catalog: Catalog, waits: EventWaits) {
    this.#catalog = catalog;
    this.#waits = waits;
  }

  /** Runs a method. */
  async run(method: string, call: McpCall): Promise<Outcome | LongCall> {
    switch (method) {
      case 'initialize':
        return this.#initialize(call);
      case 'ping':
        return { result: {} };
      case 'tools/list':
        return { result: { tools: this.#catalog.list(call.choice, call.caller) } };
      case 'tools/call':
        return this.#callTool(call);
      case 'resources/list':
        return listResources(this.#catalog, call);
      case 'resources/templates/list':
        return resourceTemplates();
      case 'resources/read':
        return readResource(this.#catalog, call);
      case 'prompts/list':
        return listPrompts();
      case 'prompts/get':
        return getPrompt(call);
      default:
        return { error: { code: RPC_CODES.METHOD_NOT_FOUND, message: `this server has no method ${method}` } };
    }
  }

  #initialize({ params }: McpCall): Outcome {
    const version = MCP_VERSIONS.find((one) => one === params.protocolVersion) ?? MCP_VERSIONS[0];
    const serverInfo = { name: 'causeway', title: 'Causeway', version: VERSION };
    const capabilities = { tools: { listChanged: false }, resources: {}, prompts: { listChanged: false } };
    const instructions = `${INSTRUCTIONS}${this.#catalog.areas.join(', ')}.`;
    return { result: { protocolVersion: version, capabilities, serverInfo, instructions } };
  }

  async #callTool({ caller, choice, params, ask }: McpCall): Promise<Outcome | LongCall> {
    const { name, arguments: args = {} } = params;
    const tool = this.#catalog.find(name, caller);
    // A tool without a right is as unknown as one that does not exist.
    if (tool === undefined) return invalid(`no tool of yours is ${String(name).slice(0, 100)}`);
    if (!choice.calls(tool.name)) {
      return invalid(`${tool.name} is none of the chosen tools; it is one of ?tools=${this.#catalog.areaOf(tool)}`);
    }
    if (!isPlainObject(args)) return invalid('arguments must be an object');
    if (!(tool instanceof WaitTool)) return toolOutcome(await ask(tool, args));
    const split = tool.split(args);
    if (split === undefined) return invalid('waitSeconds must be a number from 0 to 300');
    return {
      steps: (signal, everyMs) => this.#wait(tool, split, ask, { signal, ...(everyMs !== undefined && { everyMs }) }),
    };
  }

  async *#wait(
    tool: WaitTool,
    { args, waitMs }: { readonly args: Readonly<Record<string, unknown>>; readonly waitMs: number },
    ask: McpCall['ask'],
    until: { readonly signal: AbortSignal; readonly everyMs?: number },
  ): AsyncGenerator<Step> {
    const { id, subject, isOver } = tool.wait;
    const options = { waitMs, ...until };
    let reply: OperationReply | undefined;
    for await (reply of this.#waits.readings(subject(String(args[id])), () => ask(tool, args), options)) {
      if (reply.isError || isOver(resultOf(reply.body))) break;
      yield { progress: stateOf(reply) };
    }
    yield toolOutcome(reply as OperationReply);
  }
}
