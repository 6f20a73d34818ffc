import { type AccessTable, PUBLIC } from '../../http/callers/access.ts';

/**
 * Who may call the operations under /orders, /explorer, /quote and /swaps. On-chain facts of an order are public;
 * everything else is its owner's.
 */
export const ORDER_ACCESS = {
  getQuote: PUBLIC,
  listSwaps: PUBLIC,
  createOrder: { callers: 'orders:write', resource: 'caller', agents: true, admins: 'asOthers' },
  listOrders: { callers: 'orders:read', resource: 'caller', agents: true },
  getOrder: PUBLIC,
  getOrderProof: PUBLIC,
  getOrderClaim: PUBLIC,
  listExplorerOrders: PUBLIC,
  streamExplorerEvents: PUBLIC,
  findOrdersByTransaction: PUBLIC,
  findOrdersByMessage: PUBLIC,
  findOrdersByReference: PUBLIC,
  checkOrderBalance: PUBLIC,
  streamOrderEvents: PUBLIC,
  cancelOrder: { callers: 'orders:write', resource: 'visible', agents: true, admins: 'asOthers' },
} as const satisfies AccessTable;
