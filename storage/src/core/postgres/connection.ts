import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { type Codecs, codecsOf, type Prepared } from '../compiled.ts';
import type { Lock } from '../locks.ts';
import type { Asked, Build, Db, Request, Statement, TxScript, Values } from '../steps.ts';
import type { DatabaseTime } from '../time.ts';
import { causeOf, isPast, Refused } from './failures.ts';
import { HOLD_HORIZON } from './horizon.ts';
import { claimsBeside, keysIn, TAKE, trying } from './keys.ts';
import { type Command, type Named, Pipeline, type Reply } from './pipeline.ts';
import { isQuick, TakesLong } from './quick.ts';
import { SERVER_TIME } from './server-time.ts';
import { Abandoned, Busy, type Task, type Transaction } from './transaction.ts';

/** The server cuts the names of compiled queries at 63 bytes. */
const NAME_LENGTH = 40;

/** A query of drizzle, compiled or not. */
interface Runnable extends PromiseLike<unknown> {
  prepare(name: string): Runnable;
  execute(values?: Values): Promise<unknown>;
}

/** A query that this session knows. */
interface Known {
  readonly named: Named;
  readonly codecs: Codecs;
}

/** A command of a flight: the job that gave it, and what must hold of its answer. */
interface Part {
  readonly command: Command;
  readonly by: Task | undefined;
  readonly check?: (reply: Reply) => void;
}

/** Commands whose answers a job waits for. */
interface Question {
  readonly parts: readonly Part[];
  readonly resolve: (replies: readonly Reply[]) => void;
  readonly reject: (reason: unknown) => void;
}

/** One session with the server. It runs the requests of jobs and compiles each statement once. */
export class Connection {
  readonly client: pg.ClientBase;
  readonly #db: Db;
  readonly #time: Pick<DatabaseTime, 'now' | 'set'>;
  readonly #known = new Map<Statement<unknown>, Known>();
  readonly #texts = new Map<string, Named>();
  /** What jobs have sent without waiting; it goes to the server with the next question. */
  #sent: Part[] = [];
  #questions: Question[] = [];
  #transaction: Transaction | undefined;
  /** False to run everything that jobs send at once, so that a failure meets its job. */
  #later = true;
  /** True while independent reads share flights. */
  #shared = false;
  /** True while only reads are run that take no longer than a look into an index. */
  #quick = false;
  /** How many scripts run. */
  #running = 0;
  /** Resolves when the server has answered the question under way. */
  #asking: Promise<void> | undefined;
  #waitingSince: number | undefined;

  constructor(client: pg.ClientBase, time: Pick<DatabaseTime, 'now' | 'set'>) {
    this.client = client;
    this.#time = time;
    this.#db = drizzle({ client: client as pg.Client, casing: 'snake_case' }) as unknown as Db;
  }

  /** Since when the session waits for the server's answer, by performance.now(); undefined while it does not. */
  get waitingSince(): number | undefined {
    return this.#waitingSince;
  }

  /** The server's answer to `ask`, once earlier questions are answered; `watch.ts` may end the session for it. */
  async #answerTo<T>(ask: () => PromiseLike<T>): Promise<T> {
    while (this.#asking) await this.#asking;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#asking = promise;
    this.#waitingSince = performance.now();
    try {
      return await ask();
    } finally {
      this.#waitingSince = undefined;
      this.#asking = undefined;
      resolve();
    }
  }

  /**
   * Begins a try of a transaction. Without `later`, a failure of what a job sends meets the job, which may catch it;
   * otherwise failures pass by the jobs.
   */
  begin(transaction: Transaction, later: boolean): void {
    this.#transaction = transaction;
    this.#later = later;
    this.#sent = [];
  }

  /** Ends the try, and forgets what jobs have sent. */
  end(): void {
    this.#transaction = undefined;
    this.#later = true;
    this.#sent = [];
  }

  /** Says of the reads from now on whether several that know nothing of each other share flights, and may take long. */
  serve({ shared, quick }: { readonly shared: boolean; readonly quick: boolean }): void {
    this.#shared = shared;
    this.#quick = quick;
  }

