export { type Fate, fateOf } from './fate.ts';
export { fenced, type Guarded } from './fenced.ts';
export { type Duty, LEASE_MS, LeaseKeeper, type LeaseKeeperOptions } from './lease-keeper.ts';
export {
  type Leave,
  Outbox,
  type OutboxCheckpoint,
  type OutboxDeps,
  type OutboxFailure,
  type Route,
  type Waiting,
} from './outbox.ts';
export { takeUp } from './take-up.ts';
