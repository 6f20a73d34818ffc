import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type RunningPostgres, startPostgres } from '@causeway/devnet/postgres';

const CACHE = fileURLToPath(new URL('../../../.causeway/test/', import.meta.url));

/** How long a server may take to start or stop, milliseconds. */
const START_MS = 60_000;
/** How long a test may take: a server is asked, and others use the machine, too. */
const TEST_MS = 20_000;

let servers = 0;

/** A PostgreSQL server for all tests of a description: its URL, and the folder of its data. */
export function postgresForAll(): { readonly url: () => string; readonly folder: () => string } {
  servers += 1;
  const folder = `${CACHE}api-postgres-${process.pid}-${servers}`;
  let server: RunningPostgres;
  before('start a server', async function start() {
    this.timeout(START_MS);
    server = await startPostgres({ folder, cache: CACHE, durable: false });
    // Hooks run in the order of their registration: the services of the description close while the server runs.
    this.test?.parent?.afterAll('stop the server', async function stop() {
      this.timeout(START_MS);
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    });
  });
  return { url: () => server.url, folder: () => folder };
}

/**
 * Describes the same behaviour on each engine. `database` gives a URL on PostgreSQL, the same one to all tests of a
 * description, and `folder` the server's data; both are undefined on SQLite, where each storage has a file of its own
 * unless a test says otherwise.
 */
export function onEngines(
  title: string,
  tests: (database: () => string | undefined, folder: () => string | undefined) => void,
): void {
  describe(`${title}, on SQLite`, function describeSqlite() {
    this.timeout(TEST_MS);
    tests(
      () => undefined,
      () => undefined,
    );
  });

  describe(`${title}, on PostgreSQL`, function describePostgres() {
    this.timeout(TEST_MS);
    const { url, folder } = postgresForAll();
    tests(url, folder);
  });
}
