// What other areas may use of the bridge.
export { submissionLock, viewLock } from './locks.ts';
export { orderEndingAt } from './order-endings.ts';
export type { OrderRow } from './orders.ts';
export { type BridgeTables, bridgeTables } from './schema.ts';
