import { Engine } from './engine.ts';
import { EngineTrap } from './engine-module.ts';
import type { Journal } from './journal.ts';
import { fail, ok, type Result } from './result.ts';
import type { Snapshots } from './snapshots.ts';
import type { CommittedTransaction, Head, Rejection, RoundClosing } from './types.ts';

/** Above this memory use, a new engine with only the current state replaces the old one. */
const RECYCLE_BYTES = 512 * 1024 * 1024;

/** The journal's transactions lead to another ledger than the journal records. */
export class ReplayError extends Error {
  override readonly name = 'ReplayError';
}

/**
 * An engine whose state matches the end of its journal, except for an idle round. After a trap it is replaced by a new
 * one, restored from the newest snapshot and the journal's later transactions.
 *
 * An idle round is a round update that is in no journal: queries see its time, and the next commit replaces it.
 */
export class DurableEngine {
  readonly #journal: Journal;
  readonly #snapshots: Snapshots;
  readonly #memoryLimit: number | undefined;
  #engine: Engine;
  #lastSnapshot: number;
  /** The engine's last snapshot below an idle round, and its state version. One serves all idle rounds over it. */
  #base: { readonly snapshot: number; readonly stateVersion: number } | undefined;
  #isIdle = false;

  /** Throws ReplayError when the journal contradicts the engine. */
  constructor(journal: Journal, snapshots: Snapshots, memoryLimit?: number) {
    this.#journal = journal;
    this.#snapshots = snapshots;
    this.#memoryLimit = memoryLimit;
    const { engine, from } = this.#restore();
    this.#engine = engine;
    this.#lastSnapshot = from;
  }

  /**
   * Queries the engine. A trap undoes the call and an idle round, and returns a rejection. Throws the errors of `call`,
   * and the error that prevents a restore.
   */
  attempt<T>(call: (engine: Engine) => T): Result<T, Rejection> {
    try {
      return ok(call(this.#engine));
    } catch (error) {
      if (!(error instanceof EngineTrap)) throw error;
      this.#replace(this.#restore().engine);
      return fail(trapped(error));
    }
  }

  /** Calls the engine at the end of its journal: an idle round is undone first. Otherwise like `attempt`. */
  commit<T>(call: (engine: Engine) => T): Result<T, Rejection> {
    this.#undoIdle();
    return this.attempt(call);
  }

  /**
   * Moves the time of queries to `timestampMs` by an idle round. An update that ends the epoch is no idle round: it is
   * returned, and must be written to the journal.
   */
  idle(timestampMs: number): Result<RoundClosing | null, Rejection> {
    this.#undoIdle();
    return this.attempt((engine) => {
      const { top: stateVersion } = this.#journal;
      if (this.#base?.stateVersion !== stateVersion) this.#base = { snapshot: engine.snapshot(), stateVersion };
      const closing = engine.closeRound(timestampMs);
      this.#isIdle = closing.receipt.nextEpoch === null;
      return this.#isIdle ? null : closing;
    });
  }

  /** Writes a snapshot when the last one is at least `every` state versions old. The journal must be synced. */
  snapshot(every: number): void {
    if (this.#journal.top - this.#lastSnapshot < every) return;
    this.#undoIdle();
    const image = this.#engine.image();
    this.#snapshots.write({ stateVersion: this.#journal.top, image });
    this.#lastSnapshot = this.#journal.top;
    if (this.#engine.memoryBytes > RECYCLE_BYTES) this.#replace(Engine.restore(image, this.#memoryLimit));
  }

  #undoIdle(): void {
    if (this.#isIdle && this.#base !== undefined) this.#engine.rollBack(this.#base.snapshot);
    this.#isIdle = false;
  }

  #replace(engine: Engine): void {
    this.#engine = engine;
    this.#base = undefined;
    this.#isIdle = false;
  }

  #restore(): { engine: Engine; from: number } {
    const engine = this.#newestImage() ?? Engine.boot(this.#journal.genesis, this.#memoryLimit);
    const from = engine.head().stateVersion;
    for (let version = from + 1; version <= this.#journal.top; version++) {
      const transaction = this.#journal.read(version);
      if (transaction !== undefined) replay(engine, transaction);
    }
    return { engine, from };
  }

  /** An engine with the newest snapshot that matches the journal. */
  #newestImage(): Engine | undefined {
    for (const { stateVersion, image } of this.#snapshots.read()) {
      const expected = this.#journal.read(stateVersion);
      if (expected === undefined) continue;
      const engine = Engine.restore(image, this.#memoryLimit);
      if (isAt(engine.head(), expected)) return engine;
    }
    return undefined;
  }
}

function replay(engine: Engine, transaction: CommittedTransaction): void {
  const { stateVersion } = transaction;
  const raw = Buffer.from(transaction.raw, 'hex');
  if (transaction.kind === 'round') engine.closeRound(transaction.proposerTimestampMs);
  else if (!engine.commit(raw).ok) throw new ReplayError(`transaction ${stateVersion} is rejected when it is replayed`);
  if (!isAt(engine.head(), transaction)) throw new ReplayError(`transaction ${stateVersion} leads to another state`);
}

function isAt(head: Head, expected: Head): boolean {
  return (
    head.stateVersion === expected.stateVersion &&
    head.transactionTreeHash === expected.transactionTreeHash &&
    head.receiptTreeHash === expected.receiptTreeHash &&
    head.stateTreeHash === expected.stateTreeHash
  );
}

/** The rejection is permanent, because the same transaction would trap every other engine too. */
function trapped(trap: EngineTrap): Rejection {
  return {
    code: 'EngineTrap',
    message: `the engine broke over it: ${trap.message}`,
    payloadPermanent: true,
    intentPermanent: false,
    validFromEpoch: null,
    invalidFromEpoch: null,
  };
}
