import { DrizzleQueryError } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { type Codecs, codecsOf, type Prepared } from '../compiled.ts';
import type { Asked, Build, Db, Request, Statement, TxScript, Values } from '../steps.ts';
import { type Command, type Named, Pipeline, type Reply } from './pipeline.ts';

/** The connection ended before the server's answer came. */
export class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost';
}

/** Conditions in which the server ends a session: shutdown, idle too long in a transaction, no connection. */
const SESSION_ENDED = /^(?:08|57P0[123]|25P0[34])/;

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

/** One session with the server. It runs the requests of jobs and compiles each statement once. */
export class Connection {
  readonly client: pg.ClientBase;
  readonly #db: Db;
  readonly #now: () => number;
  readonly #known = new Map<Statement<unknown>, Known>();
  /** What jobs have sent without waiting; it goes to the server with the next query. */
  #sent: Command[] = [];
  /** True when a job since `begin` wants its commit announced. */
  announced = false;
  /** False to run everything that jobs send at once, so that a failure meets its job. */
  later = true;
  #waitingSince: number | undefined;

  /** `now` is the database's time, Unix milliseconds. */
  constructor(client: pg.ClientBase, now: () => number) {
    this.client = client;
    this.#now = now;
    this.#db = drizzle({ client: client as pg.Client, casing: 'snake_case' }) as unknown as Db;
  }

  /** Since when the session waits for the server's answer, by performance.now(); undefined while it does not. */
  get waitingSince(): number | undefined {
    return this.#waitingSince;
  }

  /** The server's answer, which `watch.ts` may end the session for. */
  async #awaited<T>(answer: PromiseLike<T>): Promise<T> {
    this.#waitingSince = performance.now();
    try {
      return await answer;
    } finally {
      this.#waitingSince = undefined;
    }
  }

  /**
   * Runs `steps` to their end; what they have sent may still wait for `flush`. Throws ConnectionLost past the job,
   * which cannot catch it.
   */
  async runAll<T>(steps: TxScript<T>): Promise<T> {
    let step = steps.next();
    while (!step.done) {
      const request = step.value;
      if (request.kind === 'send' && this.later) {
        this.#sent.push(this.#command(request));
        step = steps.next();
        continue;
      }
      let answer: unknown;
      try {
        answer = await this.#answer(request);
      } catch (error) {
        const cause = causeOf(error);
        if (cause instanceof ConnectionLost) throw cause;
        step = steps.throw(cause);
        continue;
      }
      step = steps.next(answer);
    }
    return step.value;
  }

  /** Runs SQL text; without values it may be several statements. Throws ConnectionLost. */
  async text(text: string, values?: readonly unknown[]): Promise<pg.QueryResult> {
    try {
      return await this.#awaited(this.client.query(text, values && [...values]));
    } catch (error) {
      throw causeOf(error);
    }
  }

  /**
   * Runs what jobs have sent and then `texts`, in one round trip. Returns the tags of `texts`. Throws ConnectionLost.
   */
  async flush(...texts: readonly string[]): Promise<readonly string[]> {
    const commands = texts.map((text) => ({ query: named('', text, false), values: [] }));
    try {
      return (await this.#runPipeline(commands)).map(({ tag }) => tag);
    } catch (error) {
      throw causeOf(error);
    }
  }

  /** Forgets what jobs have sent. */
  forget(): void {
    this.#sent = [];
  }

  async #answer(request: Request): Promise<unknown> {
    switch (request.kind) {
      case 'rows':
        return this.#rows(request.query, request.values);
      case 'changes':
        return this.#changes(request.query, request.values);
      case 'each':
        return this.#each(request.queries);
      case 'send':
        return this.#changes(request.query, request.values);
      case 'text':
        await this.#runPipeline([]);
        return (await this.text(request.text, request.values)).rows;
      case 'lock':
        // One transaction runs at a time.
        return undefined;
      case 'announce':
        this.announced = true;
        return undefined;
      case 'time':
        return this.#now();
    }
  }

  async #rows(query: Build<unknown> | Statement<unknown>, values: Values): Promise<unknown> {
    if (typeof query !== 'function') return (await this.#each([{ query, values }]))[0];
    await this.#runPipeline([]);
    return this.#awaited(query(this.#db) as Runnable);
  }

  async #changes(query: Build<unknown> | Statement<unknown>, values: Values): Promise<number> {
    if (typeof query !== 'function') {
      const [replies] = await this.#runPipeline([this.#command({ query, values })]);
      return Number(replies?.tag.split(' ').at(-1));
    }
    await this.#runPipeline([]);
    return ((await this.#awaited(query(this.#db) as Runnable)) as pg.QueryResult).rowCount ?? 0;
  }

  async #each(queries: readonly Asked[]): Promise<unknown[][]> {
    const replies = await this.#runPipeline(queries.map((asked) => this.#command(asked)));
    return replies.map(({ rows }, index) => rows.map(this.#knownOf((queries[index] as Asked).query).codecs.decode));
  }

  /** Runs what jobs have sent and then `commands`. Returns the answers to `commands`. */
  async #runPipeline(commands: readonly Command[]): Promise<readonly Reply[]> {
    const all = [...this.#sent, ...commands];
    this.#sent = [];
    if (all.length === 0) return [];
    const pipeline = this.client.query(new Pipeline(all, parserOf));
    return (await this.#awaited(pipeline.replies)).slice(all.length - commands.length);
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
  ...{ name, text, returnsRows, compiled: false, parsers: [] },
});

const parserOf = (type: number) => pg.types.getTypeParser(type, 'text') as (text: string) => unknown;

/** A parameter in PostgreSQL's own text. */
function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'object') throw new TypeError('a statement of a job takes texts, numbers and booleans only');
  return String(value);
}

/** The cause of a failed query: drizzle's own error and the server's detail would write the values into logs. */
function causeOf(error: unknown): unknown {
  const cause = error instanceof DrizzleQueryError ? error.cause : error;
  if (cause instanceof pg.DatabaseError) cause.detail = undefined;
  return isLoss(cause) ? new ConnectionLost('the connection to the database ended', { cause }) : cause;
}

/** True when `error` means that the session has ended or could not start. */
export function isLoss(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return SESSION_ENDED.test(error.code ?? '');
  if (!(error instanceof Error)) return false;
  const { code } = error as NodeJS.ErrnoException;
  return (
    (code !== undefined && /^E[A-Z]+$/.test(code)) ||
    /connection|not queryable|Client was closed|timeout exceeded when trying to connect|timeout expired/i.test(
      error.message,
    )
  );
}
