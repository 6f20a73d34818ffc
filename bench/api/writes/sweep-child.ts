import { once } from 'node:events';
import { openPlatformStorage } from '@causeway/storage';
import { prune } from '@causeway/storage/maintenance';
import type { ImportedLibrary } from '../../../api/src/areas/libraries/rules/libraries.ts';
import { libraryStorage } from '../../../api/src/areas/libraries/rules/library-repository.ts';

/** A process that imports libraries, or prunes, once its parent says so; it reports how long it took, milliseconds. */

/** Libraries of one transaction, and how long one transaction follows the other, milliseconds. */
const LIBRARIES = 1_000;
const LONG_MS = 10_000;

const [kind, database = ''] = process.argv.slice(2);
const storage = await openPlatformStorage(database);

const idOf = (index: number): string => `0198c5b2-0000-7000-8000-${index.toString(16).padStart(12, '0')}`;
const TEXTS = { description: '', category: 'bench', sourcePath: null, language: null };

/** A library that needs the next one, unless it is the last of its transaction. */
function library(index: number): ImportedLibrary {
  const isLast = (index + 1) % LIBRARIES === 0;
  const dependencies = isLast ? [] : [{ libraryId: idOf(index + 1), versionRange: '^1.0.0' }];
  const version = { version: '1.0.0', name: `library ${index}`, ...TEXTS, dependencies };
  return { id: idOf(index), current: version.version, versions: [version] };
}

/** Imports libraries for ten seconds. */
async function importLibraries(): Promise<void> {
  const giveUpMs = performance.now() + LONG_MS;
  const importer = { avatarId: 'bench', ownsAll: false };
  for (let first = 0; performance.now() < giveUpMs; first += LIBRARIES) {
    const libraries = Array.from({ length: LIBRARIES }, (_, n) => library(first + n));
    const stored = await libraryStorage(storage.libraries).importAll(importer, libraries);
    if (!stored.ok) throw new Error(JSON.stringify(stored.error));
  }
}

const work = { import: importLibraries, prune: async () => void (await prune(database, { olderThanMs: 1_000 })) };
process.send?.('ready');
await once(process, 'message');
const startedMs = performance.now();
await work[kind as keyof typeof work]();
process.send?.(performance.now() - startedMs);
await storage.close();
// The parent may have disconnected meanwhile.
if (process.connected) process.disconnect();
