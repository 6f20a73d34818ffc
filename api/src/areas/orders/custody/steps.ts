import type { ChainProvider, KeyHandle } from '@causeway/chains';
import { type Failure, ok, type Result, type Submission, type SubmissionOutcome } from '@causeway/protocol';
import type { OrderRow, StoredSubmission, SubmissionRepository } from '@causeway/storage';

/** What a lock's submission row carries besides the signed versions of the lock itself. */
interface LockDetails {
  /** Signed approvals that must be included first. */
  readonly before: readonly Submission[];
}

const isSubmission = (value: unknown): value is Submission =>
  typeof value === 'object' && value !== null && typeof (value as Submission).raw === 'string';

/** The signed versions of a lock, newest last. */
export const lockVersions = ({ versions }: StoredSubmission): readonly Submission[] => versions;

const approvalsOf = ({ details }: StoredSubmission): readonly Submission[] =>
  ((details as Partial<LockDetails>).before ?? []).filter(isSubmission);

/** The row of a lock as `prepareSend` signed it: the approvals it needs first, the lock last. */
export function lockReservation(
  provider: ChainProvider,
  { id, operation }: OrderRow,
  signed: readonly Submission[],
): Parameters<SubmissionRepository['reserve']>[0] {
  const lock = signed.at(-1);
  if (lock === undefined) throw new Error('prepareSend signed nothing');
  const details: LockDetails = { before: signed.slice(0, -1) };
  return {
    purpose: operation === 'lockTokens' ? 'lock' : 'burn',
    domain: provider.domain,
    family: provider.family,
    payer: lock.payer,
    sequence: lock.sequence,
    versions: [{ ...lock }],
    orderIds: [id],
    details: { ...details },
  };
}

/** Sends the same signed bytes again: approvals, then the newest version of the lock. The first failure ends it. */
export async function broadcastAll(provider: ChainProvider, row: StoredSubmission): Promise<Result<void>> {
  const newest = lockVersions(row).at(-1);
  for (const submission of [...approvalsOf(row), ...(newest ? [newest] : [])]) {
    const sent = await provider.broadcast(submission);
    // An approval may have been replaced at a higher fee: only the lock's own fate counts.
    if (!sent.ok && (submission === newest || sent.error.code !== 'NONCE_TAKEN')) return sent;
  }
  return ok(undefined);
}

/**
 * What became of a lock: that of the version that was included, else pending while any may still be, and expired when
 * all are, so that none ever can.
 */
export async function lockOutcome(provider: ChainProvider, row: StoredSubmission): Promise<Result<SubmissionOutcome>> {
  let pending = false;
  let expired = true;
  for (const version of [...lockVersions(row)].reverse()) {
    const outcome = await provider.outcome(version);
    if (!outcome.ok || outcome.value.state === 'included') return outcome;
    pending ||= outcome.value.state === 'pending' || outcome.value.expired === false;
    expired &&= outcome.value.state === 'dropped' && outcome.value.expired === true;
  }
  if (pending) return ok({ state: 'pending' });
  return ok(expired ? { state: 'dropped', expired } : { state: 'dropped' });
}

/** Stores a lock that was signed anew in the place of one that expired; what is broadcast from now on. */
export async function renew(
  row: StoredSubmission,
  signed: readonly Submission[],
  submissions: SubmissionRepository,
): Promise<StoredSubmission> {
  const [lock, ...more] = signed;
  if (lock === undefined || more.length > 0) throw new Error('a lock that can expire is one transaction');
  await submissions.addVersion(row.id, { ...lock });
  return { ...row, versions: [...row.versions, { ...lock }] };
}

/**
 * Signs everything of a lock again at a higher fee under the same sequence numbers. The new lock is stored before it
 * can be broadcast; an approval needs no record: whichever version is included, it approves the same. A lock that
 * cannot be replaced is sent again as it is.
 */
export async function escalate(
  provider: ChainProvider,
  key: KeyHandle,
  row: StoredSubmission,
  submissions: SubmissionRepository,
): Promise<Failure | null> {
  for (const approval of approvalsOf(row)) {
    const outcome = await provider.outcome(approval);
    if (!outcome.ok || outcome.value.state !== 'pending') continue;
    const higher = await provider.replace(approval, key);
    if (higher.ok) await provider.broadcast(higher.value);
  }
  const newest = lockVersions(row).at(-1);
  if (newest === undefined) return null;
  const higher = await provider.replace(newest, key);
  if (!higher.ok && higher.error.code !== 'NOT_REPLACEABLE') return higher.error;
  if (higher.ok) await submissions.addVersion(row.id, { ...higher.value });
  const sent = await provider.broadcast(higher.ok ? higher.value : newest);
  return sent.ok ? null : sent.error;
}
