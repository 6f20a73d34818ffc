import { systemClock } from '@causeway/runtime';
import { migrate, readMigrations, type Schema, type WholeSchema } from '../src/core/migrate.ts';
import { openSqlite } from '../src/core/sqlite/engine.ts';
import { runText } from '../src/core/steps.ts';

/**
 * Tables and indexes that somebody wrote, the oldest first: not those that SQLite makes for keys and for virtual
 * tables.
 */
const WRITTEN = `select sql from sqlite_schema s where sql is not null and name not like 'sqlite!_%' escape '!' and not exists (
  select 1 from sqlite_schema v where v.sql like 'create virtual table%' and s.name like v.name || '!_%' escape '!'
) order by rowid`;

/** What the migrations of `schema` make in a database that has the schemas `before` it. */
export async function wholeOf(schema: Schema, before: readonly Schema[]): Promise<WholeSchema> {
  const engine = openSqlite(':memory:', { mustExist: false });
  const options = { mustExist: false, clock: { ...systemClock, now: () => 0 }, oneByOne: true };
  const written = async () =>
    (await engine.read(() => runText<{ readonly sql: string }>(WRITTEN))).map(({ sql }) => sql.trim());
  try {
    await migrate(engine, before, options);
    const there = await written();
    await migrate(engine, [...before, schema], options);
    const last = readMigrations(schema, 'sqlite').at(-1)?.name ?? '';
    return { last, statements: (await written()).filter((sql) => !there.includes(sql)) };
  } finally {
    await engine.close();
  }
}
