import { type AccessTable, PUBLIC } from '../../http/callers/access.ts';

/** Each method of a call needs its own scope, which METHODS names. Tasks belong to their submitters. */
const CALL = { callers: 'authenticated', resource: 'caller', agents: true } as const;

/** Who may call the operations of the A2A interface. */
export const A2A_ACCESS = {
  getAgentCard: PUBLIC,
  getAgentCardOfAgent: PUBLIC,
  callA2a: CALL,
  callA2aOfAgent: CALL,
} as const satisfies AccessTable;
