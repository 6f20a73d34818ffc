import type { CallFailure, KeyHandle, Sender, SendFailure } from '@causeway/chains';
import { type Domain, ok, type Result, type SignedTransaction } from '@causeway/protocol';
import type { Clock } from '@causeway/runtime';
import type { NewSubmission, StoredSubmission, SubmissionPurpose, SubmissionRepository } from '@causeway/storage';
import type { BaseLogger } from 'pino';
import { prerequisitesOf } from './prerequisites.ts';
import { signedIn, takeUp } from './take-up.ts';
import { fateOf, type TransactionOutcome } from './transaction-outcome.ts';

/** Points between two durable steps at which a crash is most likely to lose or repeat something. */
export type OutboxCheckpoint =
  /** The signed bytes are stored, and none has been sent. */
  | 'after-reserved'
  /** The network has the transaction, but the record still says reserved. */
  | 'after-broadcast';

/** What may be done with a submission that no block includes yet. */
export type Leave =
  /** It may be sent, and its fee may be raised. */
  | 'send'
  /** Nothing of it may be sent now. What is held for as long as a fee is waited for is withdrawn. */
  | 'hold'
  /** No block should include it any more: an empty transaction takes its place, where transactions have places. */
  | 'withdraw';

/** Why a submission cannot be sent or followed now. */
export type OutboxFailure = SendFailure | CallFailure;

/** The access of one submission to its chain. */
export interface ChainAccess {
  readonly provider: Pick<Sender, 'broadcast' | 'outcome' | 'replace' | 'sequences'>;
  /** Signed the submission, and signs its replacements. */
  readonly payer: KeyHandle;
  /** Milliseconds after the broadcast before a pending submission is sent again at a higher fee. */
  readonly escalateAfterMs: number;
  /**
   * Called before `follow` sends a reserved submission that may not have been sent. False when it could only fail by
   * now; then it is dropped.
   */
  readonly wanted?: () => Promise<Result<boolean, OutboxFailure>>;
  /** Called before each send and each raise; everything may be sent when absent. */
  readonly leave?: () => Promise<Result<Leave, OutboxFailure>>;
}

export interface OutboxDeps {
  readonly submissions: SubmissionRepository;
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly log: BaseLogger;
  /** Called at each named point; a test ends the process or throws there. */
  readonly checkpoint?: (point: OutboxCheckpoint) => void;
  /** Called for every new state of a submission. */
  readonly onState?: (state: StoredSubmission['state']) => void;
  /** Called when an empty transaction takes the place of a submission for the first time. */
  readonly onWithdrawn?: () => void;
  /** Called with the number of empty transactions that close a gap of sequence numbers. */
  readonly onGapClosed?: (transactions: number) => void;
}

/** A submission that no block is known to include yet. */
export interface Waiting {
  readonly domain: Domain;
  /** When it was reserved, Unix milliseconds. */
  readonly sinceMs: number;
  /** True while its fee should be higher, and the configured cap forbids it. */
  readonly atFeeCap: boolean;
}

/** What is known with the end of a submission. */
export interface Ending {
  /** The cost to its payer. */
  readonly costs?: StoredSubmission['costs'];
  /** Gets the sequence numbers back of a submission that was not sent. */
  readonly provider?: Pick<Sender, 'sequences'>;
}

/**
 * Gets signed transactions of any kind included exactly once: it reserves them with their bytes before it sends any,
 * broadcasts them, follows them across restarts, replaces long-pending ones at a higher fee, and settles them when
 * their fate is known. Storage and the chain decide alone, so a crash at any point repeats a step and adds no
 * transaction.
 */
export class Outbox {
  readonly #deps: OutboxDeps;
  /**
   * Time of this process's last broadcast of each submission. A submission without one may never have been sent,
   * because a process may have died before the broadcast.
   */
  readonly #sentAtMs = new Map<string, number>();
  /** The network's refusal of each submission that no node has taken yet, and since when it is to be looked after. */
  readonly #refused = new Map<string, { readonly code: string; readonly sinceMs: number }>();
  readonly #waiting = new Map<string, Waiting>();
  /** Since when each submission is held. */
  readonly #heldSinceMs = new Map<string, number>();
  /** The last empty transaction in the place of each submission that is withdrawn, and when it was sent. */
  readonly #withdrawn = new Map<string, { readonly empty: SignedTransaction; readonly sentAtMs: number }>();

  constructor(deps: OutboxDeps) {
    this.#deps = deps;
  }

