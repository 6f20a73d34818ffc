import { DurableEngine } from './durable-engine.ts';
import { Engine } from './engine.ts';
import { FileJournal, type Journal, MemoryJournal } from './journal.ts';
import { Mempool } from './mempool.ts';
import { fail, ok, type Result } from './result.ts';
import { RoundClock } from './round-clock.ts';
import { FileSnapshots, MemorySnapshots } from './snapshots.ts';
import type {
  CommittedTransaction,
  Genesis,
  Head,
  IntentStatus,
  LedgerOptions,
  ParsedTransaction,
  Rejection,
  RoundClosing,
  SubmitFailure,
  UserTransaction,
} from './types.ts';

/** Default start time of ledgers with manual pace. */
const MANUAL_GENESIS_MS = Date.UTC(2026, 0, 1);

const DEFAULTS = { epochMs: 60_000, roundMs: 200, idleRoundMs: 1000, snapshotEvery: 100, mempoolSize: 1000 };

/** A transaction in the mempool, new or already known. */
export interface Submission {
  readonly parsed: ParsedTransaction;
  readonly duplicate: boolean;
}

/**
 * A Radix ledger. Transactions wait in the mempool for the next round, which commits a round update that moves time and
 * then the transactions in order of arrival. Everything committed is final, and on disk before anyone can see it.
 *
 * A round of the automatic pace without transactions commits nothing, unless it ends the epoch: queries see its time,
 * and the next round replaces it. So an idle ledger takes neither disk nor memory, except for one state version per
 * epoch.
 *
 * When the disk fails or the engine cannot be restored, the ledger stops: every later call throws.
 */
export class Ledger {
  readonly genesis: Genesis;
  readonly #journal: Journal;
  readonly #engine: DurableEngine;
  readonly #mempool: Mempool;
  readonly #clock: RoundClock;
  readonly #snapshotEvery: number;
  /** State versions of committed intents. */
  readonly #intents = new Map<string, number>();
  readonly #listeners = new Set<(head: Head) => void>();
  #head: Head;
  #stopped: Error | undefined;

