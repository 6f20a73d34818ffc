import { strict as assert } from 'node:assert';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LONG, timeLimit } from '@causeway/protocol/test-support/cases';
import { columns } from '@causeway/storage/test-support/columns';
import { type ApiProcess, askedPort, signUpAt, startApiProcess } from '../../support/api-process.ts';
import { onEngines } from '../../support/engines.ts';

/** Moments at which the process is killed. */
const MOMENTS = ['begun', 'voted once', 'voted', 'voted again'] as const;
type Moment = (typeof MOMENTS)[number];

interface Agent {
  readonly agentId: string;
  readonly apiKey: string;
}
interface Claimed {
  readonly taskId: string;
  readonly token: number;
  readonly input: { readonly previous: readonly { readonly votes: readonly { readonly value: unknown }[] }[] };
}
interface Found {
  readonly collaborationId: string;
  readonly status: string;
  readonly round: number;
  readonly outcome: { readonly value: unknown } | null;
}

onEngines('collaborations and messages over kill -9', (database) => {
  const folder = mkdtempSync(join(tmpdir(), 'causeway-collaboration-crashes-'));
  after(() => rmSync(folder, { recursive: true, force: true }));

  async function over(moments: readonly Moment[]): Promise<void> {
    const path = database() ?? join(folder, `${randomUUID()}.sqlite`);
    let api: ApiProcess = await startApiProcess(path);
    const asked = <T>(route: string, body?: object, token?: string) => askedPort<T>(api.port, route, body, token);
    const restart = async () => {
      await api.kill();
      api = await startApiProcess(path);
    };
    try {
      const owner = await signUpAt(api.port, `owner-${randomUUID()}`);
      const type = `vote-${randomUUID()}`;
      const register = () => asked<Agent>('/api/agents/register', { name: 'voter', capabilities: [{ type }] }, owner);
      const agents = [await register(), await register()];
      /** Restarts the process between the sending of a message and the silence of the agent that got it. */
      const restartWithMessage = async () => {
        for (const { agentId, apiKey } of agents) await asked(`/api/agents/${agentId}/heartbeat`, {}, apiKey);
        const message = { capability: type, message: { type: 'hello' }, routing: { timeout: 1_000 }, waitMs: 0 };
        const sent = await asked<{ readonly messageId: string; readonly tried: readonly string[] }>(
          ...['/api/agents/messages/send-by-capability', message, owner],
        );
        await restart();
        const next = agents.find(({ agentId }) => agentId !== sent.tried[0]) ?? assert.fail();
        const route = `/api/agents/${next.agentId}/messages/claim`;
        const taken = await asked<readonly { readonly messageId: string }[]>(route, { waitMs: 20_000 }, next.apiKey);
        assert.deepEqual(columns(taken, 'messageId'), [sent.messageId], 'the next agent gets the message');
      };
      const at = async (moment: Moment) => {
        if (moment === moments.at(-1)) await restartWithMessage();
        else if (moments.includes(moment)) await restart();
      };
      const claim = async ({ agentId, apiKey }: Agent) => {
        const route = `/api/agents/${agentId}/tasks/claim`;
        const [task] = await asked<readonly Claimed[]>(route, { waitMs: 20_000, leaseMs: 600_000 }, apiKey);
        return task ?? assert.fail('no task came');
      };
      const vote = async (agent: Agent) => {
        const { taskId, token, input } = await claim(agent);
        // In the first round each agent votes for itself, and then for the first vote of that round.
        const value = input.previous[0]?.votes[0]?.value ?? agent.agentId;
        await asked(`/api/agents/tasks/${taskId}/complete`, { token, result: { value } }, agent.apiKey);
        return taskId;
      };
      const body = { taskId: 'agree', agents: agents.map(({ agentId }) => agentId), protocol: 'consensus', waitMs: 0 };
      const begin = () => asked<Found>('/api/agents/collaborate', body, owner);
      const { collaborationId } = await begin();
      await at('begun');
      assert.equal((await begin()).collaborationId, collaborationId, 'the same request is the same collaboration');
      const [one, other] = agents as [Agent, Agent];
      const voted = [await vote(one)];
      await at('voted once');
      voted.push(await vote(other));
      await at('voted');
      voted.push(await vote(one), await vote(other));
      await at('voted again');
      const found = await asked<Found>('/api/agents/collaborate', { ...body, waitMs: 20_000 }, owner);
      assert.deepEqual(
        [found.collaborationId, found.status, found.round, found.outcome?.value],
        [collaborationId, 'completed', 2, one.agentId],
      );
      assert.equal(new Set(voted).size, 4);
      const tasks = await asked<readonly { readonly taskId: string }[]>('/api/agents/tasks', undefined, owner);
      assert.deepEqual(columns(tasks, 'taskId').sort(), voted.sort(), 'no task is made twice');

      for (const { agentId } of agents) {
        const status = await asked<{ readonly online: boolean; readonly performance: { readonly uptime30d: number } }>(
          `/api/agents/${agentId}/status`,
        );
        assert.deepEqual(
          [status.online, status.performance.uptime30d],
          [true, 1],
          'no restart counts an agent offline',
        );
      }
    } finally {
      await api.stop();
    }
  }

  it('go on where they were, and no agent is offline', async () => {
    // One moment of each engine, because a process takes its time to start; the long mode has all of them, several
    // times.
    if (!LONG) return over([database() === undefined ? 'voted' : 'begun']);
    for (let round = 0; round < 5; round += 1) {
      for (const moment of MOMENTS) await over([moment]);
      await over(MOMENTS);
    }
  }).timeout(timeLimit(120_000));
});
