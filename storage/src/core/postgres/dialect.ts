import { type SQL, sql } from 'drizzle-orm';
import {
  bigint,
  bigserial,
  boolean,
  customType,
  index,
  type PgColumn,
  type PgTable,
  pgTable,
  primaryKey,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { type Codec, exactJson, HEX, PUBLIC_JSON, TEXT, U64, WIRE_AMOUNT } from '../columns.ts';
import type { Dialect } from '../dialect.ts';
import { HORIZON } from './horizon.ts';

/** A column in the format of `codec`. */
const column = <Data>({ type, toDriver, fromDriver }: Codec<Data>) =>
  customType<{ data: Data; driverData: string | null }>({
    dataType: () => type.postgres,
    toDriver,
    fromDriver: (value) => fromDriver(value as string),
  });

/** PostgreSQL's text cannot hold U+0000, which a chain's message may contain. Null passes. */
const textColumn = column<string>({
  type: TEXT,
  toDriver: (value: string | null) => value?.replaceAll('\0', '\ufffd') ?? null,
  fromDriver: (value) => value,
});
const hexColumn = column(HEX);
const u64Column = column(U64);
const wireAmountColumn = column(WIRE_AMOUNT);
const publicJsonColumn = column(PUBLIC_JSON);

/**
 * Cluster, time line (which a promotion changes at once), database, and table: a dump that was restored has another one
 * of these, and so has a copy.
 */
const ORIGIN = `((pg_control_system()).system_identifier || '/' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8)
  || '/' || (select oid from pg_database where datname = current_database()) || '/' || 'events'::regclass::oid)`;

const name: Dialect['name'] = 'postgres';

/**
 * Tables, columns and expressions in PostgreSQL's dialect. They have the types of SQLite's: both dialects have builders
 * of the same names, and repositories use only these.
 */
export const postgresDialect = {
  name,
  tableExists: (name: string) => `select 1 as found where to_regclass('${name}') is not null`,
  table: pgTable,
  index,
  uniqueIndex,
  primaryKey,
  text: () => textColumn(),
  integer: () => bigint({ mode: 'number' }),
  boolean: () => boolean(),
  serial: () => bigserial({ mode: 'number' }).primaryKey(),
  hex: () => hexColumn(),
  u64: () => u64Column(),
  wireAmount: () => wireAmountColumn(),
  publicJson: () => publicJsonColumn(),
  exactJson: <T>() => column(exactJson<T>())(),
  horizon: () => sql.raw(HORIZON).mapWith(Number),
  one: sql`(select 1) as one`,
  origin: () => sql.raw(ORIGIN).mapWith(String),
  // Of an array the rows are looked up by their places.
  piece: (table: PgTable, where: SQL, limit: number) =>
    sql`ctid = any(array(select ctid from ${table} where ${where} limit ${limit}))`,
  sumOfWire: (amounts: PgColumn) => sql`coalesce(sum(${amounts}), 0)`.mapWith(BigInt),
} as unknown as Dialect;
