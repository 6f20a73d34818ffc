import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type RunningPostgres, startPostgres } from '@causeway/devnet/postgres';

const CACHE = fileURLToPath(new URL('../../../.causeway/test/', import.meta.url));
const FOLDER = `${CACHE}agents-postgres-${process.pid}`;

let server: Promise<RunningPostgres> | undefined;

/** The URL of a PostgreSQL database that all tests of this process share; the server starts with the first one. */
export async function sharedPostgres(): Promise<string> {
  server ??= startPostgres({ folder: FOLDER, cache: CACHE, durable: false });
  return (await server).url;
}

after('stop the server', async function stop() {
  this.timeout(60_000);
  await (await server)?.stop();
  rmSync(FOLDER, { recursive: true, force: true });
});
