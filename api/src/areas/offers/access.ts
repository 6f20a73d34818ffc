import { type AccessTable, PUBLIC } from '../../http/callers/access.ts';

/** Who may call the operations of offers. An offer is the caller's own, whatever rights as an admin it has. */
export const OFFER_ACCESS = {
  listOffers: PUBLIC,
  replaceOffers: { callers: 'offers:write', resource: 'caller', agents: true, admins: 'asOthers' },
} as const satisfies AccessTable;
