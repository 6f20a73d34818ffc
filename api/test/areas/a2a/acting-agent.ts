import { strict as assert } from 'node:assert';
import type { TestAgent } from '../../support/agents.ts';
import type { a2aWorld } from './support.ts';

type World = ReturnType<typeof a2aWorld>;

/** What the agent does with a task that it holds: asks below /tasks/{taskId} with its token. */
type Act = (ask: (route: string, body?: object) => Promise<unknown>) => Promise<unknown>;

const complete = (result: unknown, more: object = {}): Act => {
  return (ask) => ask('/complete', { result, ...more });
};
const made =
  (content: unknown, mediaType = 'application/json'): Act =>
  async (ask) => {
    await ask('/artifacts', { name: 'output', mediaType, content });
    await ask('/complete');
  };
const streamed =
  (...content: Parameters<typeof made>): Act =>
  async (ask) => {
    await ask('/heartbeat', { progress: 50 });
    await made(...content)(ask);
  };

const FILE = { filename: 'output.txt', mediaType: 'text/plain' };

/** Behaviour by the beginning of a message's id, as the scenarios of A2A's compatibility kit name it. */
const SCENARIOS: Readonly<Record<string, Act>> = {
  'tck-complete-task': complete('Hello from TCK'),
  'tck-artifact-text': made('Generated text content', 'text/plain'),
  'tck-artifact-file-url': made({ url: 'https://example.com/output.txt', ...FILE }),
  'tck-artifact-file': made({ raw: Buffer.from('a file').toString('base64'), ...FILE }),
  'tck-artifact-data': made({ key: 'value', count: 42 }),
  'tck-message-response': complete('Direct message response', { byMessage: true }),
  'tck-input-required': (ask) => ask('/input-required', { question: 'what else?' }),
  'tck-reject-task': (ask) => ask('/reject', { message: 'rejected' }),
  'tck-stream-artifact-file': streamed({ raw: 'YQ==', ...FILE }),
  'tck-stream': streamed('Stream hello from TCK', 'text/plain'),
};

/** An agent that acts by the id of the newest message of each task until it is stopped. */
export class ActingAgent {
  readonly #world: World;
  #agent: TestAgent | undefined;
  readonly #stopped = new AbortController();
  #loop: Promise<void> | undefined;

  constructor(world: World) {
    this.#world = world;
  }

  /** The path of its interface below /api/a2a. */
  get path(): string {
    return `/agents/${this.#agent?.agentId}`;
  }

  async start(): Promise<void> {
    this.#agent = await this.#world.world.newAgent('tck', { maxConcurrentTasks: 10 });
    this.#loop = this.#run(this.#agent);
  }

  async stop(): Promise<void> {
    this.#stopped.abort();
    await this.#loop;
  }

  async #run(agent: TestAgent): Promise<void> {
    while (!this.#stopped.signal.aborted) {
      for (const { taskId, token } of await agent.claim({ waitMs: 200 })) {
        await this.#act(
          agent,
          taskId,
        )((route, body = {}) => agent.asks(`POST /tasks/${taskId}${route}`, { token, ...body }));
      }
    }
  }

  #act(agent: TestAgent, taskId: string): Act {
    return async (ask) => {
      const { result } = await this.#world.call('GetTask', { id: taskId }, { token: agent.apiKey });
      const sent = result.history.findLast(({ role }: { role: string }) => role === 'ROLE_USER') ?? assert.fail();
      const name = Object.keys(SCENARIOS).find((prefix) => sent.messageId.startsWith(prefix));
      await (SCENARIOS[name ?? ''] ?? complete(`Unhandled: ${sent.messageId}`))(ask);
    };
  }
}
