import type Database from 'better-sqlite3';

/**
 * Keeps the compiled queries of `client`. SQLite compiles a query again when its planner has looked at a parameter that
 * is bound anew, which takes many times as long as a short query. The planner reads a bare parameter after `=` and
 * LIMIT; it does not look through a unary plus, which changes no value.
 */
export function keepCompiled(client: Database.Database): Database.Database {
  const prepare = client.prepare.bind(client) as (text: string) => Database.Statement;
  const steady = (text: string) => prepare(text.replace(/(= |\blimit )\?/g, '$1+?'));
  client.prepare = steady as typeof client.prepare;
  return client;
}
