import { agents } from '../../src/areas/agents/index.ts';
import type { TestApi } from './api.ts';

/** Does what is due for agents' tasks, as the running service does twice a second. */
export const sweepTasks = (api: TestApi): Promise<number> => api.areas.use(agents).tasks.engine.sweep();
