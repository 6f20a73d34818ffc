import type pg from 'pg';

/** Asks for the server's time; also as the last of several statements. */
export const SERVER_TIME = 'select floor(extract(epoch from clock_timestamp()) * 1000) as server_ms';

/**
 * The server's time in the answer, Unix milliseconds. node-postgres answers several statements with a list, which its
 * types lack.
 */
export function serverTimeOf(answer: pg.QueryResult | readonly pg.QueryResult[]): number {
  const last = Array.isArray(answer) ? (answer as readonly pg.QueryResult[]).at(-1) : (answer as pg.QueryResult);
  return Number(last?.rows[0]?.server_ms);
}
