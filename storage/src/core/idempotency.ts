import { and, count, isNull, lt, lte, type SQL } from 'drizzle-orm';
import type { AreaContext } from './area.ts';
import type { Dialect } from './dialect.ts';
import type { Engine } from './engine.ts';
import { type Lock, lockOf } from './locks.ts';
import { given, memoize, placeholders, prepared } from './statements.ts';
import { allOfEach, run, send, type TxScript } from './steps.ts';
import { sweep } from './sweep.ts';

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

/** One key of one caller: of several requests with it, exactly one does the work. */
export const idempotencyLock = ({ caller, route, key }: IdempotencyKey): Lock =>
  lockOf('idempotency', JSON.stringify([caller, route, key]));

/** The number of keys of an account. */
const keysLock = (account: string): Lock => lockOf('idempotency', account);

/** One process at a time deletes old keys. */
const SWEEP: readonly Lock[] = [lockOf('idempotency', 'sweep')];

/** Compiled queries over keys. */
const keyStatements = memoize((dialect: Dialect) => {
  const { idempotencyKeys: keys } = idempotencyTables(dialect);
  const isKey = and(given(keys.caller, 'caller'), given(keys.route, 'route'), given(keys.key, 'key'));
  const inFlight = and(isKey, isNull(keys.answer));
  return {
    find: prepared('idempotencyKey', (db) => db.select().from(keys).where(isKey)),
    kept: prepared('idempotencyKeysOf', (db) =>
      db.select({ keys: count() }).from(keys).where(given(keys.account, 'account')),
    ),
    insert: prepared('insertIdempotencyKey', (db) => db.insert(keys).values(placeholders(keys))),
    finish: prepared('finishIdempotencyKey', (db) =>
      // set() accepts placeholders, but its type does not.
      db
        .update(keys)
        .set({ answer: placeholders(keys).answer } as object)
        .where(inFlight),
    ),
    abandon: prepared('abandonIdempotencyKey', (db) => db.delete(keys).where(inFlight)),
  };
});

/** Stores the answer of a key in flight, which the caller's job has locked. Throws when the key is not in flight. */
export function* finishKey(
  { engine }: { readonly engine: Pick<Engine, 'dialect'> },
  { caller, route, key }: IdempotencyKey,
  answer: StoredAnswer,
): TxScript<void> {
  const changed = yield* run(keyStatements(engine.dialect).finish, { caller, route, key, answer });
  if (changed !== 1) throw new Error('the idempotency key is not in flight');
}

/** IdempotencyRepository over its table. */
export function createIdempotencyRepository(context: AreaContext<IdempotencyTables>): IdempotencyRepository {
  const { write, clock, tables } = context;
  const { idempotencyKeys } = tables;
  const statements = keyStatements(context.engine.dialect);
  return {
    begin: (caller, route, key, bodyHash, limit) =>
      write(
        'full',
        function* () {
          const account = limit?.account ?? caller;
          const [[[row] = []], [[kept] = []]] = yield* allOfEach(
            [statements.find, [{ caller, route, key }]],
            [statements.kept, [{ account }]],
          );
          if (row === undefined) {
            if (limit !== undefined && (kept?.keys ?? 0) >= limit.most) return 'full';
            const begun = { caller, route, key, account, bodyHash, answer: null, createdAtMs: clock.now() };
            yield* send(statements.insert, begun);
            return 'new';
          }
          if (row.bodyHash !== bodyHash) return 'mismatch';
          return row.answer ?? 'inFlight';
        },
        { locks: [idempotencyLock({ caller, route, key }), ...(limit ? [keysLock(limit.account)] : [])] },
      ),

    finish: (caller, route, key, answer) =>
      write('full', () => finishKey(context, { caller, route, key }, answer), {
        locks: [idempotencyLock({ caller, route, key })],
      }),

    abandon: (caller, route, key) =>
      write('normal', () => send(statements.abandon, { caller, route, key }), {
        locks: [idempotencyLock({ caller, route, key })],
      }),

    // A key that is finished meanwhile keeps its answer: its row decides.
    abandonInFlight: (beforeMs = Number.MAX_SAFE_INTEGER) =>
      sweep(
        context,
        idempotencyKeys,
        and(isNull(idempotencyKeys.answer), lte(idempotencyKeys.createdAtMs, beforeMs)) as SQL,
        SWEEP,
      ),

    prune: (beforeMs) => sweep(context, idempotencyKeys, lt(idempotencyKeys.createdAtMs, beforeMs), SWEEP),
  };
}
