import { type AccessTable, PUBLIC } from '../../http/callers/access.ts';

/** Who may call the operations of series: everyone, because they name no order. */
export const EXPLORER_ACCESS = { listExplorerSeries: PUBLIC } as const satisfies AccessTable;
