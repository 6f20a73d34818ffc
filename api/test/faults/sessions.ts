import { runSql } from '@causeway/storage/test-support/postgres-server';

/** Ends most sessions, as a proxy or an operator does. */
export const endSessions = (database: string) =>
  runSql(
    database,
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()
      and pid <> pg_backend_pid() and application_name like 'causeway%' and random() < 0.7`,
  );
