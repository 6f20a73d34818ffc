import { type BlockRef, fail, ok, type Result } from '@causeway/protocol';
import { type Clock, sleep, systemClock } from '@causeway/runtime';
import type { RpcFailure } from '../failures.ts';

/** One endpoint of a chain. Errors and labels never show its URL, which may hold a key. */
export interface Labelled {
  /** Scheme and host, for people. */
  readonly label: string;
}

/** A JSON-RPC endpoint. */
export interface Endpoint extends Labelled {
  /** The result of a call. Rejects when the endpoint fails, refuses, or is late. */
  send(method: string, params: readonly unknown[]): Promise<unknown>;
}

/** Blocks that honest endpoints may be apart at the head. */
export const HEADS_APART = 8;

/** More than half of `endpoints`. */
export const majorityOf = (endpoints: number): number => Math.floor(endpoints / 2) + 1;

/** How long an endpoint that answers nothing at all is waited for before the others are asked too, milliseconds. */
const SILENT_MS = 500;
/** After so many such waits for one answer, the others are asked whatever else the endpoint answers. */
const MOST_WAITS = 4;
/**
 * An endpoint is late that needs so many times as long again as the first that answered, but no less than the least and
 * no more than the most of these, milliseconds.
 */
const LATE = { times: 3, leastMs: 100, mostMs: 1_500 };

/** How long the others are still waited for when the first answer took `firstMs`, milliseconds. */
const lateAfter = (firstMs: number): number => Math.max(LATE.leastMs, Math.min(LATE.times * firstMs, LATE.mostMs));

/** Text under which equal answers are counted. */
const canonicalJson = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) => (typeof part === 'bigint' ? `${part}n` : part)) ?? 'undefined';

/**
 * Several endpoints of one chain, read as one. An answer counts when `quorum` endpoints gave it. Dead, late and lying
 * endpoints change nothing while `quorum` others agree; otherwise a read fails with NO_QUORUM instead of trusting one.
 * Nothing is cached, so no answer outlives a reorganisation.
 */
export class Quorum<E extends Labelled = Endpoint> {
  readonly endpoints: readonly E[];
  readonly quorum: number;
  readonly #describe: (error: unknown) => string;
  readonly #graceMs: number;
  /** In the order in which they are asked: those that failed last come last. */
  #order: readonly E[];
  /** How often each endpoint has answered or failed. */
  readonly #answers = new Map<E, number>();

  /**
   * `describe` turns an endpoint's error into text without URLs. `graceMs`: how long `gather` waits for the remaining
   * endpoints once a quorum has answered.
   */
  constructor(endpoints: readonly E[], quorum: number, describe: (error: unknown) => string, graceMs = 100) {
    if (quorum < 1 || quorum > endpoints.length) throw new RangeError(`a quorum of ${quorum} of ${endpoints.length}`);
    this.endpoints = endpoints;
    this.#order = endpoints;
    this.quorum = quorum;
    this.#describe = describe;
    this.#graceMs = graceMs;
  }

