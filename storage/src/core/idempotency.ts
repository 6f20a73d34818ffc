import { and, count, eq, isNull, lt, lte } from 'drizzle-orm';
import type { AreaContext } from './area.ts';
import type { Dialect } from './dialect.ts';
import type { Engine } from './engine.ts';
import { memoize } from './statements.ts';
import { first, run, type TxScript } from './steps.ts';

/** The answer of an idempotent POST. */
export interface StoredAnswer {
  readonly status: number;
  readonly body: string;
  /** The body is sealed by the service's master key. */
  readonly sealed?: true;
  /** The body is not kept, because it had a secret and somebody else could guess the key. */
  readonly withheld?: true;
  readonly headers: Readonly<Record<string, string>>;
}

/** The owner and request of an idempotency key. */
export interface IdempotencyKey {
  readonly caller: string;
  readonly route: string;
  readonly key: string;
}

/** How many keys may be kept for all callers of one account, by default a caller's own without a limit. */
export interface KeyLimit {
  readonly account: string;
  readonly most: number;
}

/** Stored answers of idempotent POSTs, scoped to caller and route, kept 24 hours. */
export interface IdempotencyRepository {
  /**
   * Reserves the key: 'new', the stored answer, 'inFlight', 'mismatch' when the body differs, or 'full' when the
   * account of `limit` has as many keys as it may.
   */
  begin(
    caller: string,
    route: string,
    key: string,
    bodyHash: string,
    limit?: KeyLimit,
  ): Promise<'new' | 'inFlight' | 'mismatch' | 'full' | StoredAnswer>;
  finish(caller: string, route: string, key: string, answer: StoredAnswer): Promise<void>;
  /** Frees the key of a request that failed without effect. */
  abandon(caller: string, route: string, key: string): Promise<void>;
  /**
   * Frees the keys in flight that began at or before `beforeMs`, by default all. Returns their number. Safe only if a
   * request's effect is written together with its answer (see OrderRepository.create), and if no process still serves
   * the request.
   */
  abandonInFlight(beforeMs?: number): Promise<number>;
  /** Deletes keys that began before `beforeMs`. Returns their number. */
  prune(beforeMs: number): Promise<number>;
}

/** Tables of idempotency keys. */
export const idempotencyTables = ({ table, index, primaryKey, text, integer, exactJson }: Dialect) => ({
  /** Keys of idempotent POSTs; `answer` is null while the request is in flight. */
  idempotencyKeys: table(
    'idempotency_keys',
    {
      caller: text().notNull(),
      route: text().notNull(),
      key: text().notNull(),
      /** The keys of an account are counted together; an answer is shown to its caller alone. */
      account: text(),
      bodyHash: text().notNull(),
      answer: exactJson<StoredAnswer>(),
      createdAtMs: integer().notNull(),
    },
    (row) => [
      primaryKey({ columns: [row.caller, row.route, row.key] }),
      index('idempotency_keys_age').on(row.createdAtMs),
      index('idempotency_keys_account').on(row.account),
    ],
  ),
});
export type IdempotencyTables = ReturnType<typeof idempotencyTables>;

const isKey = ({ idempotencyKeys }: IdempotencyTables, { caller, route, key }: IdempotencyKey) =>
  and(eq(idempotencyKeys.caller, caller), eq(idempotencyKeys.route, route), eq(idempotencyKeys.key, key));

const tablesOf = memoize(idempotencyTables);

/** Stores the answer of a key in flight; within the caller's job. Throws when the key is not in flight. */
export function* finishKey(
  { engine }: { readonly engine: Pick<Engine, 'dialect'> },
  key: IdempotencyKey,
  answer: StoredAnswer,
): TxScript<void> {
  const tables = tablesOf(engine.dialect);
  const { idempotencyKeys } = tables;
  const inFlight = and(isKey(tables, key), isNull(idempotencyKeys.answer));
  const changed = yield* run((db) => db.update(idempotencyKeys).set({ answer }).where(inFlight));
  if (changed !== 1) throw new Error('the idempotency key is not in flight');
}

/** IdempotencyRepository over its table. */
export function createIdempotencyRepository(context: AreaContext<IdempotencyTables>): IdempotencyRepository {
  const { write, clock, tables } = context;
  const { idempotencyKeys } = tables;
  return {
    begin: (caller, route, key, bodyHash, { account, most } = { account: caller, most: Number.MAX_SAFE_INTEGER }) =>
      write('full', function* () {
        const scope = isKey(tables, { caller, route, key });
        const row = yield* first((db) => db.select().from(idempotencyKeys).where(scope));
        if (row === undefined) {
          const kept = yield* first((db) =>
            db.select({ keys: count() }).from(idempotencyKeys).where(eq(idempotencyKeys.account, account)),
          );
          if ((kept?.keys ?? 0) >= most) return 'full';
          const begun = { caller, route, key, account, bodyHash, createdAtMs: clock.now() };
          yield* run((db) => db.insert(idempotencyKeys).values(begun));
          return 'new';
        }
        if (row.bodyHash !== bodyHash) return 'mismatch';
        return row.answer ?? 'inFlight';
      }),

    finish: (caller, route, key, answer) => write('full', () => finishKey(context, { caller, route, key }, answer)),

    abandon: (caller, route, key) =>
      write('normal', function* () {
        const inFlight = and(isKey(tables, { caller, route, key }), isNull(idempotencyKeys.answer));
        yield* run((db) => db.delete(idempotencyKeys).where(inFlight));
      }),

    abandonInFlight: (beforeMs = Number.MAX_SAFE_INTEGER) =>
      write('normal', () =>
        run((db) =>
          db
            .delete(idempotencyKeys)
            .where(and(isNull(idempotencyKeys.answer), lte(idempotencyKeys.createdAtMs, beforeMs))),
        ),
      ),

    prune: (beforeMs) =>
      write('normal', () => run((db) => db.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAtMs, beforeMs)))),
  };
}
