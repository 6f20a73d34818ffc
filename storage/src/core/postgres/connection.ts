import { DrizzleQueryError } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import type { Build, Db, Request, Statement, Steps } from '../steps.ts';

/** The connection ended before the server's answer came. */
export class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost';
}

/** Conditions in which the server ends a session: shutdown, idle too long in a transaction, no connection. */
const SESSION_ENDED = /^(?:08|57P0[123]|25P0[34])/;

/** A query of drizzle, compiled or not. */
interface Runnable extends PromiseLike<unknown> {
  prepare(name: string): Runnable;
  execute(values?: object): Promise<unknown>;
}

/** One session with the server. It runs the requests of jobs and compiles each statement once. */
export class Connection {
  readonly client: pg.ClientBase;
  readonly #db: Db;
  readonly #prepared = new Map<Statement<unknown>, Runnable>();
  /** True when a job since `begin` wants its commit announced. */
  announced = false;

  constructor(client: pg.ClientBase) {
    this.client = client;
    this.#db = drizzle({ client: client as pg.Client, casing: 'snake_case' }) as unknown as Db;
  }

  /** Runs `steps` to their end. Throws ConnectionLost past the job, which cannot catch it. */
  async runAll<T>(steps: Steps<T>): Promise<T> {
    let step = steps.next();
    while (!step.done) {
      let answer: unknown;
      try {
        answer = await this.#answer(step.value);
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
      return await this.client.query(text, values && [...values]);
    } catch (error) {
      throw causeOf(error);
    }
  }

  async #answer(request: Request): Promise<unknown> {
    switch (request.kind) {
      case 'rows':
        return this.#run(request.query, request.values);
      case 'changes':
        return ((await this.#run(request.query, request.values)) as pg.QueryResult).rowCount ?? 0;
      case 'text':
        return (await this.text(request.text, request.values)).rows;
      case 'announce':
        this.announced = true;
        return undefined;
      case 'time': {
        const { rows } = await this.text('select floor(extract(epoch from clock_timestamp()) * 1000) as now');
        return Number(rows[0].now);
      }
    }
  }

  async #run(query: Build<unknown> | Statement<unknown>, values: object): Promise<unknown> {
    if (typeof query === 'function') return query(this.#db) as Runnable;
    let prepared = this.#prepared.get(query);
    if (!prepared) {
      prepared = (query.build(this.#db) as unknown as Runnable).prepare(query.name);
      this.#prepared.set(query, prepared);
    }
    return prepared.execute(values);
  }
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
    (code !== undefined && /^E[A-Z]+$/.test(code)) || /connection|not queryable|Client was closed/i.test(error.message)
  );
}
