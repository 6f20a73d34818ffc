import { and, eq, isNull, lt } from 'drizzle-orm';
import type { Connection, Context } from '../database.ts';
import type { IdempotencyRepository, StoredAnswer } from '../repositories.ts';
import { idempotencyKeys } from '../schema.ts';

interface Key {
  readonly caller: string;
  readonly route: string;
  readonly key: string;
}

const isKey = ({ caller, route, key }: Key) =>
  and(eq(idempotencyKeys.caller, caller), eq(idempotencyKeys.route, route), eq(idempotencyKeys.key, key));

/** Stores the answer of a key in flight; within the caller's job. Throws when the key is not in flight. */
export function finishKey(db: Connection, key: Key, answer: StoredAnswer): void {
  const inFlight = and(isKey(key), isNull(idempotencyKeys.answer));
  const { changes } = db.update(idempotencyKeys).set({ answer }).where(inFlight).run();
  if (changes !== 1) throw new Error('the idempotency key is not in flight');
}

/** IdempotencyRepository over its table. */
export function createIdempotencyRepository({ db, write, clock }: Context): IdempotencyRepository {
  return {
    begin: (caller, route, key, bodyHash) =>
      write('full', () => {
        const row = db.select().from(idempotencyKeys).where(isKey({ caller, route, key })).get();
        if (row === undefined) {
          db.insert(idempotencyKeys).values({ caller, route, key, bodyHash, createdAtMs: clock() }).run();
          return 'new';
        }
        if (row.bodyHash !== bodyHash) return 'mismatch';
        return row.answer ?? 'inFlight';
      }),

    finish: (caller, route, key, answer) => write('full', () => finishKey(db, { caller, route, key }, answer)),

    abandon: (caller, route, key) =>
      write('normal', () => {
        db.delete(idempotencyKeys)
          .where(and(isKey({ caller, route, key }), isNull(idempotencyKeys.answer)))
          .run();
      }),

    abandonInFlight: () =>
      write('normal', () => db.delete(idempotencyKeys).where(isNull(idempotencyKeys.answer)).run().changes),

    prune: (beforeMs) =>
      write('normal', () => db.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAtMs, beforeMs)).run().changes),
  };
}
