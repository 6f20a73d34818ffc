import { and, asc, eq } from 'drizzle-orm';
import type { Context } from './context.ts';
import type { Dialect } from './dialect.ts';
import { lockOf } from './locks.ts';
import { all, first, run } from './steps.ts';

/** Secrets of the service itself, sealed by the master key, by name. */
export interface SealedSecretRepository {
  get(name: string): Promise<string | undefined>;
  /** Stores `sealed` if the name has no secret. Returns the stored one; concurrent processes get the same. */
  create(name: string, sealed: string): Promise<string>;
  remove(name: string): Promise<void>;
  list(): Promise<readonly { readonly name: string; readonly sealed: string }[]>;
  /** Replaces the sealed form `before` by `after`. False when it has another form now. */
  reseal(name: string, before: string, after: string): Promise<boolean>;
}

/** Tables of sealed secrets. */
export const sealedSecretTables = ({ table, text }: Dialect) => ({
  sealedSecrets: table('sealed_secrets', { name: text().primaryKey(), sealed: text().notNull() }),
});

/** SealedSecretRepository over its table. */
export function createSealedSecretRepository(
  { read, write }: Pick<Context, 'read' | 'write'>,
  { sealedSecrets }: ReturnType<typeof sealedSecretTables>,
): SealedSecretRepository {
  /** Few jobs, and rare ones. */
  const alone = { locks: [lockOf('area', 'sealed secrets')] };
  const find = (name: string) => first((db) => db.select().from(sealedSecrets).where(eq(sealedSecrets.name, name)));
  return {
    get: (name) =>
      read(function* () {
        return (yield* find(name))?.sealed;
      }),

    create: (name, sealed) =>
      write(
        'full',
        function* () {
          const known = yield* find(name);
          if (known !== undefined) return known.sealed;
          yield* run((db) => db.insert(sealedSecrets).values({ name, sealed }));
          return sealed;
        },
        alone,
      ),

    remove: async (name) => {
      await write('full', () => run((db) => db.delete(sealedSecrets).where(eq(sealedSecrets.name, name))), alone);
    },

    list: () => read(() => all((db) => db.select().from(sealedSecrets).orderBy(asc(sealedSecrets.name)))),

    reseal: (name, before, after) =>
      write(
        'full',
        function* () {
          const unchanged = and(eq(sealedSecrets.name, name), eq(sealedSecrets.sealed, before));
          return (yield* run((db) => db.update(sealedSecrets).set({ sealed: after }).where(unchanged))) === 1;
        },
        alone,
      ),
  };
}