  /**
   * Resolves with the first answer that `quorum` endpoints gave, without waiting for the rest. Asks as many as it needs
   * first, and all others once one of them fails, disagrees, is silent or late. Who is asked before others and answers
   * after them is asked last from then on. When a quorum has answered but disagrees, the rest have `patienceMs` to
   * decide it, twice the time of the first when that is longer, or until their own time-out when absent.
   */
  agree<T>(ask: (endpoint: E) => Promise<T>, patienceMs?: number): Promise<Result<T, RpcFailure>> {
    return new Promise((resolve) => {
      const votes = new Map<string, E[]>();
      const errors: string[] = [];
      const pending = new Set<E>();
      let answered = 0;
      const askedMs = systemClock.monotonic();
      let patience: NodeJS.Timeout | undefined;
      let late: NodeJS.Timeout | undefined;
      let finished = false;
      const most = () => Math.max(0, ...[...votes.values()].map(({ length }) => length));
      const finish = (result: Result<T, RpcFailure>) => {
        finished = true;
        clearTimeout(patience);
        clearTimeout(late);
        stopReserve();
        resolve(result);
      };
      const settle = () => {
        if (finished) return;
        if (most() + pending.size < this.quorum) askReserve();
        if (pending.size === 0) finish(this.#noQuorum(most(), errors));
        else if (answered >= this.quorum && patienceMs !== undefined) {
          // Those that are asked last may need as long as the first did.
          const waitMs = Math.max(patienceMs, 2 * (systemClock.monotonic() - askedMs));
          patience ??= setTimeout(() => finish(this.#noQuorum(most(), errors)), waitMs);
        }
      };
      const askOne = (endpoint: E) => {
        pending.add(endpoint);
        // An answer that has no text, because it is nested too deep, is the endpoint's failure, too.
        const asked = ask(endpoint).then((answer) => ({ answer, key: canonicalJson(answer) }));
        asked.then(
          ({ answer, key }) => {
            this.#heard(endpoint);
            pending.delete(endpoint);
            answered += 1;
            if (reserve.length > 0) late ??= setTimeout(whenLate, lateAfter(systemClock.monotonic() - askedMs));
            const agreeing = votes.get(key) ?? [];
            votes.set(key, agreeing);
            if (agreeing.push(endpoint) < this.quorum) return settle();
            if (finished) return;
            const overtaken = reserve.length > 0 ? [] : order.slice(0, first).filter((one) => pending.has(one));
            this.#putLast([...[...votes.values()].filter((other) => other !== agreeing).flat(), ...overtaken]);
            finish(ok(answer));
          },
          (error: unknown) => {
            this.#heard(endpoint);
            pending.delete(endpoint);
            errors.push(`${endpoint.label}: ${this.#describe(error)}`);
            this.#putLast([endpoint]);
            settle();
          },
        );
      };
      const order = this.#order;
      // Any two quorums share an endpoint; otherwise the ones that are asked first could be behind the others for long.
      const first = 2 * this.quorum > order.length ? this.quorum : order.length;
      let reserve = order.slice(first);
      const askReserve = () => {
        const rest = reserve;
        reserve = [];
        for (const endpoint of rest) askOne(endpoint);
      };
      // After a pause of this process, answers that have come meanwhile are read first.
      const whenLate = () => setImmediate(() => finished || askReserve());
      for (const endpoint of order.slice(0, first)) askOne(endpoint);
      const stopReserve = reserve.length === 0 ? () => {} : this.#whenSilent(pending, askReserve);
    });
  }

  /** Calls `act` once one of `pending` is silent. Returns what ends the wait. */
  #whenSilent(pending: ReadonlySet<E>, act: () => void): () => void {
    let waits = 0;
    let timer: NodeJS.Timeout;
    const wait = () => {
      const before = new Map([...pending].map((endpoint) => [endpoint, this.#answers.get(endpoint)]));
      timer = setTimeout(() => {
        waits += 1;
        // One that answers others meanwhile has much to do, and asking more would only add to it.
        const isLate = (endpoint: E) => waits >= MOST_WAITS || this.#answers.get(endpoint) === before.get(endpoint);
        const late = [...pending].filter(isLate);
        if (late.length === 0) return wait();
        this.#putLast(late);
        act();
      }, SILENT_MS);
    };
    wait();
    return () => clearTimeout(timer);
  }

  /** Counts an answer or error of `endpoint`. */
  #heard(endpoint: E): void {
    this.#answers.set(endpoint, (this.#answers.get(endpoint) ?? 0) + 1);
  }

  /** The next reads ask `endpoints` only when others are not enough. */
  #putLast(endpoints: readonly E[]): void {
    if (endpoints.length === 0) return;
    const isFaulty = (endpoint: E) => endpoints.includes(endpoint);
    this.#order = [...this.#order.filter((endpoint) => !isFaulty(endpoint)), ...this.#order.filter(isFaulty)];
  }

  /**
   * All answers received once `quorum` endpoints have answered and the others had `graceMs` more. While `agree` refuses
   * the answers so far, the others have until their own time-out: one fast liar and one late endpoint decide nothing.
   */
  gather<T>(
    ask: (endpoint: E) => Promise<T>,
    agree: (answers: readonly T[]) => boolean = () => true,
  ): Promise<Result<readonly T[], RpcFailure>> {
    return new Promise((resolve) => {
      const answers: T[] = [];
      const errors: string[] = [];
      let waiting = this.endpoints.length;
      let grace: NodeJS.Timeout | undefined;
      const finish = () => {
        clearTimeout(grace);
        resolve(answers.length >= this.quorum ? ok([...answers]) : this.#noQuorum(answers.length, errors));
      };
      const settle = () => {
        waiting -= 1;
        if (waiting === 0) finish();
        else if (answers.length >= this.quorum && agree(answers)) grace ??= setTimeout(finish, this.#graceMs);
      };
      for (const endpoint of this.endpoints) {
        ask(endpoint).then(
          (answer) => {
            this.#heard(endpoint);
            answers.push(answer);
            settle();
          },
          (error: unknown) => {
            this.#heard(endpoint);
            errors.push(`${endpoint.label}: ${this.#describe(error)}`);
            this.#putLast([endpoint]);
            settle();
          },
        );
      }
    });
  }

  /**
   * Numbers that at least `quorum` endpoints have reached, the highest first. A minority that claims more raises
   * nothing. Claims agree when a quorum of them are at most `near` apart.
   */
  async reached(
    ask: (endpoint: E) => Promise<number>,
    near = HEADS_APART,
  ): Promise<Result<readonly number[], RpcFailure>> {
    const answers = await this.gather(ask, (claims) => this.areNear(claims, near));
    return answers.ok ? ok(this.reachedBy(answers.value)) : answers;
  }

  /** True when the highest `quorum` of `claims` are at most `near` apart. */
  protected areNear(claims: readonly number[], near: number): boolean {
    const [highest, lowest] = [Math.max(...claims), this.reachedBy(claims)[0]];
    return lowest !== undefined && highest - lowest <= near;
  }

  /** Of the numbers that endpoints claim, those that at least `quorum` have reached, the highest first. */
  protected reachedBy(claims: readonly number[]): readonly number[] {
    return [...claims].sort((a, b) => b - a).slice(this.quorum - 1);
  }

  /** The answer that `quorum` of `answers` give, each from another endpoint; undefined when there is none. */
  protected agreedIn<T>(answers: readonly T[]): T | undefined {
    const votes = Map.groupBy(answers, canonicalJson);
    return [...votes.values()].find((equal) => equal.length >= this.quorum)?.[0];
  }

  /** `most`: how many endpoints gave one answer, or any. */
  #noQuorum(most: number, errors: readonly string[]): Result<never, RpcFailure> {
    const detail = errors.length > 0 ? ` (${errors.join('; ')})` : '';
    if (errors.length === this.endpoints.length) return fail('RPC_UNAVAILABLE', `no endpoint answered${detail}`, true);
    return fail('NO_QUORUM', `${most} of ${this.quorum} endpoints needed agree${detail}`, true);
  }
}

/** How long an endpoint that showed a block need not show it again, milliseconds. */
const SHOWN_MS = 1_000;

/** A block that an endpoint shows. */
type Shown = { readonly hash: string } | null;

/** The newest block that each endpoint has shown lately. */
export class ShownBlocks {
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #shown = new WeakMap<Endpoint, { readonly hash: string; readonly atMs: number }>();

  constructor(clock: Pick<Clock, 'monotonic'>) {
    this.#clock = clock;
  }

  /** `block`, which `endpoint` has just shown. */
  note<T extends Shown>(endpoint: Endpoint, block: T): T {
    if (block !== null) this.#shown.set(endpoint, { hash: block.hash, atMs: this.#clock.monotonic() });
    return block;
  }

  /** Throws unless `endpoint` has block `number` with this `hash`: it has just shown it, or `read` returns it now. */
  async require(
    endpoint: Endpoint,
    { number, hash }: BlockRef,
    read: (endpoint: Endpoint, number: number) => Promise<Shown>,
  ): Promise<void> {
    const shown = this.#shown.get(endpoint);
    if (shown?.hash === hash && this.#clock.monotonic() - shown.atMs < SHOWN_MS) return;
    const block = this.note(endpoint, await read(endpoint, number));
    if (block?.hash !== hash) throw new Error(`does not have block ${number} ${hash}`);
  }
}

/** Pauses before a read is repeated because endpoints that are a block apart answered differently, milliseconds. */
const RETRY_MS = [100, 200, 400];

/** How long endpoints that answered differently wait for a late one before the read is repeated, milliseconds. */
const PATIENCE_MS = 500;

/** A read that took so long waited for an endpoint that does not answer, and is not repeated, milliseconds. */
const NOT_REPEATED_MS = 2_000;

/** A quorum for reads of the newest state, which honest endpoints may see a moment apart. */
export class PatientQuorum<E extends Labelled = Endpoint> extends Quorum<E> {
  readonly #clock: Clock;

  constructor(
    endpoints: readonly E[],
    quorum: number,
    describe: (error: unknown) => string,
    clock: Clock,
    graceMs?: number,
  ) {
    super(endpoints, quorum, describe, graceMs);
    this.#clock = clock;
  }

  /** `agree`, repeated a few times while endpoints that are a block apart honestly disagree. */
  async agreeSoon<T>(ask: (endpoint: E) => Promise<T>): Promise<Result<T, RpcFailure>> {
    for (const pause of RETRY_MS) {
      const askedMs = this.#clock.monotonic();
      const answer = await this.agree(ask, PATIENCE_MS);
      if (answer.ok || answer.error.code !== 'NO_QUORUM') return answer;
      if (this.#clock.monotonic() - askedMs >= NOT_REPEATED_MS) return answer;
      await sleep(this.#clock, pause);
    }
    return this.agree(ask);
  }
}
