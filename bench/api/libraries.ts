import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { openPlatformStorage } from '@causeway/storage';
import type { ImportedLibrary } from '../../api/src/areas/libraries/rules/libraries.ts';
import { libraryStorage } from '../../api/src/areas/libraries/rules/library-repository.ts';
import { LibraryService } from '../../api/src/areas/libraries/service.ts';
import { startPostgres } from '../../api/test/support/postgres.ts';

/**
 * npm run bench:libraries: resolves a graph of 10,000 libraries with 50,000 dependencies to its lock list, on SQLite
 * and PostgreSQL. Warm: the process has resolved it before, so that its memory has the versions, and asks the database
 * only for changes. Prints also the first run, with nothing in memory, and runs after changes by another process. Ends
 * with status 1 when a median misses the bar.
 */

const LIBRARIES = 10_000;
const EDGES = 50_000;
const RUNS = 15;
const WARM_UP = 5;
const BAR_MS = 100;
/** Libraries that are stored in one transaction. */
const CHUNK = 1_000;

const idOf = (index: number): string => `0198c5b2-0000-7000-8000-${index.toString(16).padStart(12, '0')}`;

/** Numbers from 0 to 1 that are the same in every run. */
function* numbers(): Generator<number, never, void> {
  for (let state = 20_260_101; ; ) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield state / 2 ** 32;
  }
}

/** Libraries that need only later ones, so that all are below the first: a chain, and random edges besides. */
function graph(): readonly ImportedLibrary[] {
  const random = numbers();
  const needs = Array.from({ length: LIBRARIES }, (_, index) => new Set(index + 1 < LIBRARIES ? [index + 1] : []));
  for (let left = EDGES - (LIBRARIES - 1); left > 0; ) {
    const from = Math.floor(random.next().value * (LIBRARIES - 1));
    const to = from + 1 + Math.floor(random.next().value * (LIBRARIES - 1 - from));
    if (needs[from]?.has(to)) continue;
    needs[from]?.add(to);
    left -= 1;
  }
  const texts = { description: '', category: 'bench', sourcePath: null, language: null };
  return needs.map((targets, index) => {
    const dependencies = [...targets]
      .sort((a, b) => a - b)
      .map((target) => ({ libraryId: idOf(target), versionRange: `^1.${target % 10}.0` }));
    const version = { version: `1.${index % 10}.1`, name: `library ${index}`, ...texts, dependencies };
    return { id: idOf(index), current: version.version, versions: [version] };
  });
}

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] as number;

/** Milliseconds. */
interface Times {
  readonly wall: number;
  /** Processor time of this process. */
  readonly cpu: number;
}

/** Prints the medians; a median wall time above `barMs` fails the bench. */
function report(engine: string, title: string, times: readonly Times[], barMs?: number): void {
  const [wall, cpu] = [median(times.map((one) => one.wall)), median(times.map((one) => one.cpu))];
  const met = barMs === undefined || wall <= barMs;
  if (!met) process.exitCode = 1;
  const bar = barMs === undefined ? '       ' : met ? 'met    ' : 'MISSED ';
  const against = barMs === undefined ? '' : ` (bar ${barMs} ms)`;
  console.log(`${bar}${engine}, ${title}: ${wall.toFixed(0)} ms, ${cpu.toFixed(0)} ms of processor here${against}`);
}

async function measure(engine: string, database: string): Promise<void> {
  const storage = await openPlatformStorage(database);
  try {
    const libraries = graph();
    for (let end = libraries.length; end > 0; end -= CHUNK) {
      const chunk = libraries.slice(Math.max(0, end - CHUNK), end);
      const stored = await libraryStorage(storage.libraries).importAll({ avatarId: 'bench', ownsAll: false }, chunk);
      if (!stored.ok) throw new Error(JSON.stringify(stored.error));
    }
    const service = new LibraryService(libraryStorage(storage.libraries));
    const timed = async (): Promise<Times> => {
      const [startMs, startCpu] = [performance.now(), process.cpuUsage()];
      const lock = await service.dependencies(idOf(0), undefined, true);
      const { user, system } = process.cpuUsage(startCpu);
      if (!lock.ok || lock.value.length !== LIBRARIES - 1) throw new Error('the lock list is not whole');
      return { wall: performance.now() - startMs, cpu: (user + system) / 1_000 };
    };
    report(engine, 'first, nothing in memory', [await timed()]);
    for (let run = 0; run < WARM_UP; run += 1) await timed();
    const warm: Times[] = [];
    for (let run = 0; run < RUNS; run += 1) warm.push(await timed());
    report(engine, `median of ${RUNS}, warm`, warm, BAR_MS);
    const other = await openPlatformStorage(database);
    const changed: Times[] = [];
    for (let run = 0; run < RUNS; run += 1) {
      const published = await libraryStorage(other.libraries).publish(idOf(LIBRARIES >> 1), {
        kind: 'update',
        update: { version: `1.${50 + run}.0` },
      });
      if (!published.ok) throw new Error(JSON.stringify(published.error));
      changed.push(await timed());
    }
    await other.close();
    report(engine, `median of ${RUNS}, each after another process's new version`, changed, BAR_MS);
  } finally {
    await storage.close();
  }
}

// Not below the folder of temporary files: PostgreSQL's server runs as another user, who must reach its data.
const cache = fileURLToPath(new URL('../../.causeway/bench/', import.meta.url));
mkdirSync(cache, { recursive: true });
const folder = mkdtempSync(join(cache, 'libraries-'));
chmodSync(folder, 0o755);
try {
  await measure('SQLite', join(folder, 'bench.db'));
  const server = await startPostgres({
    folder: join(folder, 'postgres'),
    cache,
    durable: false,
  });
  try {
    await measure('PostgreSQL', server.url);
  } finally {
    await server.stop();
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
