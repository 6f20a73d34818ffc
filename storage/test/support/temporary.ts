import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStorage, type Storage } from '../../src/index.ts';

/** A storage on a file of its own, with a clock that the test moves. */
export interface TemporaryStorage {
  readonly storage: Storage;
  readonly path: string;
  nowMs: number;
  /** Closes the storage and opens the file again. */
  reopen(): Promise<Storage>;
}

const folders: string[] = [];
const opened: Storage[] = [];

/** A database path that does not exist yet; removed after the test. */
export function temporaryPath(): string {
  const folder = mkdtempSync(join(tmpdir(), 'causeway-storage-'));
  folders.push(folder);
  return join(folder, 'test.db');
}

/** Opens a new database; closed and removed after the test. */
export async function temporaryStorage(): Promise<TemporaryStorage> {
  const path = temporaryPath();
  const open = async () => {
    const storage = await openStorage(path, { clock: () => temporary.nowMs });
    opened.push(storage);
    return storage;
  };
  const temporary: { -readonly [K in keyof TemporaryStorage]: TemporaryStorage[K] } = {
    storage: undefined as unknown as Storage,
    path,
    nowMs: 1_700_000_000_000,
    async reopen() {
      await temporary.storage.close();
      temporary.storage = await open();
      return temporary.storage;
    },
  };
  temporary.storage = await open();
  return temporary;
}

/** Closes and removes everything that the functions above made. */
export async function removeTemporary(): Promise<void> {
  for (const storage of opened.splice(0)) await storage.close();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}
