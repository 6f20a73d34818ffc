import { askedPort, signUpAt } from '../../../api/test/support/api-process.ts';
import { KeptConnection, requestBytes } from '../load.ts';
import { AGENTS, type Contender, ends } from './contender.ts';

const TYPE = 'work';
const LEASE_MS = 60_000;
const WAIT_MS = 5_000;
const RESULT = { ok: true };

/** POST requests of one caller to one port. */
const posting = (token: string) => {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', accept: 'application/json' };
  return (path: string, body: object): string => requestBytes('POST', path, headers, JSON.stringify(body));
};

/** The answers of one cycle, as the API gives them. */
export interface CycleAnswers {
  readonly submit: unknown;
  readonly claim: unknown;
  readonly complete: unknown;
}

/** A service under the load of agents. */
export interface ServiceLoad extends Contender {
  /** The access token of the submitter. */
  readonly token: string;
  /** The answers of a cycle before the load. */
  readonly answers: CycleAnswers;
  /** Requests since the start. Claims that wait for a task can be answered without one. */
  requests(): number;
}

/** AGENTS agents that wait for tasks of the API at `port`, each with its API key, and a submitter. */
export async function agentsAt(port: number): Promise<ServiceLoad> {
  const token = await signUpAt(port, 'submitter');
  const asSubmitter = posting(token);
  const ended = ends();
  let [requests, stopped] = [0, false];
  const idle: KeptConnection[] = [];
  const all: KeptConnection[] = [];
  const connection = (): KeptConnection => {
    const one = new KeptConnection(port);
    all.push(one);
    return one;
  };
  const ask = async (kept: KeptConnection, request: string, status: number): Promise<unknown> => {
    requests += 1;
    return JSON.parse(await kept.ask(request, status));
  };
  const submit = async (): Promise<{ readonly answer: unknown; readonly end: Promise<unknown> }> => {
    const kept = idle.pop() ?? connection();
    const taskId = crypto.randomUUID();
    const end = ended.of(taskId);
    const answer = await ask(
      kept,
      asSubmitter('/api/agents/tasks/submit', { taskId, type: TYPE, input: { n: 1 } }),
      201,
    );
    idle.push(kept);
    return { answer, end };
  };
  const last: Record<'claim' | 'complete', unknown> = { claim: undefined, complete: undefined };
  const agent = async (number: number): Promise<void> => {
    const facts = { name: `agent ${number}`, capabilities: [{ type: TYPE }], maxConcurrentTasks: 1 };
    const { agentId, apiKey } = await askedPort<{ readonly agentId: string; readonly apiKey: string }>(
      port,
      '/api/agents/register',
      facts,
      token,
    );
    const asAgent = posting(apiKey);
    const kept = connection();
    const claim = asAgent(`/api/agents/${agentId}/tasks/claim`, { limit: 1, leaseMs: LEASE_MS, waitMs: WAIT_MS });
    const working = async (): Promise<void> => {
      while (!stopped) {
        const claimed = (await ask(kept, claim, 200)) as { result: { taskId: string; token: number }[] };
        for (const task of claimed.result) {
          const report = asAgent(`/api/agents/tasks/${task.taskId}/complete`, { token: task.token, result: RESULT });
          last.complete = await ask(kept, report, 200);
          last.claim = claimed;
          ended.came(task.taskId);
        }
      }
    };
    // The end of the connection ends the last claim.
    working().catch((error) => stopped || console.error(error));
  };
  for (let number = 0; number < AGENTS; number += 1) await agent(number);
  const { answer, end } = await submit();
  await end;
  return {
    token,
    answers: { submit: answer, claim: last.claim, complete: last.complete },
    requests: () => requests,
    async cycle() {
      await (await submit()).end;
    },
    async close() {
      stopped = true;
      for (const one of all) one.close();
    },
  };
}

/** The same three requests of each cycle to the bare service at `port`. */
export function bareAt(port: number): Contender {
  const post = posting('x'.repeat(400));
  const taskId = crypto.randomUUID();
  const steps = [
    [post('/submit', { taskId, type: TYPE, input: { n: 1 } }), 201],
    [post('/claim', { limit: 1, leaseMs: LEASE_MS, waitMs: WAIT_MS }), 200],
    [post('/complete', { token: 1, result: RESULT }), 200],
  ] as const;
  const idle = Array.from({ length: AGENTS }, () => new KeptConnection(port));
  return {
    async cycle() {
      const kept = idle.pop() as KeptConnection;
      for (const [request, status] of steps) JSON.parse(await kept.ask(request, status));
      idle.push(kept);
    },
    async close() {
      for (const one of idle) one.close();
    },
  };
}
