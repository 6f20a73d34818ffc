/**
 * What the jobs of an area are made of: the steps of a transaction, the context of an area, and what every area shares.
 * An area's own tables, statements and small steps are exported beside it, such as `@causeway/storage/agents`.
 */
export type { AreaContext } from './core/area.ts';
export { inBatches } from './core/batches.ts';
export type { Context } from './core/context.ts';
export type { Durability } from './core/engine.ts';
export type { NewEvent } from './core/events.ts';
export { finishKey, type IdempotencyKey, idempotencyLock } from './core/idempotency.ts';
export type { Fenced } from './core/leases.ts';
export { type Lock, type Locking, lockOf, sharedLockOf } from './core/locks.ts';
export { only } from './core/only.ts';
export { readLocked } from './core/read-locked.ts';
export { memoize } from './core/statements.ts';
export {
  all,
  allOfEach,
  announce,
  databaseTime,
  first,
  lock,
  type Request,
  run,
  runText,
  send,
  type TxScript,
} from './core/steps.ts';
export { nothing, together } from './core/together.ts';
export { excessOf, type Used, usageLock, usageSteps } from './usage/index.ts';
