import { runSql } from './postgres-server.ts';

/**
 * Puts a PostgreSQL database into the state of a server that was promoted, and ends all sessions. `lost` is SQL text
 * that takes away what the server of before had committed last.
 */
export const failOver = (database: string, lost = 'select 1') =>
  runSql(
    database,
    `${lost};
    update event_epochs set origin = 'of before';
    select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  );
