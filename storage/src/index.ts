export type {
  AgentPatch,
  AgentRepository,
  AgentRow,
  AgentStorage,
  AttemptEnd,
  AttemptRow,
  Capability,
  Claim,
  ClaimRefused,
  Hold,
  HoldRefused,
  NewAgent,
  NewTask,
  Observation,
  Place,
  Question,
  Requirement,
  Resolution,
  RetryAt,
  TaskFailure,
  TaskFilter,
  TaskRepository,
  TaskRow,
  UptimeRepository,
} from './agents/index.ts';
export { taskSubject } from './agents/index.ts';
export {
  type ApiKeyRow,
  AUDIT_ACTIONS,
  type AuditAction,
  type AuditFilter,
  type AuditRow,
  AVATAR_TYPES,
  type AvatarRepository,
  type AvatarRow,
  type AvatarType,
  type LiveApiKey,
  type LiveSession,
  type NewAudit,
  type Registration,
  type RevokeReason,
  type Rotated,
  type SessionRow,
  type SignInFacts,
  type SigningKeyRow,
  type Standing,
} from './avatars/index.ts';
export * from './bridge/chain-view.ts';
export { confirmationsOf } from './bridge/confirmations.ts';
export * from './bridge/orders.ts';
export type { SignatureLogRepository, SignatureRow } from './bridge/signatures.ts';
export type { BridgeStorage } from './bridge/storage.ts';
export type { NewSubmission, StoredSubmission, SubmissionPurpose, SubmissionRepository } from './bridge/submissions.ts';
export type { Funds, Holding } from './core/debts.ts';
export { LeaseLost, StorageError, type StorageErrorCode } from './core/errors.ts';
export type { Audience, AvatarTopics, EventRepository, EventRow } from './core/events.ts';
export type { IdempotencyRepository, StoredAnswer } from './core/idempotency.ts';
export type { Fenced, Lease, LeaseRepository } from './core/leases.ts';
export type { RateLimitRepository, RateWindow } from './core/rate-limits.ts';
export type { SealedSecretRepository } from './core/sealed-secrets.ts';
export {
  CANDIDATES,
  type SearchCollection,
  type SearchQuery,
  type SearchRepository,
  type SearchResult,
} from './core/search.ts';
export type { HealthCheck, HealthRepository, HealthRow } from './health/index.ts';
export type * from './holons/index.ts';
export type {
  Dependant,
  Dependency,
  DependencyRefused,
  ExportedLibrary,
  GraphVersion,
  ImportedLibrary,
  Importer,
  ImportRefused,
  LibraryContent,
  LibraryGraph,
  LibraryRepository,
  LibraryRow,
  LibraryVersionRow,
  PublishRefused,
  RemoveRefused,
} from './libraries/index.ts';
export { findCycle } from './libraries/index.ts';
export type {
  BlockRow,
  DirectMessageRow,
  Marked,
  MessageRepository,
  MessageTotals,
  NewDirectMessage,
} from './messages/index.ts';
export {
  type AuthoringRefused,
  type Balance,
  type ChapterDefinition,
  type ChapterState,
  type Checked,
  type CompletedRun,
  conditionsOf,
  contradictionIn,
  DIFFICULTIES,
  type Difficulty,
  type Granted,
  type Leader,
  MISSION_STATUSES,
  MISSION_TRANSITIONS,
  MISSION_TRIGGERS,
  MISSION_TYPES,
  type Mission,
  type MissionDefinition,
  type MissionFilter,
  type MissionKeyRow,
  type MissionRow,
  type MissionState,
  type MissionStatus,
  type MissionStorage,
  type MissionType,
  type MissionVersionRow,
  missionState,
  type NewMission,
  type Objective,
  type OrderCondition,
  type Played,
  type PlayRefused,
  progressSubject,
  QUEST_TRANSITIONS,
  type QuestDefinition,
  type QuestState,
  type Reward,
  type RewardRow,
  type Run,
  rewardOf,
  type Source,
} from './missions/index.ts';
export { openBridgeStorage, openPlatformStorage, type PlatformStorage, type StorageOptions } from './open.ts';
export type {
  Ending,
  HideRefused,
  IdempotentTransfer,
  NewSeed,
  NewTransfer,
  NewWallet,
  SeedRow,
  TransferLimits,
  TransferRefused,
  TransferRepository,
  TransferRow,
  WalletRepository,
  WalletRow,
  WalletStorage,
} from './wallets/index.ts';
