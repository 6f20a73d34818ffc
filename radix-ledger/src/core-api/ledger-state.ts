import type {
  CommittedStateIdentifier,
  EpochRound,
  InstantMs,
  LedgerHashes,
  LedgerStateSummary,
} from '@radixdlt/babylon-core-api-sdk';
import type { Head } from '../types.ts';
import { clientError } from './errors.ts';

type Hashes = Pick<Head, 'stateTreeHash' | 'transactionTreeHash' | 'receiptTreeHash'>;

/** The last instant that the API can express: the end of the year 9999. */
const LAST_INSTANT_MS = Date.UTC(10_000, 0, 1) - 1;

export function instant(unixMs: number): InstantMs {
  const clamped = Math.min(Math.max(unixMs, 0), LAST_INSTANT_MS);
  return { unix_timestamp_ms: clamped, date_time: new Date(clamped).toISOString() };
}

export const epochRound = ({ epoch, round }: Pick<Head, 'epoch' | 'round'>): EpochRound => ({ epoch, round });

const ledgerHashes = (hashes: Hashes): LedgerHashes => ({
  state_tree_hash: hashes.stateTreeHash,
  transaction_tree_hash: hashes.transactionTreeHash,
  receipt_tree_hash: hashes.receiptTreeHash,
});

export const stateIdentifier = (state: Hashes & Pick<Head, 'stateVersion'>): CommittedStateIdentifier => ({
  state_version: state.stateVersion,
  ...ledgerHashes(state),
});

/** The state that an answer was read from. */
export const ledgerStateSummary = (head: Head): LedgerStateSummary => ({
  state_version: head.stateVersion,
  header_summary: {
    epoch_round: epochRound(head),
    ledger_hashes: ledgerHashes(head),
    proposer_timestamp: instant(head.proposerTimestampMs),
  },
});

/** Refuses reads of an earlier state, like a node without a history of states. */
export function refuseHistory(selector: object | null | undefined): void {
  if (selector)
    throw clientError('State history feature must be enabled, and this ledger keeps the current state only');
}
