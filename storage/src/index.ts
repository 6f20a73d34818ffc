export type * from './agents/index.ts';
export {
  agentMessageSubject,
  agentSubject,
  collaborationSubject,
  DELIVERY_STATES,
  DELIVERY_TYPES,
  deliverySubject,
  runSubject,
  STRATEGIES,
  TAKERS,
  taskSubject,
} from './agents/index.ts';
export type * from './avatars/index.ts';
export { AUDIT_ACTIONS, AVATAR_TYPES, KEY_RANGES } from './avatars/index.ts';
export * from './bridge/backlog.ts';
export * from './bridge/chain-view.ts';
export * from './bridge/comparisons.ts';
export type { DeliveryFeeRepository, LaneIncome } from './bridge/delivery-fees.ts';
export type * from './bridge/oracle-record.ts';
export * from './bridge/orders.ts';
export type { SignatureLogRepository, SignatureRow } from './bridge/signatures.ts';
export type { BridgeStorage } from './bridge/storage.ts';
export { type Charge, type SubmissionPurpose, WORKS, type Work } from './bridge/submission-details.ts';
export type {
  ActedOn,
  CommittedRoot,
  CostedSubmission,
  Grounds,
  NewSubmission,
  StoredSubmission,
  SubmissionRepository,
} from './bridge/submissions.ts';
export type * from './bridge/swap-row.ts';
export type * from './bridge/swaps.ts';
export type { AnchorKey, VoidAllowance, VoidAllowanceRepository } from './bridge/void-allowances.ts';
export { LeaseLost, StorageError, type StorageErrorCode, type UnavailableCode } from './core/errors.ts';
export { EventFeed } from './core/event-feed.ts';
export { type Audience, type AvatarTopics, EVERYONE, type EventRepository, type EventRow } from './core/events.ts';
export { type FreezeFacts, type Frozen, type FrozenBy, freezing, frozenIn, NOT_FROZEN } from './core/freezes.ts';
export type { Holding } from './core/holding.ts';
export type { IdempotencyRepository, StoredAnswer } from './core/idempotency.ts';
export type { Fenced, Lease, LeaseRepository } from './core/leases.ts';
export { cutPage, EMPTY_PAGE, fillPage, type Head, mapPage, PAGE_BYTES, type Page, pageBy } from './core/page.ts';
export { QUOTA_KINDS, type Quota, type QuotaKind, type Quotas, UNLIMITED } from './core/quotas.ts';
export type { RateLimitRepository, RateWindow } from './core/rate-limits.ts';
export type { SealedSecretRepository } from './core/sealed-secrets.ts';
export {
  CANDIDATES,
  type SearchCollection,
  type SearchQuery,
  type SearchRepository,
  type SearchResult,
} from './core/search.ts';
export { isUnavailable, isUnavailableCode } from './core/unavailable.ts';
export type * from './health/index.ts';
export type * from './holons/index.ts';
export type * from './libraries/index.ts';
export type * from './messages/index.ts';
export type * from './missions/index.ts';
export { DIFFICULTIES, MISSION_STATUSES, MISSION_TYPES, progressSubject, QUEST_STATUSES } from './missions/index.ts';
export type { SolverOffersRow, SolverOutcome, StoredOffer } from './offers/index.ts';
export {
  openBridgeStorage,
  openPlatformStorage,
  openSolverStorage,
  type PlatformStorage,
  type SolverStorage,
  type StorageOptions,
} from './open.ts';
export type * from './solver/index.ts';
export type { QuotaExceeded } from './usage/index.ts';
export type * from './wallets/index.ts';
