import type { SQL } from 'drizzle-orm';
import type { Context } from './context.ts';
import type { Dialect } from './dialect.ts';
import type { Lock } from './locks.ts';
import { type Db, run } from './steps.ts';

/** Rows that one transaction deletes. */
const PIECE = 10_000;

/**
 * Deletes the rows of `table` that meet `where`, however many there are: a transaction that takes too long is ended,
 * and what has piled up while no process ran would never go. Each piece holds `locks` for itself. Returns the number of
 * rows.
 */
export async function sweep(
  { write, engine }: Pick<Context, 'write'> & { readonly engine: { readonly dialect: Pick<Dialect, 'piece'> } },
  table: Parameters<Db['delete']>[0],
  where: SQL,
  locks: readonly Lock[],
  piece = PIECE,
): Promise<number> {
  const some = engine.dialect.piece(table, where, piece);
  for (let deleted = 0; ; ) {
    const gone = await write('normal', () => run((db) => db.delete(table).where(some)), { locks });
    deleted += gone;
    if (gone < piece) return deleted;
  }
}
