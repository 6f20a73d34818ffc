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
  SubmitFailure,
  UserTransaction,
} from './types.ts';

/** When ledgers of manual pace start, unless they are told. */
const MANUAL_GENESIS_MS = Date.UTC(2026, 0, 1);

const DEFAULTS = { epochMs: 60_000, roundMs: 200, idleRoundMs: 1000, snapshotEvery: 100, mempoolSize: 1000 };

/** What was taken into the mempool, or was there already. */
export interface Submission {
  readonly parsed: ParsedTransaction;
  readonly duplicate: boolean;
}

/**
 * A Radix ledger: transactions wait in the mempool for the next round, which commits them in order of arrival after a
 * round update that moves time. What is committed is on disk before anybody can see it, and final.
 *
 * When the disk fails, or the engine cannot be restored, the ledger stops: every call throws from then on.
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
      if (isIdle || !this.#mempool.isEmpty) this.#closeRounds(timestampMs);
    });
  }

  /**
   * Opens the ledger in a folder, or makes a new one, of which `genesis` is. Throws when the folder is in use or not a
   * ledger's, or when its transactions do not make the states that they made.
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

  /** Where the ledger stands: the last state version that is committed. */
  get head(): Head {
    return this.#head;
  }

  /** Takes a transaction into the mempool, if it would be committed now. */
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

  /** What became of a transaction intent, by its hash in hex. Rejections are forgotten when the process ends. */
  status(intent: string): IntentStatus {
    const stateVersion = this.#intents.get(intent);
    if (stateVersion !== undefined) return { kind: 'committed', stateVersion };
    const pending = this.#mempool.pending(intent);
    if (pending !== undefined) return { kind: 'pending', payload: pending };
    const rejected = this.#mempool.rejected(intent);
    return rejected === undefined ? { kind: 'unknown' } : { kind: 'rejected', ...rejected };
  }

  /** The transaction that made a state version; the first is 1. */
  transaction(stateVersion: number): CommittedTransaction | undefined {
    return stateVersion <= this.#head.stateVersion ? this.#journal.read(stateVersion) : undefined;
  }

  /** Asks the engine, which must not commit anything. When it breaks over it, the ledger stays as it is. */
  read<T>(query: (engine: Engine) => T): Result<T, Rejection> {
    this.#mustRun();
    return this.#engine.attempt(query);
  }

  /** Closes a round `ms` milliseconds later with all that waits; answers what it committed. */
  advance(ms = 1): readonly CommittedTransaction[] {
    return this.#closeRounds(this.#clock.advance(ms));
  }

  /** Closes rounds until the next epoch has begun. */
  advanceEpoch(): void {
    const { epoch } = this.#head;
    while (this.#head.epoch === epoch) this.advance(this.genesis.epochMs);
  }

  /** No rounds by themselves until `resume`. */
  pause(): void {
    this.#clock.pause();
  }

  resume(): void {
    this.#clock.resume();
  }

  /** Calls `listener` after every round; answers how to stop that. */
  onCommit(listener: (head: Head) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Ends the rounds and gives the folder back. What waits in the mempool is dropped. */
  close(): void {
    this.#clock.pause();
    try {
      if (this.#stopped === undefined) this.#engine.snapshot(1);
    } finally {
      this.#stopped ??= new Error('the ledger is closed');
      this.#journal.close();
    }
  }

  /** One round, or two when the first ended an epoch, which commits no transactions. */
  #closeRounds(timestampMs: number): CommittedTransaction[] {
    this.#mustRun();
    try {
      const committed = [];
      do committed.push(...this.#closeRound(timestampMs));
      while (!this.#mempool.isEmpty);
      return committed;
    } catch (error) {
      this.#stopped = new Error(`the ledger stopped: ${String(error)}`, { cause: error });
      this.#clock.pause();
      throw this.#stopped;
    }
  }

  #closeRound(timestampMs: number): CommittedTransaction[] {
    const { raw, receipt, head } = this.#roundUpdate(timestampMs);
    const update: CommittedTransaction = { kind: 'round', ...head, raw, receipt };
    this.#journal.append(update);
    const committed = [update, ...(receipt.nextEpoch === null ? this.#commitWaiting() : [])];
    this.#journal.sync();
    this.#publish(committed);
    this.#engine.snapshot(this.#snapshotEvery);
    return committed;
  }

  /** An engine that was restored has all of its memory again, so the round gets a second chance. */
  #roundUpdate(timestampMs: number) {
    const close = () => this.#engine.attempt((engine) => engine.closeRound(timestampMs));
    const first = close();
    const result = first.ok ? first : close();
    if (!result.ok) throw new Error(result.error.message);
    return result.value;
  }

  #commitWaiting(): CommittedTransaction[] {
    const committed: CommittedTransaction[] = [];
    for (const { raw, hashes } of this.#mempool.waiting()) {
      const result = flat(this.#engine.attempt((engine) => engine.commit(raw)));
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
