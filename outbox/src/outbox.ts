import type { KeyHandle, Sender } from '@causeway/chains';
import { ok, type Result, type Submission } from '@causeway/protocol';
import type { NewSubmission, StoredSubmission, SubmissionRepository } from '@causeway/storage';
import type { BaseLogger } from 'pino';
import { beforeOf, withBefore } from './before.ts';
import { type Fate, fateOf } from './fate.ts';

/** Points between two durable steps at which a crash is most likely to lose or repeat something. */
export type OutboxCheckpoint =
  /** The signed bytes are stored, and none has been sent. */
  | 'after-reserved'
  /** The network has the transaction, but the record still says reserved. */
  | 'after-broadcast';

/** The access of one submission to its chain. */
export interface Route {
  readonly provider: Pick<Sender, 'broadcast' | 'outcome' | 'replace'>;
  /** Signed the submission, and signs its replacements. */
  readonly payer: KeyHandle;
  /** Milliseconds after the broadcast before a pending submission is sent again at a higher fee. */
  readonly escalateAfterMs: number;
  /**
   * Called before `follow` sends a reserved submission that may not have been sent. False when it could only fail by
   * now; then it is dropped.
   */
  readonly wanted?: () => Promise<Result<boolean>>;
}

export interface OutboxDeps {
  readonly submissions: SubmissionRepository;
  readonly clock: { now(): number };
  readonly log: BaseLogger;
  /** Called at each named point; a test ends the process or throws there. */
  readonly checkpoint?: (point: OutboxCheckpoint) => void;
  /** Called for every new state of a submission. */
  readonly onState?: (state: StoredSubmission['state']) => void;
}

/** A submission to reserve, and the submissions that its payer must send first, in order. */
export type NewOutgoing = NewSubmission & { readonly before?: readonly Submission[] };

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

  constructor(deps: OutboxDeps) {
    this.#deps = deps;
  }

  /** Stores the signed transactions. Nothing may be sent before. */
  async reserve({ before = [], details, ...submission }: NewOutgoing): Promise<StoredSubmission> {
    const row = await this.#deps.submissions.reserve({ ...submission, details: withBefore(details, before) });
    this.#deps.checkpoint?.('after-reserved');
    return row;
  }

  /**
   * Broadcasts the submissions that `row` needs first, and its newest version. If the network refuses, the fate may
   * still be known; otherwise this fails like the broadcast, and the next call sends the same bytes.
   */
  send(row: StoredSubmission, route: Route): Promise<Result<Fate>> {
    return this.#hand(row, [...beforeOf(row), newestOf(row)], route);
  }

  /**
   * The fate of `row`. While it is pending, it is sent again if this process has not sent it, and after a while at a
   * higher fee.
   */
  async follow(row: StoredSubmission, route: Route): Promise<Result<Fate>> {
    const fate = await this.fate(row, route);
    if (!fate.ok || fate.value.state !== 'pending') return fate;
    const sentAtMs = this.#sentAtMs.get(row.id);
    if (sentAtMs === undefined) return this.#resume(row, route);
    if (this.#deps.clock.now() - sentAtMs < route.escalateAfterMs) return fate;
    return this.#escalate(row, route);
  }

  /** The fate of `row` by the chain alone. Sends nothing. */
  async fate(row: StoredSubmission, { provider }: Pick<Route, 'provider'>): Promise<Result<Fate>> {
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
  async renew(row: StoredSubmission, version: Submission): Promise<StoredSubmission> {
    await this.#deps.submissions.addVersion(row.id, version);
    this.#sentAtMs.delete(row.id);
    return { ...row, versions: [...row.versions, version] };
  }

  /** Ends `row`, which is no longer followed. `costs`: what it cost its payer, if that is known. */
  async settle(
    row: StoredSubmission,
    state: 'included' | 'failed' | 'dropped',
    costs: StoredSubmission['costs'] = null,
  ): Promise<void> {
    await this.#setState(row, state, costs);
    this.#sentAtMs.delete(row.id);
  }

  async #resume(row: StoredSubmission, route: Route): Promise<Result<Fate>> {
    const wanted = row.state === 'reserved' && route.wanted ? await route.wanted() : ok(true);
    if (!wanted.ok) return wanted;
    return wanted.value ? this.send(row, route) : ok({ state: 'dropped', expired: false });
  }

  async #setState(
    row: StoredSubmission,
    state: StoredSubmission['state'],
    costs: StoredSubmission['costs'] = null,
  ): Promise<void> {
    await this.#deps.submissions.setState(row.id, state, { costs });
    this.#deps.onState?.(state);
  }

  /** Sends `submissions` of `row` to the network. The last one decides. */
  async #hand(row: StoredSubmission, submissions: readonly Submission[], route: Route): Promise<Result<Fate>> {
    for (const submission of submissions) {
      const sent = await route.provider.broadcast(submission);
      // An earlier one may have been replaced at a higher fee, so only the fate of the last transaction counts.
      if (sent.ok || (submission !== submissions.at(-1) && sent.error.code === 'NONCE_TAKEN')) continue;
      this.#deps.log.warn({ submission: row.id, code: sent.error.code }, 'broadcast failed');
      const fate = await this.fate(row, route);
      return fate.ok && fate.value.state !== 'pending' ? fate : sent;
    }
    this.#deps.checkpoint?.('after-broadcast');
    this.#sentAtMs.set(row.id, this.#deps.clock.now());
    if (row.state === 'reserved') await this.#setState(row, 'broadcast');
    return ok({ state: 'pending' });
  }

  /**
   * Signs everything again at a higher fee under the same sequence numbers. The new version is stored before it is
   * sent. Earlier submissions need no record, because every version of them has the same effect. A submission that
   * cannot be replaced is sent again unchanged.
   */
  async #escalate(row: StoredSubmission, route: Route): Promise<Result<Fate>> {
    const { provider, payer } = route;
    this.#sentAtMs.set(row.id, this.#deps.clock.now());
    for (const earlier of beforeOf(row)) {
      const outcome = await provider.outcome(earlier);
      if (!outcome.ok || outcome.value.state !== 'pending') continue;
      const higher = await provider.replace(earlier, payer);
      if (higher.ok) await provider.broadcast(higher.value);
    }
    const higher = await provider.replace(newestOf(row), payer);
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
}

/** The last signed version. Throws when there is none, because a submission is reserved with one. */
function newestOf({ id, versions }: StoredSubmission): Submission {
  const newest = versions.at(-1);
  if (!newest) throw new Error(`submission ${id} has no signed version`);
  return newest;
}
