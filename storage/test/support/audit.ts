import { drizzle as onSqlite } from 'drizzle-orm/better-sqlite3';
import { drizzle as onPostgres } from 'drizzle-orm/node-postgres';
import type { Engine } from '../../src/core/engine.ts';
import { type Lock, type LockKind, locksOf } from '../../src/core/locks.ts';
import type { Build, Db, Request, Statement, TxScript } from '../../src/core/steps.ts';
import { putAroundEngines } from '../../src/open.ts';
import { aroundEngine } from './around.ts';
import { OWNERS } from './owners.ts';
import type { Built } from './test-engine.ts';

/** Databases that build queries and run none. */
export const BUILDERS = {
  sqlite: onSqlite.mock({ casing: 'snake_case' }) as unknown as Db,
  postgres: onPostgres.mock({ casing: 'snake_case' }) as unknown as Db,
} as const;

/** What changes or removes rows, in SQL text; an insert does where it changes the row that is there already. */
const CHANGE = /\b(?:update|delete from|insert into)\s+"?([a-z_]+)"?/gi;
const UPSERT = /on conflict.*do update/is;

const texts = new WeakMap<object, string>();

/** The tables whose rows a query changes or removes. */
function changedBy(text: string): readonly string[] {
  return [...text.matchAll(CHANGE)].flatMap(([verb, table = '']) =>
    /^insert/i.test(verb) && !UPSERT.test(text) ? [] : [table],
  );
}

/** The SQL texts of a request. */
export function textsOf(db: Db, request: Request): readonly string[] {
  const built = (query: Build<unknown> | Statement<unknown>): string => {
    const known = texts.get(query);
    if (known !== undefined) return known;
    const text = ((typeof query === 'function' ? query : query.build)(db) as Built).toSQL().sql;
    texts.set(query, text);
    return text;
  };
  switch (request.kind) {
    case 'rows':
    case 'changes':
    case 'send':
      return [built(request.query)];
    case 'each':
      return request.queries.map(({ query }) => built(query));
    case 'text':
      return [request.text];
    default:
      return [];
  }
}

/** Refuses a job that changes rows of a table without a lock of a kind that owns it. */
function* audited<T>(db: Db, steps: TxScript<T>, locks: readonly Lock[]): TxScript<T> {
  const kinds = new Set<LockKind>(locks.map(({ kind }) => kind));
  let step = steps.next();
  while (!step.done) {
    const request = step.value;
    if (request.kind === 'lock') for (const { kind } of request.locks) kinds.add(kind);
    for (const table of textsOf(db, request).flatMap(changedBy)) {
      const owners = OWNERS[table];
      if (owners === undefined || owners.length === 0 || owners.some((kind) => kinds.has(kind))) continue;
      throw new Error(`a job changes ${table} and locks none of ${owners.join(', ')}`);
    }
    let answer: unknown;
    try {
      answer = yield request;
    } catch (error) {
      step = steps.throw(error);
      continue;
    }
    step = steps.next(answer);
  }
  return step.value;
}

/** `engine`, which refuses a job that changes something without its lock. */
export const auditedEngine = (engine: Engine): Engine =>
  aroundEngine(engine, {
    write(durability, steps, how) {
      const { locks } = how;
      let last: readonly Lock[] | undefined;
      const ask = (): readonly Lock[] => {
        last = locksOf(locks);
        return last;
      };
      const db = BUILDERS[engine.dialect.name];
      // SQLite asks for no locks.
      return engine.write(durability, () => audited(db, steps(), last ?? ask()), { ...how, locks: ask });
    },
  });

putAroundEngines(auditedEngine);
