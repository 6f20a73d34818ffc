import { StorageError } from '../errors.ts';
import { runText, type TxScript } from '../steps.ts';

/** The first version of the server that ends a transaction which takes too long (`transaction_timeout`). */
const LEAST_VERSION = 17;

/** The name of the sessions of programs that let one transaction run at a time. */
const BEFORE = 'causeway';

/** Throws StorageError DATABASE_UNUSABLE for a server that is too old; `version` is its server_version_num. */
export function requireVersion(label: string, version: number): void {
  const major = Math.floor(version / 10_000);
  if (major >= LEAST_VERSION) return;
  throw new StorageError(
    'DATABASE_UNUSABLE',
    `the server of ${label} is PostgreSQL ${major}: version ${LEAST_VERSION} or later is needed (pg_upgrade, or a dump into a new server)`,
  );
}

/**
 * Refuses a server that is too old, and a database that processes of before have open: these do not lock what they
 * decide about. Once the database is migrated, they are refused themselves. Throws StorageError DATABASE_UNUSABLE and
 * DATABASE_IN_USE.
 */
export function* requireAdmission(label: string): TxScript<void> {
  const [server] = yield* runText<{ version: number }>(`select current_setting('server_version_num')::int as version`);
  requireVersion(label, server?.version ?? 0);
  const others = yield* runText<{ pid: number; address: string | null }>(
    `select pid, host(client_addr) as address from pg_stat_activity
      where datname = current_database() and application_name = '${BEFORE}' order by pid`,
  );
  if (others.length === 0) return;
  const named = others.map(({ pid, address }) => `pid ${pid}${address === null ? '' : ` from ${address}`}`);
  throw new StorageError(
    'DATABASE_IN_USE',
    `processes of an older Causeway have ${label} open (the server’s ${named.join(', ')}): end them first, because old and new ones must not write together`,
  );
}
