import { type SQL, sql } from 'drizzle-orm';
import {
  customType,
  index,
  integer,
  primaryKey,
  type SQLiteColumn,
  type SQLiteTable,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core';
import { type Codec, exactJson, HEX, PUBLIC_JSON, U64, WIRE_AMOUNT } from '../columns.ts';

/** A column with the storage form of `codec`. */
const column = <Data>({ type, toDriver, fromDriver }: Codec<Data>) =>
  customType<{ data: Data; driverData: string | null }>({
    dataType: () => type.sqlite,
    toDriver,
    fromDriver: (value) => fromDriver(value as string),
  });

const hexColumn = column(HEX);
const u64Column = column(U64);
const wireAmountColumn = column(WIRE_AMOUNT);
const publicJsonColumn = column(PUBLIC_JSON);

/** Tables, columns and expressions in SQLite's dialect. */
export const sqliteDialect = {
  name: 'sqlite' as 'sqlite' | 'postgres',
  /** SQL text that returns a row when a table of that name exists. */
  tableExists: (name: string) => `select 1 as found from sqlite_schema where type = 'table' and name = '${name}'`,
  table: sqliteTable,
  index,
  uniqueIndex,
  primaryKey,
  text: <T extends string = string>() => text().$type<T>(),
  /** A whole number that JavaScript holds exactly. */
  integer: <T extends number = number>() => integer().$type<T>(),
  boolean: () => integer({ mode: 'boolean' }),
  /** A number that rises with every row and is never reused. */
  serial: () => integer().primaryKey({ autoIncrement: true }),
  hex: () => hexColumn(),
  u64: () => u64Column(),
  wireAmount: () => wireAmountColumn(),
  publicJson: () => publicJsonColumn(),
  exactJson: <T = Readonly<Record<string, unknown>>>() => column(exactJson<T>())(),
  /**
   * The number up to which every event can be read that will ever be; in a statement before the one that reads events.
   */
  horizon: (): SQL<number> => sql`(select coalesce(max(seq), 0) from events)`.mapWith(Number),
  /** A table of one row. */
  one: sql`(select 1) as one`,
  /** Names the database: another one where it was restored, or a stand-in of its server was promoted. */
  origin: (): SQL<string> => sql`''`.mapWith(String),
  /** True for up to `limit` rows of `table` that meet `where`; in a statement that deletes from it. */
  piece: (table: SQLiteTable, where: SQL, limit: number): SQL =>
    sql`rowid in (select rowid from ${table} where ${where} limit ${limit})`,
  /** The exact sum of a wireAmount column; zero for no rows. */
  sumOfWire: (amounts: SQLiteColumn): SQL<bigint> => sql`coalesce(wire_sum(${amounts}), '0')`.mapWith(BigInt),
};
