import type { AccessTable } from '../../http/callers/access.ts';

/** Who may call the operations of event streams; each topic needs its own scope besides. */
export const EVENT_ACCESS = {
  streamEvents: { callers: 'authenticated', resource: 'caller', agents: true },
} as const satisfies AccessTable;
