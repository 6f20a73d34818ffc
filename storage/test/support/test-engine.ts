import type { Engine } from '../../src/core/engine.ts';

/** An engine that the suite runs on. */
export interface TestEngine {
  readonly name: string;
  /** Path or URL of an empty database; gone after the test. */
  newDatabase(): Promise<string>;
  /** Path or URL of a database with the platform's tables; gone after the test. */
  newPlatform(): Promise<string>;
  /** The bare engine over `database`, or over an empty one. */
  open(database?: string): Promise<Engine>;
  /** Names of the tables in a database. */
  tables(database: string): Promise<ReadonlySet<string>>;
  /** Asserts that a database is intact. */
  assertSound(database: string): Promise<void>;
  /** Takes back what newDatabase and newPlatform made. */
  removeDatabases(): Promise<void>;
}
