import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { type MakeRequest, requestBytes } from './load.ts';
import { ORDER } from './order.ts';

/** What the server's process says of itself once it listens. */
interface Ready {
  /** Ports of the API and of the bare routes. */
  readonly port: number;
  readonly bare: number;
  /** Names and access tokens of its avatars. */
  readonly names: readonly string[];
  readonly tokens: readonly [string, ...string[]];
  readonly orderId: string;
}

/** The bench's server in a process of its own. */
export interface BenchServer extends Ready {
  /** Has the process run one of its commands; the result. */
  ask<T>(command: string): Promise<T>;
  /** Ends the process; resolves once it has ended. */
  close(): Promise<void>;
}

/** Starts the server of the project at `root`, of this commit or of another one. */
export async function startBenchServer(root: string): Promise<BenchServer> {
  const child = fork(join(root, 'bench', 'api', 'server.ts'), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const ended = once(child, 'exit');
  const told = async <T>(command: string): Promise<T> => {
    for (;;) {
      const [message] = await Promise.race([
        once(child, 'message'),
        ended.then(([code]) => Promise.reject(new Error(`the server of ${root} ended with status ${code}`))),
      ]);
      if (message.command === command) return message.result as T;
    }
  };
  return {
    ...(await told<Ready>('ready')),
    ask(command) {
      const answer = told(command);
      child.send(command);
      return answer as never;
    },
    async close() {
      child.disconnect();
      await ended;
    },
  };
}

const headersOf = (token: string) => ({ authorization: `Bearer ${token}`, accept: 'application/json' });

/** The bytes of a request that an avatar of the server makes. */
export const readingOf = ({ tokens: [token] }: BenchServer, path: string): string =>
  requestBytes('GET', path, headersOf(token));

/** The requests of the bench to the API of a server: one order, 50 orders, and a new order of each avatar in turn. */
export function requestsTo(server: BenchServer): Readonly<Record<'one' | 'list' | 'create', MakeRequest>> {
  const one = readingOf(server, `/api/v1/orders/${server.orderId}`);
  const list = readingOf(server, '/api/v1/orders?limit=50');
  return { one: () => one, list: () => list, create: creating(server, '/api/v1/orders') };
}

/** Requests that create an order at `path`, of each avatar in turn. */
export function creating({ tokens }: BenchServer, path: string): MakeRequest {
  const requests = tokens.map((token) =>
    requestBytes('POST', path, { ...headersOf(token), 'content-type': 'application/json' }, JSON.stringify(ORDER)),
  );
  let sent = 0;
  return () => {
    sent += 1;
    return requests[sent % requests.length] as string;
  };
}
