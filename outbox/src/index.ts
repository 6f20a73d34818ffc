export { type Fate, fateOf } from './fate.ts';
export { fenced, type Guarded } from './fenced.ts';
export { type Duty, LEASE_MS, LeaseKeeper, type LeaseKeeperOptions } from './lease-keeper.ts';
export { type NewOutgoing, Outbox, type OutboxCheckpoint, type OutboxDeps, type Route } from './outbox.ts';
