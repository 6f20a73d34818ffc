import type { Engine } from '../../src/core/engine.ts';
import type { Build } from '../../src/core/steps.ts';

/** A query that drizzle has built. */
export interface Built {
  toSQL(): { readonly sql: string; readonly params: readonly unknown[] };
}

/** An engine that the suite runs on. */
export interface TestEngine {
  readonly name: string;
  /** Path or URL of an empty database; removed after the test. */
  newDatabase(): Promise<string>;
  /** Path or URL of a database with the platform's tables; removed after the test. */
  newPlatform(): Promise<string>;
  /** The engine without repositories, over `database` or over an empty one. */
  open(database?: string): Promise<Engine>;
  /** Names of the tables in a database. */
  tables(database: string): Promise<ReadonlySet<string>>;
  /**
   * The plan of a query, in the engine's own words; it names the indexes. Sequential scans and sorts are discouraged,
   * unless the planner is to be `free`.
   */
  plan(database: string, build: Build<unknown>, options?: { readonly free?: boolean }): Promise<string>;
  /** Asserts that a database is intact. */
  assertSound(database: string): Promise<void>;
  /** Removes the databases of newDatabase and newPlatform. */
  removeDatabases(): Promise<void>;
}
