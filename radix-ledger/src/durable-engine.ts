import { Engine } from './engine.ts';
import { EngineTrap } from './engine-module.ts';
import type { Journal } from './journal.ts';
import { fail, ok, type Result } from './result.ts';
import type { Snapshots } from './snapshots.ts';
import type { CommittedTransaction, Head, Rejection } from './types.ts';

/** Above this memory use, a new engine with only the current state replaces the old one. */
const RECYCLE_BYTES = 512 * 1024 * 1024;

/** The journal's transactions lead to another ledger than the journal records. */
export class ReplayError extends Error {
  override readonly name = 'ReplayError';
}

/**
 * An engine whose state matches the end of its journal. After a trap it is replaced by a new one, restored from the
 * newest snapshot and the journal's later transactions.
 */
export class DurableEngine {
  readonly #journal: Journal;
  readonly #snapshots: Snapshots;
  readonly #memoryLimit: number | undefined;
  #engine: Engine;
  #lastSnapshot: number;

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
   * Calls the engine. A trap undoes the call and returns a rejection. Throws the errors of `call`, and the error that
   * prevents a restore.
   */
  attempt<T>(call: (engine: Engine) => T): Result<T, Rejection> {
    try {
      return ok(call(this.#engine));
    } catch (error) {
      if (!(error instanceof EngineTrap)) throw error;
      this.#engine = this.#restore().engine;
      return fail(trapped(error));
    }
  }

  /** Writes a snapshot when the last one is at least `every` state versions old. The journal must be synced. */
  snapshot(every: number): void {
    if (this.#journal.top - this.#lastSnapshot < every) return;
    const image = this.#engine.image();
    this.#snapshots.write({ stateVersion: this.#journal.top, image });
    this.#lastSnapshot = this.#journal.top;
    if (this.#engine.memoryBytes > RECYCLE_BYTES) this.#engine = Engine.restore(image, this.#memoryLimit);
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
