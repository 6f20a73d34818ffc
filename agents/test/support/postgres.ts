import { newPlatformDatabase } from '@causeway/storage/test-support/postgres-server';

let shared: Promise<string> | undefined;

/** The URL of a PostgreSQL database that all tests of this process share; the first one makes it. */
export function sharedPostgres(): Promise<string> {
  shared ??= newPlatformDatabase();
  return shared;
}
