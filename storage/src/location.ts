import { resolve } from 'node:path';

// Configurations are read with this module before storage is loaded, so it imports nothing of storage.

/** True when `database` is the URL of a PostgreSQL database and no path of a file. */
export const isPostgresUrl = (database: string): boolean => /^postgres(?:ql)?:\/\//.test(database);

/** The database of a configuration file in the folder `baseDir`: a URL as it is, a path relative to that folder. */
export const locateDatabase = ({ database, baseDir }: { readonly database: string; readonly baseDir: string }) =>
  isPostgresUrl(database) ? database : resolve(baseDir, database);
