import { RPC_CODES } from '../../http/requests/json-rpc.ts';
import { isPlainObject } from '../../http/schema/schema.ts';
import type { McpCall, Outcome } from './calls.ts';

/** A prompt: a text with arguments, which says which tools to use and what to ask before. */
interface Prompt {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Descriptions by name; each must be given. */
  readonly arguments: Readonly<Record<string, string>>;
  readonly text: (given: Readonly<Record<string, string>>) => string;
}

const PROMPTS: readonly Prompt[] = [
  {
    name: 'bridge_asset',
    title: 'Bring an asset to another chain',
    description: 'Finds the route, asks the person to agree to its costs, and follows the order to its end.',
    arguments: {
      asset: 'such as ETH',
      from: 'the chain that it is on',
      to: 'the chain that it goes to',
      amount: 'in whole units',
    },
    text: ({ asset, from, to, amount }) =>
      `Bring ${amount} ${asset} from ${from} to ${to}. Look at listRoutes whether the route is open, and ask getQuote for its fee and time. ` +
      'Show me both and wait for my yes. Then call createOrder with an idempotencyKey, tell me where to lock the amount if the order ' +
      'asks for that, and call awaitOrder until its status is completed or refunded.',
  },
  {
    name: 'delegate_task',
    title: 'Let an agent do a task',
    description: 'Finds an agent by its capability, submits the task, and passes on questions.',
    arguments: { capability: 'what the agent must be able to do', goal: 'what it shall do' },
    text: ({ capability, goal }) =>
      `Let an agent with the capability ${capability} do this: ${goal}. Look at discoverAgents who can do it and what it costs, and show me your ` +
      'choice. Then call submitTask with an idempotencyKey and awaitTask. If the task asks for input, ask me and call answerTask; when it is ' +
      'completed, show me its result.',
  },
  {
    name: 'take_mission',
    title: 'Find and start a mission',
    description: 'Looks for missions about a subject and starts the one that the person chooses.',
    arguments: { interest: 'what it shall be about' },
    text: ({ interest }) =>
      `Find missions about ${interest} by searchMissions, and show me three of them with their quests and rewards. When I have chosen one, ` +
      'call startMission and tell me which quest is the first, and what completes it.',
  },
];

/** The prompts with their arguments. */
export const listPrompts = (): Outcome => ({
  result: {
    prompts: PROMPTS.map(({ name, title, description, arguments: args }) => ({
      ...{ name, title, description },
      arguments: Object.entries(args).map(([argument, about]) => ({
        name: argument,
        description: about,
        required: true,
      })),
    })),
  },
});

/** A prompt with its arguments filled in. */
export function getPrompt({ params }: McpCall): Outcome {
  const invalid = (message: string): Outcome => ({ error: { code: RPC_CODES.INVALID_PARAMS, message } });
  const prompt = PROMPTS.find(({ name }) => name === params.name);
  if (prompt === undefined) return invalid(`there is no prompt ${String(params.name).slice(0, 100)}`);
  const given = isPlainObject(params.arguments) ? params.arguments : {};
  const missing = Object.keys(prompt.arguments).find((name) => typeof given[name] !== 'string');
  if (missing !== undefined) return invalid(`arguments.${missing} must be a text: ${prompt.arguments[missing]}`);
  const text = prompt.text(given as Readonly<Record<string, string>>);
  return {
    result: { description: prompt.description, messages: [{ role: 'user', content: { type: 'text', text } }] },
  };
}
