import { strict as assert } from 'node:assert';
import { SendMessageRequest, type Task, TaskState } from '@a2a-js/sdk';
import { type Client, ClientFactory } from '@a2a-js/sdk/client';
import { A2AError } from '@a2a-js/sdk/errors';
import { agentWorld, expect, type TestAgent } from '../../support/agents.ts';
import { ask } from '../../support/avatars.ts';

/** A JSON-RPC answer. */
interface Answer {
  // biome-ignore lint/suspicious/noExplicitAny: tests read any member of an answer
  readonly result?: any;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: readonly object[] };
}

/** The options of a call by the holder of a token; `more` are further headers. */
export const by = (token: string, more: Readonly<Record<string, string>> = {}) => ({
  serviceParameters: { authorization: `Bearer ${token}`, ...more },
});

/** The reason of a refusal in A2A's words, as the client throws it. */
export const reasonOf = (refused: Promise<unknown>) =>
  refused.then(
    () => assert.fail('it was not refused'),
    (error: unknown) => (error instanceof A2AError ? error.reason : assert.fail(String(error))),
  );

export const stateOf = (task: Task) => task.status && TaskState[task.status.state];
export const partsOf = (parts: readonly { readonly content?: { $case: string; value: unknown } | undefined }[] = []) =>
  parts.map(({ content }) => content?.value);

let messages = 0;

/** A message of a user with the next id. */
export function message(
  parts: readonly object[],
  more: object = {},
  configuration: object = { returnImmediately: true },
): SendMessageRequest {
  messages += 1;
  const own = { messageId: `message-${messages}`, role: 'ROLE_USER', parts, ...more };
  return SendMessageRequest.fromJSON({ message: own, configuration });
}

/** The id of the message that was made last. */
export const lastMessageId = (): string => `message-${messages}`;

/** An API that listens, two people, and a client of its A2A interface. */
export function a2aWorld(database: () => string | undefined) {
  const world = agentWorld(database, { a2a: { waitMs: 60_000 }, webhooks: { allowedNetworks: ['127.0.0.0/8'] } });
  let url: string;
  let client: Client;
  before('listen', async () => {
    url = await world.api.app.listen({ port: 0, host: '127.0.0.1' });
    client = await new ClientFactory().createFromUrl(url);
  });

  /** A call as any program may send it. */
  const call = async (
    method: string,
    params: object,
    more: { token?: string; version?: string; path?: string } = {},
  ) => {
    const { token = world.owner.jwtToken, version = '1.0', path = '' } = more;
    const headers = version === '' ? {} : { 'a2a-version': version };
    const body = { jsonrpc: '2.0', id: 7, method, params };
    const reply = await ask(world.api, `/api/a2a${path}`, body, { token, headers });
    assert.equal(reply.status, 200, reply.body);
    return JSON.parse(reply.body) as Answer;
  };
  return {
    world,
    get url() {
      return url;
    },
    get client() {
      return client;
    },
    call,
    /** The code of a refused call; undefined when it is answered. */
    codeOf: async (...args: Parameters<typeof call>) => (await call(...args)).error?.code,
    /** Sends a message of the owner's; returns its task. */
    async send(...args: Parameters<typeof message>): Promise<Task> {
      const sent = await client.sendMessage(message(...args), by(world.owner.jwtToken));
      assert.ok('status' in sent, 'a task');
      return sent;
    },
    /** A new agent of the owner's that claims by the platform's own interface. */
    async newAgent(type: string) {
      const agent = await world.newAgent(type, { name: `The ${type}` });
      return {
        agentId: agent.agentId,
        /** The result of a request that is answered with 200. */
        asks: (...request: Parameters<TestAgent['asks']>) => expect(agent.asks(...request), 200),
        async claim() {
          const [task] = await agent.claim({ waitMs: 10_000 });
          return task ?? assert.fail('no task came');
        },
      };
    },
  };
}
