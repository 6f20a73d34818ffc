import { requestBytes } from '../load.ts';
import { ORDER } from '../order.ts';
import type { Avatar, People } from './people.ts';
import type { Pipelined } from './pipelined.ts';

/** One thing after another that a flow asks for. */
type Flow = (connection: Pipelined) => Promise<void>;

/** A kind of work. */
export interface Work {
  /** A row's name: what is counted. */
  readonly name: string;
  /** Whom it needs, and what the flow with this number does again and again. */
  flow(people: People, number: number): Flow;
}

const post = (token: string, path: string, body: object): string =>
  requestBytes(
    'POST',
    path,
    { authorization: `Bearer ${token}`, 'content-type': 'application/json', accept: 'application/json' },
    JSON.stringify(body),
  );

const at = (avatars: readonly Avatar[], number: number): Avatar => avatars[number % avatars.length] as Avatar;

/** Orders of the avatar with the flow's number. */
const orders =
  (of: keyof People, amount: string): Work['flow'] =>
  (people, number) => {
    const request = post(at(people[of], number).token, '/api/v1/orders', { ...ORDER, amount });
    return async (connection) => void (await connection.ask(request, 201));
  };

/** A sender writes to another recipient each time, who writes to others meanwhile. */
function message({ plain }: People, number: number): Flow {
  const sender = at(plain, number);
  let sent = 0;
  return async (connection) => {
    sent += 1;
    const to = at(plain, number + 1 + ((sent * 7) % (plain.length - 1)));
    const body = { toAvatarId: to.id, message: 'hello' };
    await connection.ask(post(sender.token, '/api/messaging/send-message', body), 201);
  };
}

/** A task is submitted; then the flow's agent claims one, of any flow, and completes it. */
function task({ plain }: People, number: number): Flow {
  const { token, agentId, apiKey } = at(plain, number);
  const claim = post(apiKey, `/api/agents/${agentId}/tasks/claim`, { limit: 1, leaseMs: 60_000 });
  return async (connection) => {
    await connection.ask(post(token, '/api/agents/tasks/submit', { type: 'work', input: { n: 1 } }), 201);
    for (;;) {
      const answer = await connection.ask(claim, 200);
      const { result } = JSON.parse(answer) as {
        readonly result: { readonly taskId: string; readonly token: number }[];
      };
      const [claimed] = result;
      if (claimed === undefined) continue;
      const report = { token: claimed.token, result: { ok: true } };
      await connection.ask(post(apiKey, `/api/agents/tasks/${claimed.taskId}/complete`, report), 200);
      return;
    }
  };
}

export const WORKS = {
  orders: { name: 'orders', flow: orders('plain', '0.5') },
  custodial: { name: 'orders, custodial', flow: orders('owners', '0.001') },
  messages: { name: 'messages', flow: message },
  tasks: { name: 'tasks (submit, claim, end)', flow: task },
} as const satisfies Readonly<Record<string, Work>>;

export type WorkName = keyof typeof WORKS;
