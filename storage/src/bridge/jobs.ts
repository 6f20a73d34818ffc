/** What the jobs of the API's orders are made of. */
export type { BridgeContext } from './context.ts';
export { orderLock } from './locks.ts';
export {
  countOpenOrders,
  createOrder,
  findOrder,
  isAs,
  owedByOrders,
  transitionOrder,
  updateOrder,
} from './order-steps.ts';
export { outcomesDue, takeOutcome } from './swap-repository.ts';
export { returnedAt, swapOf } from './swap-steps.ts';
