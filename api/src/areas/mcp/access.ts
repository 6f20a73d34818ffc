import type { AccessTable } from '../../http/access.ts';

/** Each tool has the row of its operation besides. */
export const MCP_ACCESS = {
  callMcp: { callers: 'authenticated', resource: 'caller', agents: true },
} as const satisfies AccessTable;
