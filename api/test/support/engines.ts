import { newPlatformDatabase, START_MS } from '@causeway/storage/test-support/postgres-server';

/** How long a test may take: a server is asked, and others use the machine, too. */
const TEST_MS = 20_000;

/** A PostgreSQL database for all tests of a description, on the server of all descriptions; returns its URL. */
export function databaseForAll(): () => string {
  let url: string;
  before('make a database', async function make() {
    this.timeout(START_MS);
    url = await newPlatformDatabase();
  });
  return () => url;
}

/**
 * Describes the same behaviour on each engine. `database` gives a URL on PostgreSQL, the same one to all tests of a
 * description; it is undefined on SQLite, where each storage has a file of its own unless a test says otherwise.
 */
export function onEngines(title: string, tests: (database: () => string | undefined) => void): void {
  describe(`${title}, on SQLite`, function describeSqlite() {
    this.timeout(TEST_MS);
    tests(() => undefined);
  });

  describe(`${title}, on PostgreSQL`, function describePostgres() {
    this.timeout(TEST_MS);
    tests(databaseForAll());
  });
}
