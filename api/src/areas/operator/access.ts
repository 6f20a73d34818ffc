import type { AccessRow, AccessTable } from '../../http/callers/access.ts';

/** Only people with the scope `admin`; an agent never has a reason to look. */
const OPERATOR: AccessRow = { callers: 'admin', resource: 'none', agents: false };

/** Who may call the operations below /operator. They read, and change nothing. */
export const OPERATOR_ACCESS = {
  listAttention: OPERATOR,
  listTroubledOrders: OPERATOR,
  listCredits: OPERATOR,
  listPayers: OPERATOR,
  listLaneAccounts: OPERATOR,
  listSigners: OPERATOR,
} as const satisfies AccessTable;
