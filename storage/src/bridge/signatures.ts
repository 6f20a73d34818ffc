import type { Domain, Hex } from '@causeway/protocol';
import { desc } from 'drizzle-orm';
import { only } from '../core/only.ts';
import { all, run } from '../core/steps.ts';
import type { BridgeContext } from './context.ts';

/** A signed oracle transaction. */
export interface SignatureRow {
  readonly domain: Domain;
  /** The fact that the transaction is bound to, such as the Safe's nonce. */
  readonly anchor: string;
  readonly digest: Hex;
  /** The signed calls, as plain JSON. */
  readonly calls: readonly Readonly<Record<string, unknown>>[];
  readonly createdAtMs: number;
}

/**
 * A record of a signer's signatures for later inspection. The chains alone decide what a signer may sign, so a signer
 * that loses this record loses nothing else.
 */
export interface SignatureLogRepository {
  /** Persists a signature before it leaves the process, fully durable; once per domain and digest. */
  record(entry: Omit<SignatureRow, 'createdAtMs'>): Promise<void>;
  /** Newest first. */
  list(limit: number): Promise<readonly SignatureRow[]>;
}

const signatureOf = only<Omit<SignatureRow, 'createdAtMs'>>({ domain: true, anchor: true, digest: true, calls: true });

/** SignatureLogRepository over the signatures table. */
export function createSignatureLogRepository({ read, write, clock, tables }: BridgeContext): SignatureLogRepository {
  const { signatures } = tables;
  return {
    record: (entry) =>
      write(
        'full',
        function* () {
          const row = { ...signatureOf(entry), createdAtMs: clock.now() };
          yield* run((db) => db.insert(signatures).values(row).onConflictDoNothing());
        },
        { locks: [] },
      ),

    list: (limit) =>
      read(() =>
        all((db) =>
          db
            .select({
              domain: signatures.domain,
              anchor: signatures.anchor,
              digest: signatures.digest,
              calls: signatures.calls,
              createdAtMs: signatures.createdAtMs,
            })
            .from(signatures)
            .orderBy(desc(signatures.id))
            .limit(limit),
        ),
      ),
  };
}
