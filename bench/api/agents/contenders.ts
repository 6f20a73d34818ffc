import { randomUUID } from 'node:crypto';
import { agentStorage, TaskEngine } from '@causeway/agents';
import { jsonText } from '@causeway/protocol';
import { systemClock } from '@causeway/runtime';
import { openPlatformStorage } from '@causeway/storage';
import { forAll } from '@causeway/storage/test-support/takers';
import { bare } from './bare.ts';
import { AGENTS, type Contender, ends } from './contender.ts';

/** The task engine in this process: as many submitters as agents, and every agent waits for its next task. */
async function causeway(database: string): Promise<Contender> {
  const storage = await openPlatformStorage(database);
  const engine = new TaskEngine({
    agents: agentStorage(storage.agents),
    events: storage.events,
    clock: systemClock,
    newTaskId: randomUUID,
    random: Math.random,
    onError: (error) => console.error(error),
  });
  engine.start();
  const type = `work-${process.pid}`;
  const requirement = { capability: type, model: null, resolution: null };
  const ended = ends();
  const stop = new AbortController();
  const working = Array.from({ length: AGENTS }, async (_, number) => {
    const agentId = `${type}-${number}`;
    const facts = { ownerId: 'bench', name: agentId, endpoints: {}, availability: 'online' } as const;
    await storage.agents.registry.register({ id: agentId, ...facts, capabilities: [{ type }], maxConcurrentTasks: 1 });
    while (!stop.signal.aborted) {
      const claimed = await engine.claim(agentId, { limit: 1, leaseMs: 60_000, waitMs: 5_000 }, stop.signal);
      for (const { id: taskId, token } of claimed.ok ? claimed.value : []) {
        await engine.end(
          { taskId, agentId, token },
          { kind: 'completed', result: jsonText({ ok: true }), costMicros: 0 },
        );
        ended.came(taskId);
      }
    }
  });
  return {
    async cycle() {
      const taskId = randomUUID();
      const end = ended.of(taskId);
      const facts = { taskId, submitterId: `submitter-${taskId.slice(0, 2)}`, type, requirement, input: '{"n":1}' };
      await engine.submit({
        ...facts,
        rule: forAll(),
        priority: 'normal',
        deadlineAtMs: undefined,
        maxAttempts: undefined,
      });
      await end;
    },
    async close() {
      stop.abort();
      engine.stop();
      await Promise.all(working);
      await engine.close();
      await storage.close();
    },
  };
}

/** A peer of peers/, which has its own dependencies. */
const peer =
  (name: string) =>
  async (target: string): Promise<Contender> => {
    const path: string = new URL(`peers/${name}.mjs`, import.meta.url).href;
    return (await import(path)).start(target, AGENTS);
  };

export const CONTENDERS = { causeway, bare, bullmq: peer('bullmq'), graphile: peer('graphile') } as const;
export type ContenderName = keyof typeof CONTENDERS;
