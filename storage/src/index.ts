export * from './bridge/chain-view.ts';
export { confirmationsOf } from './bridge/confirmations.ts';
export * from './bridge/orders.ts';
export type { SignatureLogRepository } from './bridge/signatures.ts';
export type { BridgeStorage } from './bridge/storage.ts';
export type { NewSubmission, StoredSubmission, SubmissionPurpose, SubmissionRepository } from './bridge/submissions.ts';
export { LeaseLost, StorageError, type StorageErrorCode } from './core/errors.ts';
export type { EventRepository, EventRow } from './core/events.ts';
export type { IdempotencyRepository, StoredAnswer } from './core/idempotency.ts';
export type { Fenced, Lease, LeaseRepository } from './core/leases.ts';
export type { RateLimitRepository, RateWindow } from './core/rate-limits.ts';
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
