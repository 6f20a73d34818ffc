// The closed sets of failures of the oracle's parts. The refusals of a signer are in signer/refusal.ts.
import type { CallCode, OracleCode, ReadCode, ScanCode } from '@causeway/chains';
import type { KeyServiceCode } from '@causeway/keys';
import type { Failure } from '@causeway/protocol';
import type { ViewWriteCode } from '@causeway/storage';
import type { RefusalCode } from './signer/refusal.ts';

/** Turning blocks into the recorded view of a bridge. */
export type ViewCode =
  | ScanCode
  | ViewWriteCode
  | 'BLOCK_UNAVAILABLE'
  | 'DEEP_REORG'
  | 'EVENTS_CONTRADICT'
  | 'INCONSISTENT_EVENT'
  | 'NOT_REACHED'
  | 'REORG_AT_FINALITY';

/** Rolling a view back below finality. */
export type RollbackCode = ReadCode | 'NOTHING_TO_ROLL_BACK' | 'RECORD_DIFFERS';

/** Reading and writing files of exported views. */
export type ExportCode =
  | 'EXPORTER_UNKNOWN'
  | 'EXPORT_FORMAT'
  | 'EXPORT_INCOMPLETE'
  | 'EXPORT_SIGNATURE'
  | 'FILE_EXISTS'
  | 'NOTHING_RECORDED'
  | KeyServiceCode;

/** Taking over an exported view. */
export type ImportCode =
  | ViewCode
  | ExportCode
  | 'EXPORT_DIFFERS'
  | 'EXPORT_LACKS_EVENTS'
  | 'EXPORT_NOT_FINAL'
  | 'EXPORT_OF_ANOTHER_BRIDGE'
  | 'VIEW_NOT_EMPTY';

/** Choosing what the next oracle transaction does. */
export type PlanCode = CallCode | 'ROOT_MISMATCH' | 'STALE';

/** Checking a signed request or answer. */
export type ExchangeCode = 'UNAUTHENTICATED' | KeyServiceCode;

/** One signer's answer to a proposal. */
export type SignerCode =
  | RefusalCode
  | ExchangeCode
  | 'DIGEST_MISMATCH'
  | 'NOT_A_MEMBER'
  | 'SIGNER_ANSWER'
  | 'SIGNER_TIMEOUT'
  | 'SIGNER_UNREACHABLE';

/** Signing, sending and following an oracle transaction. */
export type SubmitCode =
  | OracleCode
  | PlanCode
  | ViewCode
  | SignerCode
  | 'MESSAGES_CHANGED'
  | 'VOID_DROPPED'
  | 'VOID_FAILED';

/** Showing that a guardian's key can only pause, and can pay for it. */
export type WatchCode = 'GUARDIAN_EMPTY' | 'GUARDIAN_UNFIT' | 'GUARDIAN_UNKNOWN';

export type ViewFailure = Failure<ViewCode>;
export type RollbackFailure = Failure<RollbackCode>;
export type ExportFailure = Failure<ExportCode>;
export type ImportFailure = Failure<ImportCode>;
export type PlanFailure = Failure<PlanCode>;
export type ExchangeFailure = Failure<ExchangeCode>;
export type SubmitFailure = Failure<SubmitCode>;
export type WatchFailure = Failure<WatchCode>;
