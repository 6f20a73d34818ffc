import { Engine } from './engine.ts';
import { EngineTrap } from './engine-module.ts';
import type { Journal } from './journal.ts';
import { fail, ok, type Result } from './result.ts';
import type { Snapshots } from './snapshots.ts';
import type { CommittedTransaction, Head, Rejection } from './types.ts';

/** An engine with more memory than this is replaced by one that has only what the state needs. */
const RECYCLE_BYTES = 512 * 1024 * 1024;

/** The journal's transactions do not make the ledger that it says they made. */
export class ReplayError extends Error {
  override readonly name = 'ReplayError';
}

/**
 * An engine that stands where its journal ends. One that trapped is thrown away, and another takes its place, restored
 * from the newest snapshot and the journal's transactions since.
 */
export class DurableEngine {
  readonly #journal: Journal;
  readonly #snapshots: Snapshots;
  readonly #memoryLimit: number | undefined;
  #engine: Engine;
  #lastSnapshot: number;

  /** Throws ReplayError when the journal and this engine don't agree. */
  constructor(journal: Journal, snapshots: Snapshots, memoryLimit?: number) {
    this.#journal = journal;
    this.#snapshots = snapshots;
    this.#memoryLimit = memoryLimit;
    const { engine, from } = this.#restore();
    this.#engine = engine;
    this.#lastSnapshot = from;
  }

  /**
   * Calls the engine. When it traps, what the call did is undone and the answer is a rejection. Throws what `call`
   * throws, and what keeps the engine from being restored.
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

  /** Writes a snapshot, when the last one is at least `every` state versions ago. The journal must be synced. */
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

  /** The engine of the newest snapshot of a state that the journal knows. */
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

/** What trapped an engine once would trap the next one too. */
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
