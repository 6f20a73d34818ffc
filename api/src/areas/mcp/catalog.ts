import type { Caller } from '../../http/callers/callers.ts';
import type { Operation } from '../../http/route.ts';
import type { Extent } from './schemas.ts';
import { Tool, type ToolView } from './tools.ts';
import { WAITS, WaitTool } from './wait-tools.ts';

/** The tools of a list that names no area: what a model needs for orders, tasks, missions, memories and messages. */
export const DEFAULT_TOOLS: readonly string[] = [
  ...['listRoutes', 'getQuote', 'createOrder', 'awaitOrder'],
  ...['discoverAgents', 'submitTask', 'awaitTask', 'answerTask'],
  ...['searchMissions', 'startMission'],
  ...['saveHolon', 'searchHolons', 'sendMessage'],
];

/** Operations that are no tools although nothing in their declaration says so. */
const NO_TOOLS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['getHealth', 'getLiveness', 'getReadiness'].map((name) => [name, 'it is for what watches the service']),
  ),
  ...Object.fromEntries(['getAgentCard', 'getAgentCardOfAgent'].map((name) => [name, 'it is for clients of A2A'])),
  getSigningKeys: 'it is for services that check tokens',
};

/** Tools whose secret concerns no model: the one of the webhook that tells of a task's end. */
const DESPITE_SECRET: readonly string[] = ['submitTask'];

/** Why an operation is no tool; undefined for a tool. */
export function whyNoTool({ declaration, access }: Operation): string | undefined {
  const { operationId, jsonRpc, stream, secret, success } = declaration;
  if (jsonRpc) return 'it is a protocol of its own';
  if (stream) return 'it answers a stream; a model waits by one of the tools that wait';
  if (secret && !DESPITE_SECRET.includes(operationId)) return 'a secret would pass through the model';
  if (access.recent) return 'the password is needed for it, which is for people';
  if (access.callers === 'admin') return 'it is for people who run the service';
  if (success.type !== undefined) return 'its answer is no JSON';
  return NO_TOOLS[operationId];
}

/** Which tools a client asks for. */
export interface Choice {
  /** How much of each is listed. */
  readonly extent: Extent;
  readonly listed: Iterable<string>;
  readonly calls: (name: string) => boolean;
}

/** Every area at once. */
const ALL = 'all';

/** The tools of one application. */
export class Catalog {
  readonly #tools = new Map<string, Tool>();
  readonly #areas = new Map<string, Set<string>>();

  constructor(operations: readonly Operation[]) {
    for (const operation of operations.filter((one) => whyNoTool(one) === undefined)) {
      this.#add(operation, new Tool(operation));
      const wait = WAITS.find(({ reads }) => reads === operation.declaration.operationId);
      if (wait) this.#add(operation, new WaitTool(operation, wait));
    }
  }

  #add({ tag }: Operation, tool: Tool): void {
    this.#tools.set(tool.name, tool);
    const area = tag.toLowerCase();
    this.#areas.set(area, (this.#areas.get(area) ?? new Set()).add(tool.name));
  }

  /** The names of areas that have tools. */
  get areas(): readonly string[] {
    return [...this.#areas.keys(), ALL];
  }

  /**
   * The tools of the areas that `asked` names, separated by commas; undefined when there is no such area. Without names
   * the default ones are listed, and all can be called.
   */
  choose(asked: string | undefined): Choice | undefined {
    if (asked === undefined) return { extent: 'brief', listed: DEFAULT_TOOLS, calls: () => true };
    const areas = asked.toLowerCase().split(',');
    if (areas.some((area) => !this.areas.includes(area))) return undefined;
    const names = new Set(
      areas.flatMap((area) => [...(area === ALL ? this.#tools.keys() : (this.#areas.get(area) ?? []))]),
    );
    return { extent: 'whole', listed: names, calls: (name) => names.has(name) };
  }

  /** The views of the chosen tools that `caller` may call, in the order of the choice. */
  list({ listed, extent }: Choice, caller: Caller): readonly ToolView[] {
    return [...listed].flatMap((name) => this.find(name, caller)?.view(extent) ?? []);
  }

  /** The tool of a name; undefined when `caller` may not call it. */
  find(name: unknown, caller: Caller): Tool | undefined {
    const tool = typeof name === 'string' ? this.#tools.get(name) : undefined;
    return tool?.isFor(caller) ? tool : undefined;
  }

  /** The area of a tool. */
  areaOf({ name }: Tool): string | undefined {
    return [...this.#areas].find(([, names]) => names.has(name))?.[0];
  }
}