  /** The submissions of this process that no block is known to include yet. */
  get waiting(): readonly Waiting[] {
    return [...this.#waiting.values()];
  }

  /**
   * Stores the signed transactions. Nothing may be sent before. When storing fails, their sequence numbers are given
   * back, so that the next transactions do not wait for them. Throws the errors of storage.
   */
  async reserve<P extends SubmissionPurpose>(
    outgoing: NewSubmission<P>,
    { sequences }: Pick<Sender, 'sequences'>,
  ): Promise<StoredSubmission<P>> {
    const { submissions, checkpoint } = this.#deps;
    const signed = signedIn(outgoing);
    let row: StoredSubmission<P>;
    try {
      row = await submissions.reserve(outgoing);
    } catch (error) {
      // The answer of a database may be lost after its commit. While that is unknown, the numbers stay in use.
      if (sequences && !(await this.#isStored(outgoing).catch(() => true))) sequences.release(signed);
      throw error;
    }
    sequences?.hold(signed);
    checkpoint?.('after-reserved');
    return row;
  }

  /**
   * Broadcasts the submissions that `row` needs first, and its newest version. If the network refuses, the fate may
   * still be known; otherwise this fails like the broadcast, and the next call sends the same bytes.
   */
  send(row: StoredSubmission, route: ChainAccess): Promise<Result<TransactionOutcome, OutboxFailure>> {
    return this.#hand(row, [...prerequisitesOf(row), newestOf(row)], route);
  }

  /**
   * The fate of `row`. While it is pending, it is sent again if this process has not sent it, and after a while gaps
   * below it are closed, or its fee is raised.
   */
  async follow(row: StoredSubmission, route: ChainAccess): Promise<Result<TransactionOutcome, OutboxFailure>> {
    const fate = await this.fate(row, route);
    if (fate.ok && fate.value.state !== 'pending') {
      this.included(row);
      return fate;
    }
    this.#waits(row);
    if (!fate.ok) return fate;
    if (this.rests(row, route)) return fate;
    const leave = await this.#leaveOf(row, route);
    if (!leave.ok) return leave;
    if (leave.value === 'withdraw') return this.#withdraw(row, route);
    if (leave.value === 'hold') return fate;
    if (this.#isRecent(row.id, route.escalateAfterMs)) return fate;
    if (!this.#sentAtMs.has(row.id)) return this.#resume(row, route);
    this.#sentAtMs.set(row.id, this.#deps.clock.monotonic());
    return (await this.#waitsForOthers(row, route)) ? this.send(row, route) : this.#raise(row, route);
  }

  /**
   * True while nothing is to be done for `row`: this process has sent it lately, and it is neither held nor withdrawn.
   * Its fate may be known all the same.
   */
  rests({ id }: StoredSubmission, { escalateAfterMs }: Pick<ChainAccess, 'escalateAfterMs'>): boolean {
    return this.#isRecent(id, escalateAfterMs) && !this.#heldSinceMs.has(id) && !this.#withdrawn.has(id);
  }

  /** Records that `row` waits for no block any more, because one includes it or none will. */
  included({ id }: StoredSubmission): void {
    this.#waiting.delete(id);
  }

  /** The fate of `row` by the chain alone. Sends nothing. */
  async fate(
    row: StoredSubmission,
    { provider }: Pick<ChainAccess, 'provider'>,
  ): Promise<Result<TransactionOutcome, OutboxFailure>> {
    const outcomes = await Promise.all(row.versions.map((version) => provider.outcome(version)));
    const known = outcomes.flatMap((outcome) => (outcome.ok ? [outcome.value] : []));
    const unknown = outcomes.find((outcome) => !outcome.ok);
    const fate = fateOf(row.purpose, known);
    // One inclusion decides, whatever the other outcomes are. Otherwise an unknown outcome leaves the fate open.
    return unknown && fate.state !== 'included' ? unknown : ok(fate);
  }

  /**
   * Adds a newly signed version to `row`, whose versions have all expired. Only the new version is sent from then on.
   */
  async renew<P extends SubmissionPurpose>(
    row: StoredSubmission<P>,
    version: SignedTransaction,
  ): Promise<StoredSubmission<P>> {
    await this.#deps.submissions.addVersion(row.id, version);
    this.#sentAtMs.delete(row.id);
    this.#refused.delete(row.id);
    return { ...row, versions: [...row.versions, version] };
  }

  /** Ends `row`, which is no longer followed. */
  async conclude(
    row: StoredSubmission,
    state: 'included' | 'failed' | 'dropped',
    { costs = null, provider }: Ending = {},
  ): Promise<void> {
    await this.#setState(row, state, costs);
    this.#sentAtMs.delete(row.id);
    this.#refused.delete(row.id);
    this.#heldSinceMs.delete(row.id);
    this.#withdrawn.delete(row.id);
    this.included(row);
    if (state !== 'included') provider?.sequences?.release(signedIn(row));
  }

  /** Whether this process has sent the submission `id` within the last `milliseconds`. */
  #isRecent(id: string, milliseconds: number): boolean {
    const sentAtMs = this.#sentAtMs.get(id);
    return sentAtMs !== undefined && this.#deps.clock.monotonic() - sentAtMs < milliseconds;
  }

  /**
   * Sends `row`, which no node may have. What the network has refused for a while may lie above a gap, which some
   * networks refuse, or need a higher fee.
   */
  async #resume(row: StoredSubmission, route: ChainAccess): Promise<Result<TransactionOutcome, OutboxFailure>> {
    const wanted = row.state === 'reserved' && route.wanted ? await route.wanted() : ok(true);
    if (!wanted.ok) return wanted;
    if (!wanted.value) return ok({ state: 'dropped', expired: false });
    const refused = this.#refused.get(row.id);
    const now = this.#deps.clock.monotonic();
    if (!refused || now - refused.sinceMs < route.escalateAfterMs) return this.send(row, route);
    this.#refused.set(row.id, { ...refused, sinceMs: now });
    const waits = await this.#waitsForOthers(row, route);
    return waits || refused.code !== 'UNDERPRICED' ? this.send(row, route) : this.#raise(row, route);
  }

  async #setState(
    row: StoredSubmission,
    state: StoredSubmission['state'],
    costs: StoredSubmission['costs'] = null,
  ): Promise<void> {
    await this.#deps.submissions.setState(row.id, state, { costs });
    this.#deps.onState?.(state);
  }

  /** True when storage has `submission`. */
  async #isStored({ domain, payer, versions }: Omit<NewSubmission, 'details'>): Promise<boolean> {
    const references = versions.map(({ reference }) => reference);
    const rows = await this.#deps.submissions.openOf(domain, payer);
    return rows.some((row) => row.versions.some(({ reference }) => references.includes(reference)));
  }

  /** The sequence numbers of everything that is stored for the payer of `row` and has not ended. */
  async #storedOf({ domain, payer }: StoredSubmission): Promise<ReadonlySet<number>> {
    const rows = await this.#deps.submissions.openOf(domain, payer);
    return new Set(rows.flatMap(signedIn).map(({ sequence }) => sequence));
  }

  /** Records that `row` waits, and whether its fee is at the cap, if that is known. */
  #waits({ id, domain, createdAtMs: sinceMs }: StoredSubmission, failure?: Result<unknown, OutboxFailure>): void {
    const atFeeCap = failure ? !failure.ok && failure.error.code === 'FEE_CAP_EXCEEDED' : undefined;
    this.#waiting.set(id, { domain, sinceMs, atFeeCap: atFeeCap ?? this.#waiting.get(id)?.atFeeCap ?? false });
  }