  /**
   * Runs `steps`, of which `step` is the first, to their end; what they have sent may still wait for `flush`. Throws
   * ConnectionLost, Clash, Busy, Abandoned, Refused and TakesLong past the script, which cannot catch them; a read that
   * shares no flights, and a job without `later`, gets the server's own error.
   */
  async runAll<T>(steps: TxScript<T>, by?: Task, step?: IteratorResult<Request, T>): Promise<T> {
    this.#running += 1;
    try {
      return await this.#runAll(steps, by, step ?? steps.next());
    } finally {
      this.#running -= 1;
    }
  }

  async #runAll<T>(steps: TxScript<T>, by: Task | undefined, begun: IteratorResult<Request, T>): Promise<T> {
    let step = begun;
    while (!step.done) {
      if (this.#transaction?.failed) throw new Abandoned();
      const request = step.value;
      if (this.#quick && !isQuick(request)) throw new TakesLong();
      if (request.kind === 'send' && this.#later) {
        this.#sent.push({ command: this.#command(request), by });
        step = steps.next();
        continue;
      }
      let answer: unknown;
      try {
        answer = await this.#answer(request, by);
      } catch (error) {
        const cause = causeOf(error);
        if (isPast(cause)) throw cause;
        if (this.#shared || (this.#transaction && this.#later))
          throw cause instanceof Refused ? cause : new Refused(by, cause);
        step = steps.throw(cause instanceof Refused ? cause.cause : cause);
        continue;
      }
      step = steps.next(answer);
    }
    return step.value;
  }

  /** Runs SQL text; without values it may be several statements. Throws ConnectionLost and Clash. */
  async text(text: string, values?: readonly unknown[]): Promise<pg.QueryResult> {
    try {
      return await this.#answerTo(() => this.client.query(text, values && [...values]));
    } catch (error) {
      throw causeOf(error);
    }
  }

  /**
   * Runs what jobs have sent and then commands, each a text with its parameters, in one round trip. Returns the
   * answers. Throws ConnectionLost, Clash, Busy and Refused.
   */
  async flush(...texts: readonly (readonly [text: string, ...values: readonly string[]])[]): Promise<readonly Reply[]> {
    return this.#ask(
      texts.map(([text, ...values]) => ({ command: { query: this.#textOf(text), values }, by: undefined })),
    );
  }

  /** True when a job has sent something whose answer must be known before the commit. */
  get hasChecks(): boolean {
    return this.#sent.some(({ check }) => check !== undefined);
  }

  async #answer(request: Request, by: Task | undefined): Promise<unknown> {
    switch (request.kind) {
      case 'rows':
        return this.#rows(request.query, request.values, by);
      case 'changes':
        return this.#changes(request.query, request.values, by);
      case 'each':
        return this.#each(request.queries, by);
      case 'send':
        return this.#changes(request.query, request.values, by);
      case 'text':
        await this.#ask([]);
        return (await this.text(request.text, request.values)).rows;
      case 'lock':
        this.#lock(request.locks, by);
        return undefined;
      case 'announce':
        this.#announce();
        return undefined;
      case 'time':
        return this.#time.now();
    }
  }

  /** Sends the locks that the transaction does not have with what the job asks next. */
  #lock(locks: readonly Lock[], by: Task | undefined): void {
    if (by === undefined || this.#transaction === undefined) return;
    const wanted = claimsBeside(by.claims, locks);
    const tried = this.#transaction.lock(by, locks);
    if (tried.size === 0) return;
    const free = ({ rows }: Reply): void => {
      const [missing] = keysIn(rows[0]?.[0]);
      if (missing !== undefined) throw new Busy(by, wanted, missing);
    };
    this.#sent.push({ command: { query: this.#textOf(TAKE), values: trying(tried) }, by, check: free });
    // Another transaction that had one of them may have a later time.
    const check = ({ rows }: Reply): void => this.#time.set(Number(rows[0]?.[0]));
    this.#sent.push({ command: { query: this.#textOf(SERVER_TIME), values: [] }, by, check });
  }

  /** Keeps readers from what comes after the events of this transaction, before its first one has a number. */
  #announce(): void {
    const transaction = this.#transaction;
    if (transaction === undefined || transaction.announced) return;
    transaction.announced = true;
    this.#sent.push({ command: { query: this.#textOf(HOLD_HORIZON), values: [] }, by: undefined });
  }

  async #rows(query: Build<unknown> | Statement<unknown>, values: Values, by: Task | undefined): Promise<unknown> {
    if (typeof query !== 'function') return (await this.#each([{ query, values }], by))[0];
    await this.#ask([]);
    return this.#answerTo(() => query(this.#db) as Runnable);
  }

  async #changes(query: Build<unknown> | Statement<unknown>, values: Values, by: Task | undefined): Promise<number> {
    if (typeof query !== 'function') {
      const [reply] = await this.#ask([{ command: this.#command({ query, values }), by }]);
      return Number(reply?.tag.split(' ').at(-1));
    }
    await this.#ask([]);
    return ((await this.#answerTo(() => query(this.#db) as Runnable)) as pg.QueryResult).rowCount ?? 0;
  }

  async #each(queries: readonly Asked[], by: Task | undefined): Promise<unknown[][]> {
    const replies = await this.#ask(queries.map((asked) => ({ command: this.#command(asked), by })));
    return replies.map(({ rows }, index) => rows.map(this.#knownOf((queries[index] as Asked).query).codecs.decode));
  }

  /**
   * Runs what jobs have sent and then `parts`. Returns the answers to `parts`. What several scripts ask in one turn
   * goes in one flight.
   */
  #ask(parts: readonly Part[]): Promise<readonly Reply[]> {
    if (parts.length === 0 && this.#sent.length === 0) return Promise.resolve([]);
    return new Promise((resolve, reject) => {
      this.#questions.push({ parts, resolve, reject });
      // Scripts that begin in one turn have all begun in the next microtask.
      if (this.#questions.length === 1) {
        queueMicrotask(() => (this.#running < 2 ? void this.#fly() : setImmediate(() => void this.#fly())));
      }
    });
  }

  async #fly(): Promise<void> {
    const questions = this.#questions;
    const sent = this.#sent;
    this.#questions = [];
    this.#sent = [];
    const parts = [...sent, ...questions.flatMap((question) => question.parts)];
    let replies: readonly Reply[] = [];
    try {
      if (parts.length > 0) replies = await this.#run(parts);
    } catch (error) {
      for (const { reject } of questions) reject(error);
      return;
    }
    let taken = sent.length;
    for (const question of questions) {
      question.resolve(replies.slice(taken, taken + question.parts.length));
      taken += question.parts.length;
    }
  }

  async #run(parts: readonly Part[]): Promise<readonly Reply[]> {
    const pipeline = new Pipeline(
      parts.map(({ command }) => command),
      parserOf,
    );
    try {
      const replies = await this.#answerTo(() => {
        this.client.query(pipeline);
        return pipeline.replies;
      });
      for (const [index, { check }] of parts.entries()) check?.(replies[index] as Reply);
      return replies;
    } catch (error) {
      const cause = causeOf(error);
      throw isPast(cause) ? cause : new Refused(parts[pipeline.answered]?.by, cause);
    }
  }

  /** A text that every session runs often. */
  #textOf(text: string): Named {
    const known = this.#texts.get(text);
    if (known) return known;
    const added = named(`text ${this.#texts.size} ${text.slice(0, NAME_LENGTH)}`, text, text.startsWith('select'));
    this.#texts.set(text, added);
    return added;
  }

  #command({ query, values }: Asked): Command {
    const { named, codecs } = this.#knownOf(query);
    return { query: named, values: codecs.encode(values).map(textOf) };
  }

  #knownOf(statement: Statement<unknown>): Known {
    const known = this.#known.get(statement);
    if (known) return known;
    const prepared = (statement.build(this.#db) as unknown as Runnable).prepare('') as unknown as Prepared & {
      readonly queryString: string;
    };
    const codecs = codecsOf(prepared);
    // The server cuts long names, so the number that makes them differ is first.
    const name = `${this.#known.size} ${statement.name}`;
    const added = { named: named(name, prepared.queryString, prepared.fields !== undefined), codecs };
    this.#known.set(statement, added);
    return added;
  }
}

const named = (name: string, text: string, returnsRows: boolean): Named => ({
  ...{ name, text, returnsRows, compiled: false, unclear: false, parsers: [] },
});

const parserOf = (type: number) => pg.types.getTypeParser(type, 'text') as (text: string) => unknown;

/** A parameter in PostgreSQL's own text. */
function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'object') throw new TypeError('a statement of a job takes texts, numbers and booleans only');
  return String(value);
}