  private constructor(journal: Journal, engine: DurableEngine, options: LedgerOptions) {
    this.genesis = journal.genesis;
    this.#journal = journal;
    this.#engine = engine;
    this.#mempool = new Mempool(options.mempoolSize ?? DEFAULTS.mempoolSize);
    this.#snapshotEvery = options.snapshotEvery ?? DEFAULTS.snapshotEvery;
    for (const transaction of journal.users()) this.#remember(transaction);
    this.#head = headOf(engine);
    const { pace, now = Date.now, roundMs = DEFAULTS.roundMs, idleRoundMs = DEFAULTS.idleRoundMs } = options;
    this.#clock = new RoundClock({ pace, now, roundMs, idleRoundMs, lastMs: this.#head.proposerTimestampMs });
    this.#clock.start((timestampMs, isIdle) => {
      if (!this.#mempool.isEmpty) this.#closeRounds(timestampMs);
      else if (isIdle) this.#idleRound(timestampMs);
    });
  }

  /**
   * Opens the ledger in a folder, or creates one with `genesis`. Throws when the folder is in use or holds something
   * else, or when replaying its transactions leads to other states.
   */
  static open(options: LedgerOptions): Ledger {
    const { folder, pace, now = Date.now } = options;
    const make = (): Genesis => ({
      timeMs: pace === 'manual' ? MANUAL_GENESIS_MS : now(),
      epochMs: DEFAULTS.epochMs,
      ...options.genesis,
    });
    const journal = folder === undefined ? new MemoryJournal(make()) : FileJournal.open(folder, make);
    try {
      const snapshots = folder === undefined ? new MemorySnapshots() : new FileSnapshots(folder, Engine.sha256);
      return new Ledger(journal, new DurableEngine(journal, snapshots, options.memoryLimit), options);
    } catch (error) {
      journal.close();
      throw error;
    }
  }

  /** The last committed state version. */
  get head(): Head {
    return this.#head;
  }

  /** Adds a transaction to the mempool if it would be committed now. */
  submit(raw: Uint8Array): Result<Submission, SubmitFailure> {
    this.#mustRun();
    const read = flat(this.#engine.attempt((engine) => engine.parse(raw)));
    if (!read.ok) return fail(failureOf(read.error));
    const parsed = read.value;
    const { hashes } = parsed;
    if (this.#intents.has(hashes.transactionIntent.hex)) return fail({ code: 'IntentAlreadyCommitted', parsed });
    if (this.#mempool.has(hashes)) return ok({ parsed, duplicate: true });
    const checked = flat(this.#engine.attempt((engine) => engine.check(raw)));
    if (!checked.ok) {
      this.#mempool.reject(hashes, checked.error);
      return fail(failureOf(checked.error));
    }
    if (this.#mempool.isFull) return fail({ code: 'MempoolFull', parsed });
    this.#mempool.add({ raw: Uint8Array.from(raw), hashes });
    return ok({ parsed, duplicate: false });
  }

  /** The status of a transaction intent, by its hash in hex. Rejections are not kept beyond the process. */
  status(intent: string): IntentStatus {
    const stateVersion = this.#intents.get(intent);
    if (stateVersion !== undefined) return { kind: 'committed', stateVersion };
    const pending = this.#mempool.pending(intent);
    if (pending !== undefined) return { kind: 'pending', payload: pending };
    const rejected = this.#mempool.rejected(intent);
    return rejected === undefined ? { kind: 'unknown' } : { kind: 'rejected', ...rejected };
  }

  /** The transaction of a state version; the first is 1. */
  transaction(stateVersion: number): CommittedTransaction | undefined {
    return stateVersion <= this.#head.stateVersion ? this.#journal.read(stateVersion) : undefined;
  }

  /**
   * Queries the engine, at the time of the last round, idle ones included. The query must not commit anything. When it
   * traps the engine, the ledger keeps its state.
   */
  read<T>(query: (engine: Engine) => T): Result<T, Rejection> {
    this.#mustRun();
    return this.#engine.attempt(query);
  }

  /** Closes a round `ms` milliseconds later with all waiting transactions. Returns the committed transactions. */
  advance(ms = 1): readonly CommittedTransaction[] {
    return this.#closeRounds(this.#clock.advance(ms));
  }

  /** Closes rounds until the next epoch has begun. */
  advanceEpoch(): void {
    const { epoch } = this.#head;
    while (this.#head.epoch === epoch) this.advance(this.genesis.epochMs);
  }

  /** Stops automatic rounds until `resume`. */
  pause(): void {
    this.#clock.pause();
  }

  resume(): void {
    this.#clock.resume();
  }

  /** Calls `listener` after every committed round. Returns a function that stops it. */
  onCommit(listener: (head: Head) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Ends the rounds and unlocks the folder. Drops the transactions in the mempool. */
  close(): void {
    this.#clock.pause();
    try {
      if (this.#stopped === undefined) this.#engine.snapshot(1);
    } finally {
      this.#stopped ??= new Error('the ledger is closed');
      this.#journal.close();
    }
  }

  /** Closes one round, or two when the first one ends an epoch: such a round commits no transactions. */
  #closeRounds(timestampMs: number): CommittedTransaction[] {
    return this.#stopsOnError(() => {
      const committed = [];
      do committed.push(...this.#commitRound(this.#roundUpdate(timestampMs)));
      while (!this.#mempool.isEmpty);
      return committed;
    });
  }

  /** A round without transactions. Only the end of an epoch is committed. */
  #idleRound(timestampMs: number): void {
    this.#stopsOnError(() => {
      const closing = this.#attemptTwice(() => this.#engine.idle(timestampMs));
      if (closing !== null) this.#commitRound(closing);
    });
  }

  #stopsOnError<T>(work: () => T): T {
    this.#mustRun();
    try {
      return work();
    } catch (error) {
      this.#stopped = new Error(`the ledger stopped: ${String(error)}`, { cause: error });
      this.#clock.pause();
      throw this.#stopped;
    }
  }

  #commitRound({ raw, receipt, head }: RoundClosing): CommittedTransaction[] {
    const update: CommittedTransaction = { kind: 'round', ...head, raw, receipt };
    this.#journal.append(update);
    const committed = [update, ...(receipt.nextEpoch === null ? this.#commitWaiting() : [])];
    this.#journal.sync();
    this.#publish(committed);
    this.#engine.snapshot(this.#snapshotEvery);
    return committed;
  }

  #roundUpdate(timestampMs: number): RoundClosing {
    return this.#attemptTwice(() => this.#engine.commit((engine) => engine.closeRound(timestampMs)));
  }

  /** A restored engine has all of its memory again, so the round is tried a second time. */
  #attemptTwice<T>(attempt: () => Result<T, Rejection>): T {
    const first = attempt();
    const result = first.ok ? first : attempt();
    if (!result.ok) throw new Error(result.error.message);
    return result.value;
  }

  #commitWaiting(): CommittedTransaction[] {
    const committed: CommittedTransaction[] = [];
    for (const { raw, hashes } of this.#mempool.waiting()) {
      const result = flat(this.#engine.commit((engine) => engine.commit(raw)));
      if (!result.ok) {
        this.#mempool.reject(hashes, result.error);
        continue;
      }
      const { head, receipt } = result.value;
      const transaction = { kind: 'user', ...head, raw: Buffer.from(raw).toString('hex'), hashes, receipt } as const;
      this.#journal.append(transaction);
      committed.push(transaction);
    }
    return committed;
  }

  #publish(committed: readonly CommittedTransaction[]): void {
    for (const transaction of committed) {
      if (transaction.kind === 'round') continue;
      this.#remember(transaction);
      this.#mempool.remove(transaction.hashes);
    }
    this.#head = headOf(this.#engine);
    for (const listener of this.#listeners) listener(this.#head);
  }

  #remember({ hashes, stateVersion }: UserTransaction): void {
    this.#intents.set(hashes.transactionIntent.hex, stateVersion);
  }

  #mustRun(): void {
    if (this.#stopped !== undefined) throw this.#stopped;
  }
}

function headOf(engine: DurableEngine): Head {
  const result = engine.attempt((engine) => engine.head());
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

function flat<T>(result: Result<Result<T, Rejection>, Rejection>): Result<T, Rejection> {
  return result.ok ? result.value : result;
}

function failureOf(rejection: Rejection): SubmitFailure {
  const { code } = rejection;
  if (code === 'IntentAlreadyCommitted')
    throw new Error('the engine knows a committed intent that the ledger does not');
  return { ...rejection, code };
}
