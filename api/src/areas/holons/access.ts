import type { AccessTable } from '../../http/callers/access.ts';

const READ = { callers: 'holons:read', resource: 'private', agents: true } as const;
const WRITE = { callers: 'holons:write', resource: 'private', agents: true } as const;

/** Who may call the operations under /api/data. */
export const HOLON_ACCESS = {
  saveHolon: { ...WRITE, resource: 'caller' },
  loadHolon: READ,
  listHolons: { ...READ, resource: 'caller' },
  searchHolons: { ...READ, resource: 'caller' },
  listHolonVersions: READ,
  listHolonHistory: READ,
  deleteHolon: WRITE,
  restoreHolon: WRITE,
} as const satisfies AccessTable;
