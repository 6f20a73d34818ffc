import './audit.ts';
import { POSTGRES } from './postgres.ts';
import { START_MS, startServer } from './postgres-server.ts';
import { SQLITE } from './sqlite.ts';
import { closeTemporary, type TemporaryStorage, temporaryStorage } from './temporary.ts';
import type { TestEngine } from './test-engine.ts';

export type { TestEngine } from './test-engine.ts';

/** How long a test may take where it does not say otherwise: a server is asked, and others use the machine, too. */
const TEST_MS = 20_000;

const ENGINES: readonly TestEngine[] = [SQLITE, POSTGRES];

/** Closes every temporary storage and removes every temporary database. */
export async function removeTemporary(): Promise<void> {
  await closeTemporary();
  for (const engine of ENGINES) await engine.removeDatabases();
}

/** Describes the same behaviour on every engine; what the tests open is removed after each of them. */
export function onEngines(title: string, tests: (engine: TestEngine) => void): void {
  for (const engine of ENGINES) onEngine(engine, title, tests);
}

/** Describes the same behaviour on every engine, with a new database for each test. It is there once the hooks run. */
export function onStorages(title: string, tests: (temporary: TemporaryStorage, engine: TestEngine) => void): void {
  onEngines(title, (engine) => {
    const temporary = {} as TemporaryStorage;
    beforeEach(async () => {
      await temporaryStorage(engine, temporary);
    });
    tests(temporary, engine);
  });
}

/** Describes what only one engine does; `end` is called before the databases of a test are removed. */
export function onEngine(
  engine: TestEngine,
  title: string,
  tests: (engine: TestEngine) => void,
  end: () => Promise<void> = async () => {},
): void {
  describe(`${title}, on ${engine.name}`, function describeEngine() {
    this.timeout(TEST_MS);
    afterEach(async () => {
      await end();
      await removeTemporary();
    });
    tests(engine);
  });
}

before(async function start() {
  this.timeout(START_MS);
  await startServer();
});
