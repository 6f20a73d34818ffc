import type { ChainProvider, KeyHandle } from '@causeway/chains';
import { ok, type Result, type Submission } from '@causeway/protocol';
import type { NewSubmission, StoredSubmission, SubmissionRepository } from '@causeway/storage';
import type { BaseLogger } from 'pino';
import { beforeOf, withBefore } from './before.ts';
import { type Fate, fateOf } from './fate.ts';

/** Points between two durable steps at which a crash is most likely to lose or repeat something. */
export type OutboxCheckpoint =
  /** The signed bytes are stored, and none of them has left. */
  | 'after-reserved'
  /** The network has the transaction, and the submission is still recorded as reserved. */
  | 'after-broadcast';

/** How one submission reaches its chain. */
export interface Route {
  readonly provider: Pick<ChainProvider, 'broadcast' | 'outcome' | 'replace'>;
  /** Who signed it and signs its replacements. */
  readonly payer: KeyHandle;
  /** Milliseconds that it may be pending after it was sent, before it is sent again at a higher fee. */
  readonly escalateAfterMs: number;
  /**
   * Asked before `follow` sends what is reserved and not known to have left: false where it could only fail by now, and
   * it is dropped.
   */
  readonly wanted?: () => Promise<Result<boolean>>;
}

export interface OutboxDeps {
  readonly submissions: SubmissionRepository;
  readonly clock: { now(): number };
  readonly log: BaseLogger;
  /** Called at each named point; a test ends the process or throws there. */
  readonly checkpoint?: (point: OutboxCheckpoint) => void;
  /** Told of every state that a submission reaches. */
  readonly onState?: (state: StoredSubmission['state']) => void;
}

/** A submission as it is before it is reserved, and what its payer has to send first, in order. */
export type NewOutgoing = NewSubmission & { readonly before?: readonly Submission[] };

/**
 * Brings signed transactions of any kind into a block, once: reserved with their bytes before a byte leaves, broadcast,
 * followed across restarts, replaced at a higher fee when they are pending for long, settled when their fate is known.
 * All that decides is in storage and on the chain, so a crash at any point repeats a step and adds no transaction.
 */
export class Outbox {
  readonly #deps: OutboxDeps;
  /** When this process last sent each submission; any other may have died between reservation and broadcast. */
  readonly #sentAtMs = new Map<string, number>();

  constructor(deps: OutboxDeps) {
    this.#deps = deps;
  }

  /** Stores what was signed; nothing may be sent before. */
  async reserve({ before = [], details, ...submission }: NewOutgoing): Promise<StoredSubmission> {
    const row = await this.#deps.submissions.reserve({ ...submission, details: withBefore(details, before) });
    this.#deps.checkpoint?.('after-reserved');
    return row;
  }

  /**
   * Broadcasts what `row` needs first and its newest version. Where the network does not take it, its fate may be known
   * all the same; else the failure of the broadcast, and the next call sends the same bytes.
   */
  send(row: StoredSubmission, route: Route): Promise<Result<Fate>> {
    return this.#hand(row, [...beforeOf(row), newestOf(row)], route);
  }

  /**
   * What became of `row`. While it is pending it is sent again where this process has not sent it, and after a while
   * at a higher fee.
   */
  async follow(row: StoredSubmission, route: Route): Promise<Result<Fate>> {
    const fate = await this.fate(row, route);
    if (!fate.ok || fate.value.state !== 'pending') return fate;
    const sentAtMs = this.#sentAtMs.get(row.id);
    if (sentAtMs === undefined) return this.#resume(row, route);
    if (this.#deps.clock.now() - sentAtMs < route.escalateAfterMs) return fate;
    return this.#escalate(row, route);
  }

  /** What became of `row` by the chain's word alone; sends nothing. */
  async fate(row: StoredSubmission, { provider }: Pick<Route, 'provider'>): Promise<Result<Fate>> {
    const outcomes = await Promise.all(row.versions.map((version) => provider.outcome(version)));
    const known = outcomes.flatMap((outcome) => (outcome.ok ? [outcome.value] : []));
    const unknown = outcomes.find((outcome) => !outcome.ok);
    const fate = fateOf(row.purpose, known);
    // One inclusion decides, whatever the others are; nothing else does while one is unknown.
    return unknown && fate.state !== 'included' ? unknown : ok(fate);
  }

  /**
   * Puts a version that was signed anew beside those of `row`, all of which expired: it is what is sent from now on.
   */
  async renew(row: StoredSubmission, version: Submission): Promise<StoredSubmission> {
    await this.#deps.submissions.addVersion(row.id, version);
    this.#sentAtMs.delete(row.id);
    return { ...row, versions: [...row.versions, version] };
  }

  /** Ends `row`: it is followed no longer. */
  async settle(row: StoredSubmission, state: 'included' | 'failed' | 'dropped'): Promise<void> {
    await this.#setState(row, state);
    this.#sentAtMs.delete(row.id);
  }

  async #resume(row: StoredSubmission, route: Route): Promise<Result<Fate>> {
    const wanted = row.state === 'reserved' && route.wanted ? await route.wanted() : ok(true);
    if (!wanted.ok) return wanted;
    return wanted.value ? this.send(row, route) : ok({ state: 'dropped', expired: false });
  }

  async #setState(row: StoredSubmission, state: StoredSubmission['state']): Promise<void> {
    await this.#deps.submissions.setState(row.id, state);
    this.#deps.onState?.(state);
  }

  /** Hands `submissions` of `row` to the network, the last one being what counts. */
  async #hand(row: StoredSubmission, submissions: readonly Submission[], route: Route): Promise<Result<Fate>> {
    for (const submission of submissions) {
      const sent = await route.provider.broadcast(submission);
      // What comes first may have been replaced at a higher fee: only the fate of the last transaction counts.
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
   * sent; what comes before it needs no record: whichever version is included, it does the same. A submission that
   * cannot be replaced is sent again as it is.
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

/** The version that was signed last. Throws where there is none: a submission is reserved with one. */
function newestOf({ id, versions }: StoredSubmission): Submission {
  const newest = versions.at(-1);
  if (!newest) throw new Error(`submission ${id} has no signed version`);
  return newest;
}
