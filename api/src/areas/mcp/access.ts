import type { AccessTable } from '../../http/callers/access.ts';

/** Each tool has the row of its operation besides. */
export const MCP_ACCESS = {
  callMcp: { callers: 'authenticated', resource: 'caller', agents: true, whileFrozen: 'always' },
} as const satisfies AccessTable;
