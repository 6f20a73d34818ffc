import { desc } from 'drizzle-orm';
import type { Context } from '../database.ts';
import type { SignatureLogRepository } from '../repositories.ts';
import { signatures } from '../schema.ts';

/** SignatureLogRepository over the signatures table. */
export function createSignatureLogRepository({ db, write, clock }: Context): SignatureLogRepository {
  return {
    record: (entry) =>
      write('full', () => {
        db.insert(signatures)
          .values({ ...entry, createdAtMs: clock() })
          .onConflictDoNothing()
          .run();
      }),

    list: async (limit) =>
      db
        .select({
          domain: signatures.domain,
          anchor: signatures.anchor,
          digest: signatures.digest,
          createdAtMs: signatures.createdAtMs,
        })
        .from(signatures)
        .orderBy(desc(signatures.id))
        .limit(limit)
        .all(),
  };
}