  /** Sends `submissions` of `row` to the network. The last one decides. */
  async #hand(
    row: StoredSubmission,
    submissions: readonly SignedTransaction[],
    route: ChainAccess,
  ): Promise<Result<TransactionOutcome, OutboxFailure>> {
    this.#waits(row);
    takeUp(row, route.provider);
    const leave = await this.#leaveOf(row, route);
    if (!leave.ok) return leave;
    if (leave.value !== 'send') return ok({ state: 'pending' });
    for (const submission of submissions) {
      const sent = await route.provider.broadcast(submission);
      // An earlier one may have been replaced at a higher fee, so only the fate of the last transaction counts.
      if (sent.ok || (submission !== submissions.at(-1) && sent.error.code === 'NONCE_TAKEN')) continue;
      this.#deps.log.warn({ submission: row.id, code: sent.error.code }, 'broadcast failed');
      const sinceMs = this.#refused.get(row.id)?.sinceMs ?? this.#deps.clock.monotonic();
      this.#refused.set(row.id, { code: sent.error.code, sinceMs });
      const fate = await this.fate(row, route);
      if (!fate.ok || fate.value.state === 'pending') return sent;
      this.included(row);
      return fate;
    }
    this.#refused.delete(row.id);
    this.#deps.checkpoint?.('after-broadcast');
    this.#sentAtMs.set(row.id, this.#deps.clock.monotonic());
    if (row.state === 'reserved') await this.#setState(row, 'broadcast');
    return ok({ state: 'pending' });
  }

  /**
   * Signs everything again at a higher fee under the same sequence numbers. The new version is stored before it is
   * sent. Earlier submissions need no record, because every version of them has the same effect. A submission that
   * cannot be replaced is sent again unchanged.
   */
  async #raise(row: StoredSubmission, route: ChainAccess): Promise<Result<TransactionOutcome, OutboxFailure>> {
    const { provider, payer } = route;
    const leave = await this.#leaveOf(row, route);
    if (!leave.ok) return leave;
    if (leave.value !== 'send') return ok({ state: 'pending' });
    for (const earlier of prerequisitesOf(row)) {
      const outcome = await provider.outcome(earlier);
      if (!outcome.ok || outcome.value.state !== 'pending') continue;
      const higher = await provider.replace(earlier, payer);
      if (higher.ok) await provider.broadcast(higher.value);
    }
    const higher = await provider.replace(newestOf(row), payer);
    this.#waits(row, higher);
    if (!higher.ok) {
      if (higher.error.code !== 'NOT_REPLACEABLE') {
        this.#deps.log.warn({ submission: row.id, code: higher.error.code }, 'pending for too long, fee not raised');
      }
      return this.send(row, route);
    }
    await this.#deps.submissions.addVersion(row.id, higher.value);
    this.#deps.log.info({ submission: row.id, reference: higher.value.reference }, 'pending for too long, fee raised');
    return this.#hand({ ...row, versions: [...row.versions, higher.value] }, [higher.value], route);
  }

  /** What may be done with `row` now. One that is held for too long is withdrawn. */
  async #leaveOf(
    { id }: StoredSubmission,
    { leave, escalateAfterMs }: ChainAccess,
  ): Promise<Result<Leave, OutboxFailure>> {
    const given = leave ? await leave() : ok('send' as const);
    if (!given.ok) return given;
    if (given.value !== 'hold') {
      this.#heldSinceMs.delete(id);
      return given;
    }
    const now = this.#deps.clock.monotonic();
    const since = this.#heldSinceMs.get(id) ?? now;
    this.#heldSinceMs.set(id, since);
    return ok(now - since < escalateAfterMs ? 'hold' : 'withdraw');
  }

  /**
   * Sends an empty transaction with the sequence number of `row` and a higher fee, and raises that fee as long as it
   * waits. It needs no record, because another one is the same to everyone. Where transactions have no sequence numbers
   * nothing is sent, and the submission expires.
   */
  async #withdraw(row: StoredSubmission, route: ChainAccess): Promise<Result<TransactionOutcome, OutboxFailure>> {
    const { provider, payer, escalateAfterMs } = route;
    const { clock, log, onWithdrawn } = this.#deps;
    const last = this.#withdrawn.get(row.id);
    const now = clock.monotonic();
    const pending = ok({ state: 'pending' } as const);
    if (last && now - last.sentAtMs < escalateAfterMs) return pending;
    if (last && (await this.#waitsForOthers(row, route))) {
      this.#withdrawn.set(row.id, { ...last, sentAtMs: now });
      await provider.broadcast(last.empty);
      return pending;
    }
    const empty = await provider.sequences?.empty(last?.empty ?? newestOf(row), payer);
    if (empty === undefined) return pending;
    this.#waits(row, empty);
    if (!empty.ok) {
      log.warn({ submission: row.id, code: empty.error.code }, 'not withdrawn');
      return pending;
    }
    this.#withdrawn.set(row.id, { empty: empty.value, sentAtMs: now });
    if (!last) onWithdrawn?.();
    log.warn({ submission: row.id, sequence: row.sequence }, 'withdrawn: an empty transaction takes its place');
    const sent = await provider.broadcast(empty.value);
    if (!sent.ok) log.warn({ submission: row.id, code: sent.error.code }, 'broadcast of an empty transaction failed');
    return pending;
  }

  /**
   * True while lower sequence numbers of the payer hold up `row`, or it is unknown whether they do: then a higher fee
   * would be wasted. Numbers of which nothing is under way are used up.
   */
  async #waitsForOthers(row: StoredSubmission, { provider, payer }: ChainAccess): Promise<boolean> {
    const gap = await provider.sequences?.closeGap([...prerequisitesOf(row), newestOf(row)], payer, () =>
      this.#storedOf(row),
    );
    if (!gap) return false;
    const { log } = this.#deps;
    if (!gap.ok) {
      this.#waits(row, gap);
      log.warn({ submission: row.id, code: gap.error.code }, 'pending for too long, sequence numbers not compared');
      return true;
    }
    const { waits, closed } = gap.value;
    if (closed.length > 0) {
      this.#deps.onGapClosed?.(closed.length);
      log.warn({ submission: row.id, closed }, 'pending for too long behind a gap, which empty transactions close');
    }
    return waits;
  }
}

/** The last signed version. Throws when there is none, because a submission is reserved with one. */
function newestOf({ id, versions }: StoredSubmission): SignedTransaction {
  const newest = versions.at(-1);
  if (!newest) throw new Error(`submission ${id} has no signed version`);
  return newest;
}
