import type { Domain } from '@causeway/protocol';
import { asc, notInArray } from 'drizzle-orm';
import type { Row } from '../core/dialect.ts';
import { lockOf } from '../core/locks.ts';
import { only } from '../core/only.ts';
import { all, run } from '../core/steps.ts';
import type { BridgeContext } from './context.ts';
import type { BridgeTables } from './schema.ts';

/** What one signer answered last for one destination. */
export type SignerAnswerRow = Row<BridgeTables['signerAnswers']>;

/** Who pays on one chain, and its least balance, smallest units of the native coin. */
export type PayerRow = Row<BridgeTables['payers']>;

/** An answer of a signer: a signature, or a refusal with its code and sentence. */
export interface SignerAnswer {
  readonly signer: string;
  readonly domain: Domain;
  /** Unix milliseconds. */
  readonly atMs: number;
  readonly refusal: { readonly code: string; readonly message: string } | null;
}

/** What relayers note of their signers and payers, for their operators. Nothing is decided by it. */
export interface OracleRecordRepository {
  /** Notes answers in their order; of each signer and destination the last signature and the last refusal are kept. */
  answered(answers: readonly SignerAnswer[]): Promise<void>;
  /** Forgets all signers but these. */
  keepSigners(signers: readonly string[]): Promise<void>;
  /** Every answer that is kept, by signer and destination. */
  answers(): Promise<readonly SignerAnswerRow[]>;
  notePayer(payer: PayerRow): Promise<void>;
  /** The payers of all chains, by domain. */
  payers(): Promise<readonly PayerRow[]>;
}

const payerOf = only<PayerRow>({ domain: true, address: true, minimum: true });

/** OracleRecordRepository over its two tables. */
export function createOracleRecordRepository({ read, write, tables }: BridgeContext): OracleRecordRepository {
  const { signerAnswers, payers } = tables;
  /** What one process notes after the other: nobody waits for it. */
  const noted = { locks: [lockOf('area', 'oracle record')] };
  return {
    answered: (answers) =>
      write(
        'normal',
        function* () {
          for (const { signer, domain, atMs, refusal } of answers) {
            const set =
              refusal === null
                ? { signedAtMs: atMs }
                : { refusedAtMs: atMs, refusalCode: refusal.code, refusalMessage: refusal.message };
            const target = [signerAnswers.signer, signerAnswers.domain];
            yield* run((db) =>
              db
                .insert(signerAnswers)
                .values({ signer, domain, ...set })
                .onConflictDoUpdate({ target, set }),
            );
          }
        },
        noted,
      ),

    keepSigners: async (signers) => {
      await write(
        'normal',
        () => run((db) => db.delete(signerAnswers).where(notInArray(signerAnswers.signer, [...signers]))),
        noted,
      );
    },

    answers: () =>
      read(() =>
        all((db) => db.select().from(signerAnswers).orderBy(asc(signerAnswers.signer), asc(signerAnswers.domain))),
      ),

    notePayer: (payer) =>
      write(
        'normal',
        function* () {
          const row = payerOf(payer);
          yield* run((db) => db.insert(payers).values(row).onConflictDoUpdate({ target: payers.domain, set: row }));
        },
        noted,
      ),

    payers: () => read(() => all((db) => db.select().from(payers).orderBy(asc(payers.domain)))),
  };
}
