export { fenced, type Guarded } from './fenced.ts';
export { LEASE_MS, type LeaderTask, LeaseHolder, type LeaseHolderOptions } from './lease-holder.ts';
export {
  type ChainAccess,
  type Leave,
  Outbox,
  type OutboxCheckpoint,
  type OutboxDeps,
  type OutboxFailure,
  type Waiting,
} from './outbox.ts';
export { type Share, sharesOf } from './shares.ts';
export { takeUp } from './take-up.ts';
export { fateOf, type TransactionOutcome } from './transaction-outcome.ts';
