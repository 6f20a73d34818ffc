export { type Fate, fateOf } from './fate.ts';
export { type NewOutgoing, Outbox, type OutboxCheckpoint, type OutboxDeps, type Route } from './outbox.ts';
