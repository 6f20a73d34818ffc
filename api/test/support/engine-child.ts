import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { agentStorage, TaskEngine } from '@causeway/agents';
import { jsonText, type Result, type TaskPriority } from '@causeway/protocol';
import { openPlatformStorage, type TaskRow } from '@causeway/storage';
import { disturbing } from '@causeway/storage/test-support/disturbing';
import { forAll } from '@causeway/storage/test-support/takers';

/**
 * The task engine alone, in a process of its own, over the database that its first argument names, with the paths of
 * the API that TaskLoad asks. The server takes back a share of its jobs, the second argument. It starts in a fraction
 * of the API's time, so a test can kill it often. A caller's token is its
 * id.
 */

const [database = '', disturbed = '0'] = process.argv.slice(2);
const storage = await openPlatformStorage(database, { around: disturbing(Number(disturbed)) });
const agents = agentStorage(storage.agents);
const { registry, tasks } = agents;
const engine = new TaskEngine({
  agents,
  events: storage.events,
  clock: storage.clock,
  newTaskId: randomUUID,
  random: Math.random,
  onError: (error) => console.error(error),
});
const never = new AbortController().signal;

/** The members of all bodies. */
interface Body {
  readonly username: string;
  readonly name: string;
  readonly agentId: string;
  readonly capabilities: readonly { readonly type: string }[];
  readonly maxConcurrentTasks: number;
  readonly taskId: string;
  readonly type: string;
  readonly input: unknown;
  readonly priority: TaskPriority;
  readonly maxAttempts: number;
  readonly limit: number;
  readonly waitMs: number;
  readonly leaseMs: number;
  readonly token: number;
  readonly code: string;
  readonly message: string;
  readonly result: unknown;
}

/** The result of a request; undefined when it is refused. */
async function answer(path: string, caller: string, body: Body): Promise<unknown> {
  const [, taskId = '', action] = /^\/api\/agents\/tasks\/([^/]+)(?:\/(.+))?$/.exec(path) ?? [];
  const hold = { taskId, agentId: caller, token: body.token };
  const value = (ended: Result<TaskRow, unknown>): unknown => (ended.ok ? {} : undefined);
  if (path.endsWith('/claim')) {
    const claimed = await engine.claim(caller, body, never);
    return claimed.ok ? claimed.value.map(({ id, token }) => ({ taskId: id, token })) : undefined;
  }
  switch (action ?? path) {
    case '/api/avatar/register':
      return {};
    case '/api/avatar/authenticate':
      return { jwtToken: body.username };
    case '/api/agents/register': {
      const { agentId: id, name, capabilities, maxConcurrentTasks } = body;
      const facts = { ownerId: caller, endpoints: {}, availability: 'online' } as const;
      await registry.register({ id, name, capabilities, maxConcurrentTasks, ...facts });
      return { agentId: id, apiKey: id };
    }
    case 'heartbeat':
      return value(await tasks.report(hold));
    case 'complete': {
      const result = jsonText(body.result);
      return value(await engine.end(hold, { kind: 'completed', result, costMicros: undefined }));
    }
    case 'fail': {
      const { code, message } = body;
      return value(await engine.end(hold, { kind: 'failed', failure: { code, message }, retryable: true }));
    }
    case 'release':
      return value(await engine.end(hold, { kind: 'released' }));
    case 'cancel':
      return value(await engine.cancel(taskId));
    case '/api/agents/tasks/submit': {
      const { taskId: id, type, input, priority, maxAttempts } = body;
      const requirement = { capability: type, model: null, resolution: null };
      const submitted = await engine.submit({
        ...{ taskId: id, submitterId: caller, type, requirement, input: JSON.stringify(input), priority, maxAttempts },
        deadlineAtMs: undefined,
        rule: forAll(caller),
      });
      return submitted.ok ? {} : undefined;
    }
    default:
      return { result: { status: (await tasks.get(taskId))?.state } };
  }
}

async function bodyOf(request: IncomingMessage): Promise<Body> {
  return request.method === 'POST' ? ((await json(request)) as Body) : ({} as Body);
}

engine.start();
const server = createServer(async (request, reply) => {
  try {
    const caller = (request.headers.authorization ?? '').replace('Bearer ', '');
    const result = await answer(request.url ?? '', caller, await bodyOf(request));
    reply.writeHead(result === undefined ? 409 : 200, { 'content-type': 'application/json' });
    reply.end(JSON.stringify({ result: result ?? null }));
  } catch (error) {
    console.error(error);
    reply.writeHead(500).end('{}');
  }
}).listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));
process.on('disconnect', () => process.exit());
