import { agentStorage } from '@causeway/agents';
import { openPlatformStorage } from '@causeway/storage';
import { report } from '../report.ts';
import { fill, onBoth } from './service.ts';

const TASKS = 1_000_000;
const BAR_MS = 2_000;

/** The first claim with a million waiting tasks, from the opening of the storage on. */
export function benchWaiting(): Promise<void> {
  return onBoth(async (engine, database) => {
    await fill(database, 'tasks', TASKS);
    const startedMs = performance.now();
    const storage = await openPlatformStorage(database);
    try {
      const openMs = performance.now() - startedMs;
      const agent = { id: 'first', ownerId: 'bench', name: 'first', capabilities: [{ type: 'work-7' }], endpoints: {} };
      await storage.agents.registry.register({ ...agent, availability: 'online', maxConcurrentTasks: 32 });
      const order = { agentId: 'first', limit: 32, leaseMs: 30_000 };
      const claimed = await agentStorage(storage.agents).tasks.claim(order);
      const tookMs = performance.now() - startedMs;
      if (!claimed.ok || claimed.value.length !== order.limit) throw new Error('the claim gives no tasks');
      const figures = `${tookMs.toFixed(0)} ms, ${openMs.toFixed(0)} ms of them to open (bar ${BAR_MS} ms)`;
      report(`first claim with ${TASKS} tasks waiting, ${engine}`, figures, tookMs <= BAR_MS);
    } finally {
      await storage.close();
    }
  }, false);
}
