import pg from 'pg';
import type { Engine } from '../../src/core/engine.ts';
import { runText, type TxScript } from '../../src/core/steps.ts';

/** The numbers of the locks for which jobs, and reads, wait at a gate. */
export const GATES = { jobs: 77, reads: 78 } as const;
type Gate = keyof typeof GATES;

const clients: pg.Client[] = [];

/** A query that waits until the gate is open. */
export const waitAtGate = (gate: Gate = 'jobs'): TxScript<unknown[]> =>
  runText(`select pg_advisory_xact_lock(${GATES[gate]})`);

/** Closes the gate of a PostgreSQL database; the returned function opens it. */
export async function closeGate(database: string, gate: Gate = 'jobs'): Promise<() => Promise<void>> {
  const client = new pg.Client(database);
  clients.push(client);
  await client.connect();
  await client.query(`select pg_advisory_lock(${GATES[gate]})`);
  return async () => void (await client.query(`select pg_advisory_unlock(${GATES[gate]})`));
}

/** Holds events after `seq` back, as a transaction does that appends one; the returned function ends it. */
export async function holdHorizon(database: string, seq: number): Promise<() => Promise<void>> {
  const client = new pg.Client(database);
  clients.push(client);
  await client.connect();
  await client.query(`begin; select pg_advisory_xact_lock_shared((x'c5e1000000000000')::bigint + ${seq})`);
  return async () => void (await client.query('commit'));
}

/** Resolves once `count` sessions of the database wait for an advisory lock. */
export async function untilWaiting(engine: Engine, count: number): Promise<void> {
  const text = `select count(*)::int as waiting from pg_locks where locktype = 'advisory' and not granted
    and database = (select oid from pg_database where datname = current_database())`;
  for (;;) {
    const [row] = await engine.read(() => runText<{ waiting: number }>(text));
    if (row?.waiting === count) return;
  }
}

/** Ends the sessions of the gates, before their databases are removed. */
export async function removeGates(): Promise<void> {
  for (const client of clients.splice(0)) await client.end();
}
