import { desc } from 'drizzle-orm';
import type { Context } from './context.ts';
import type { Dialect } from './dialect.ts';
import type { Engine } from './engine.ts';
import { lockOf } from './locks.ts';
import { memoize } from './statements.ts';
import { all, databaseTime, run, type TxScript } from './steps.ts';

/**
 * Epochs of the events' seqs. After a restore or a fail-over seqs are given again that somebody has seen on other
 * events; so a stream's id names the epoch, too.
 */
export const epochTables = memoize(({ table, text, integer }: Dialect) => ({
  /** The last row is of the current epoch. Without one it is 0. */
  eventEpochs: table('event_epochs', {
    epoch: integer().primaryKey(),
    /** The database in which the epoch began, see Dialect.origin. */
    origin: text().notNull(),
  }),
}));

const EPOCH_LOCK = lockOf('schema', 'epoch');

/** The current epoch with its origin, and the origin of the database as it is. */
function* found(dialect: Dialect) {
  const { eventEpochs } = epochTables(dialect);
  const [last] = yield* all((db) => db.select().from(eventEpochs).orderBy(desc(eventEpochs.epoch)).limit(1));
  const [now] = yield* all((db) => db.select({ origin: dialect.origin(), drawn: dialect.horizon() }).from(dialect.one));
  return { last, origin: now?.origin ?? '', drawn: now?.drawn ?? 0 };
}

/**
 * Begins the next epoch, within a job that has locked EPOCH_LOCK. Epochs are seconds of the database's time, so that a
 * backup that is restored twice has another epoch each time.
 */
function* begin(dialect: Dialect, after: number, origin: string): TxScript<number> {
  const { eventEpochs } = epochTables(dialect);
  const epoch = Math.max(after + 1, Math.floor((yield* databaseTime()) / 1_000));
  yield* run((db) => db.insert(eventEpochs).values({ epoch, origin }));
  return epoch;
}

/** Begins an epoch because the database was put back to an earlier state. */
export const raiseEpoch = (write: Context['write'], dialect: Dialect): Promise<number> =>
  write(
    'full',
    function* () {
      const { last, origin } = yield* found(dialect);
      return yield* begin(dialect, last?.epoch ?? 0, origin);
    },
    { locks: [EPOCH_LOCK] },
  );

/**
 * The current epoch. Begins another one where the database is another than the one in which it began: a server that was
 * promoted or restored, or tables that were.
 */
export async function currentEpoch(engine: Pick<Engine, 'read' | 'write' | 'dialect'>): Promise<number> {
  const { dialect } = engine;
  const { eventEpochs } = epochTables(dialect);
  const { last, origin } = await engine.read(() => found(dialect));
  if ((last?.origin ?? '') === origin) return last?.epoch ?? 0;
  return engine.write(
    'full',
    function* () {
      const now = yield* found(dialect);
      if (now.last?.origin === now.origin) return now.last.epoch;
      // Nobody has an id of a database without events; one of before has none of its origin.
      if (now.last === undefined) yield* run((db) => db.insert(eventEpochs).values({ epoch: 0, origin: now.origin }));
      else if (now.drawn === 0) yield* run((db) => db.update(eventEpochs).set({ origin: now.origin }));
      else return yield* begin(dialect, now.last.epoch, now.origin);
      return now.last?.epoch ?? 0;
    },
    { locks: [EPOCH_LOCK] },
  );
}
