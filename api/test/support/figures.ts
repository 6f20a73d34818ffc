import { explorer } from '../../src/areas/explorer/index.ts';
import type { TestApi } from './api.ts';

/** Counts what orders did until now, as the service does by itself within a second. */
export const countOrders = (api: TestApi): Promise<void> => api.areas.use(explorer).roller.turns.run();
