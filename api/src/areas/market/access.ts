import { type AccessTable, PUBLIC } from '../../http/callers/access.ts';

/** Who may call the operations about prices and networks. */
export const MARKET_ACCESS = {
  getExchangeRate: PUBLIC,
  listAssets: PUBLIC,
  listLanes: PUBLIC,
  listNetworks: PUBLIC,
  listRoutes: PUBLIC,
} as const satisfies AccessTable;
