import { clockAt } from '@causeway/runtime/test-support';
import { openPlatformStorage, type PlatformStorage } from '../../src/index.ts';
import type { TestEngine } from './test-engine.ts';

/** A storage on its own database, with a clock that the test sets. */
export interface TemporaryStorage {
  readonly storage: PlatformStorage;
  /** Path or URL of the database. */
  readonly database: string;
  nowMs: number;
  /** Closes the storage and opens the database again. */
  reopen(): Promise<PlatformStorage>;
}

const opened: PlatformStorage[] = [];

/** Opens a new database, as the members of `into`; closed by closeTemporary. */
export async function temporaryStorage(engine: TestEngine, into: object = {}): Promise<TemporaryStorage> {
  const database = await engine.newPlatform();
  const open = async () => {
    const storage = await openPlatformStorage(database, { clock: clockAt(() => temporary.nowMs) });
    opened.push(storage);
    return storage;
  };
  const temporary = Object.assign(into, {
    storage: undefined as unknown as PlatformStorage,
    database,
    nowMs: 1_700_000_000_000,
    async reopen() {
      await temporary.storage.close();
      temporary.storage = await open();
      return temporary.storage;
    },
  });
  temporary.storage = await open();
  return temporary;
}

/** Closes every storage that temporaryStorage opened. */
export async function closeTemporary(): Promise<void> {
  for (const storage of opened.splice(0)) await storage.close();
}
