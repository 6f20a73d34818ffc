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
