import { agentStorage } from '@causeway/agents';
import { agents } from '../../src/areas/agents/index.ts';
import type { TestApi } from './api.ts';

/** Does what is due for agents' tasks, as the running service does twice a second. */
export const sweepTasks = (api: TestApi): Promise<number> => api.areas.use(agents).tasks.engine.sweep();

/** Does all that is due for agents: tasks, runs, collaborations and webhooks. */
export async function settleAgents(api: TestApi): Promise<void> {
  const { tasks, workflows, collaborations, sender } = api.areas.use(agents);
  await tasks.engine.sweep();
  await workflows.engine.advanceDue();
  await collaborations.engine.advanceAll();
  await sender.flush();
}

/** Lets an agent report the progress of a task that it holds `count` times, many reports in one transaction. */
export async function reportOften(
  api: TestApi,
  hold: { readonly taskId: string; readonly agentId: string; readonly token: number },
  count: number,
): Promise<void> {
  const { tasks } = agentStorage(api.storage.agents);
  const one = (at: number) => tasks.report(hold, { percent: at % 100, message: `report ${at}` });
  for (let done = 0; done < count; done += 500)
    await Promise.all(Array.from({ length: Math.min(500, count - done) }, (_, at) => one(done + at)));
}
