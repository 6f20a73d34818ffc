import { randomUUID } from 'node:crypto';
import { type Context, connect } from './database.ts';
import { createGroupCommit } from './group-commit.ts';
import { uuidV7Source } from './ids.ts';
import { createChainViewRepository } from './repositories/chain-view.ts';
import { createEventRepository, createEventSignal } from './repositories/events.ts';
import { createIdempotencyRepository } from './repositories/idempotency.ts';
import { createOrderRepository } from './repositories/orders.ts';
import { createSignatureLogRepository } from './repositories/signatures.ts';
import { createSubmissionRepository } from './repositories/submissions.ts';
import type { Storage } from './repositories.ts';
import { prepareStatements } from './statements.ts';

export * from './repositories.ts';

/** What storage takes from outside; the defaults are the system's. */
export interface StorageOptions {
  /** Unix milliseconds of every timestamp and id. */
  readonly clock?: () => number;
  /** A random UUID, whose last 62 random bits ids are made with. */
  readonly randomUuid?: () => string;
}

/**
 * Opens the SQLite database at `path`, creating it or bringing its schema up to date. Several processes may have the
 * same file open. Throws SqliteError when the file cannot be used.
 */
export async function openStorage(path: string, options: StorageOptions = {}): Promise<Storage> {
  const { clock = Date.now, randomUuid = randomUUID } = options;
  const db = connect(path);
  const signal = createEventSignal(db);
  const { write, close } = createGroupCommit(db.$client, signal.check);
  const context: Context = {
    db,
    statements: prepareStatements(db),
    write,
    clock,
    newId: uuidV7Source(clock, randomUuid),
  };
  return {
    chainView: createChainViewRepository(context),
    orders: createOrderRepository(context),
    submissions: createSubmissionRepository(context),
    signatures: createSignatureLogRepository(context),
    events: createEventRepository(context, signal),
    idempotency: createIdempotencyRepository(context),
    async close() {
      signal.close();
      close();
      db.$client.close();
    },
  };
}
