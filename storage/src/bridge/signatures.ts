import type { Domain, Hex } from '@causeway/protocol';
import { desc } from 'drizzle-orm';
import { all, run } from '../core/steps.ts';
import type { BridgeContext } from './context.ts';

/**
 * What a signer has signed, for whoever looks into it later. What may be signed follows from the chains alone: a signer
 * that loses this loses no more than its record.
 */
export interface SignatureLogRepository {
  /** Persists before the signature leaves, fully durable; once per domain and digest. */
  record(entry: {
    readonly domain: Domain;
    readonly anchor: string;
    readonly digest: Hex;
    readonly calls: readonly Readonly<Record<string, unknown>>[];
  }): Promise<void>;
  /** Newest first. */
  list(
    limit: number,
  ): Promise<
    readonly { readonly domain: Domain; readonly anchor: string; readonly digest: Hex; readonly createdAtMs: number }[]
  >;
}

/** SignatureLogRepository over the signatures table. */
export function createSignatureLogRepository({ read, write, clock, tables }: BridgeContext): SignatureLogRepository {
  const { signatures } = tables;
  return {
    record: (entry) =>
      write('full', function* () {
        const row = { ...entry, createdAtMs: clock() };
        yield* run((db) => db.insert(signatures).values(row).onConflictDoNothing());
      }),

    list: (limit) =>
      read(() =>
        all((db) =>
          db
            .select({
              domain: signatures.domain,
              anchor: signatures.anchor,
              digest: signatures.digest,
              createdAtMs: signatures.createdAtMs,
            })
            .from(signatures)
            .orderBy(desc(signatures.id))
            .limit(limit),
        ),
      ),
  };
}
