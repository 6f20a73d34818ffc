/** A PostgreSQL server, also for the benches, which are no tests and know no local chains. */
export { startPostgres } from '@causeway/local-nodes/postgres';
