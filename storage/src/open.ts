import { randomUUID } from 'node:crypto';
import type { Clock } from '@causeway/runtime';
import { type AnyArea, AREAS, type RepositoriesOf } from './areas.ts';
import { type BridgeStorage, createBridge } from './bridge/storage.ts';
import { clockOf, type Engine, type EngineOptions } from './core/engine.ts';
import { appendEvent, appendEventRow } from './core/events.ts';
import { uuidV7Source } from './core/ids.ts';
import { migrate, type Schema } from './core/migrate.ts';
import { type Quotas, UNLIMITED } from './core/quotas.ts';
import { openSqlite } from './core/sqlite/engine.ts';
import type { Machine } from './core/time.ts';
import { isPostgresUrl } from './location.ts';
import { type SolverStore, solver } from './solver/index.ts';

/** Storage's dependencies, which default to the system's. */
export interface StorageOptions {
  /**
   * Unix milliseconds of every timestamp and id, for tests; the database's time when absent, which is one for all
   * processes.
   */
  readonly clock?: Clock;
  /** The clocks of the machine, for tests; the system's when absent. */
  readonly machine?: Machine;
  /** A random UUID; ids contain its last 62 random bits. */
  readonly randomUuid?: () => string;
  /** Refuses to create a database, with DATABASE_MISSING. For commands that only read. */
  readonly mustExist?: boolean;
  /**
   * Gets a sentence when others than its owner could read or can read the file of a database. Such a file of one's own
   * is closed.
   */
  readonly warn?: (text: string) => void;
  /** How much an owner may store; no limits when absent. */
  readonly quotas?: Quotas;
  /** The engine to use around the opened one, for measurements. */
  readonly around?: (engine: Engine) => Engine;
}

let aroundAll = (engine: Engine): Engine => engine;

/** For tests: puts something around every engine that is opened from now on. */
export function putAroundEngines(around: (engine: Engine) => Engine): void {
  aroundAll = around;
}

/** The API's whole database: the bridge, and each area under its name. */
export type PlatformStorage = BridgeStorage & RepositoriesOf<typeof AREAS>;

/** Areas, and the schemas of their tables. */
export interface Slices<Areas extends Readonly<Record<string, AnyArea>>> {
  readonly areas: Areas;
  readonly schemas: readonly Schema[];
}

const schema = (name: string): Schema => ({ name, migrations: new URL(`../migrations/${name}/`, import.meta.url) });

/** The bridge's own tables. */
export const BRIDGE_SCHEMA = schema('bridge');
/** A solver's own tables. */
export const SOLVER_SCHEMA = schema('solver');
/** The tables of all areas. */
export const PLATFORM_SCHEMA = schema('platform');

/**
 * Opens the database of a relayer or signer, a SQLite file's path or the URL of a PostgreSQL database (postgres://…),
 * and creates or migrates its tables. Several processes may have it open. Throws StorageError.
 */
export const openBridgeStorage = (database: string, options: StorageOptions = {}): Promise<BridgeStorage> =>
  openSlices(database, { areas: {}, schemas: [] }, options);

/** Opens the API's database, which contains the bridge's, like openBridgeStorage. Throws StorageError. */
export const openPlatformStorage = (database: string, options: StorageOptions = {}): Promise<PlatformStorage> =>
  openSlices(database, { areas: AREAS, schemas: [PLATFORM_SCHEMA] }, options);

/** A solver's database: the bridge's tables, of which it uses the submissions, and its own. */
export type SolverStorage = BridgeStorage & { readonly solver: SolverStore };

/** Opens the database of a solver, like openBridgeStorage. Throws StorageError. */
export const openSolverStorage = (database: string, options: StorageOptions = {}): Promise<SolverStorage> =>
  openSlices(database, { areas: { solver }, schemas: [SOLVER_SCHEMA] }, options);

/** Opens a database with the bridge and the given areas, like openBridgeStorage. Throws StorageError. */
export async function openSlices<Areas extends Readonly<Record<string, AnyArea>>>(
  database: string,
  { areas, schemas }: Slices<Areas>,
  {
    clock: given,
    machine,
    randomUuid = randomUUID,
    mustExist = false,
    warn,
    quotas = UNLIMITED,
    around = (engine) => engine,
  }: StorageOptions = {},
): Promise<BridgeStorage & RepositoriesOf<Areas>> {
  const engine = around(aroundAll(await openEngine(database, { clock: given, machine, mustExist, warn })));
  const clock = given ?? clockOf(engine);
  try {
    await migrate(engine, [BRIDGE_SCHEMA, ...schemas], { mustExist, clock });
    const { storage, context } = await createBridge(engine, clock, uuidV7Source(clock, randomUuid));
    const shared = {
      ...context,
      engine,
      epoch: storage.events.epoch,
      quotas,
      appendEvent: appendEvent.bind(undefined, context.statements),
      appendEventRow: appendEventRow.bind(undefined, context.statements),
    };
    const repositories = Object.entries(areas).map(([name, area]) => [
      name,
      area.open({ ...shared, tables: area.tables(engine.dialect) }),
    ]);
    return { ...storage, ...(Object.fromEntries(repositories) as RepositoriesOf<Areas>) };
  } catch (error) {
    await engine.close();
    throw error;
  }
}

/** The engine for a path or URL. PostgreSQL's client is loaded for a URL only. */
export async function openEngine(database: string, options: EngineOptions): Promise<Engine> {
  if (!isPostgresUrl(database)) return openSqlite(database, options);
  const { openPostgres } = await import('./core/postgres/engine.ts');
  return openPostgres(database, options);
}
