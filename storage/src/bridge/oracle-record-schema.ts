import type { Domain } from '@causeway/protocol';
import type { Dialect } from '../core/dialect.ts';

/** Tables of what only a relayer knows of the oracle, for its operator. */
export const oracleRecordTables = ({ table, text, integer, wireAmount, primaryKey }: Dialect) => ({
  /** The last signature and the last refusal of each signer for each destination that asked it. */
  signerAnswers: table(
    'signer_answers',
    {
      /** Its URL in the relayer's configuration. */
      signer: text().notNull(),
      domain: integer<Domain>().notNull(),
      signedAtMs: integer(),
      refusedAtMs: integer(),
      /** The code of the refusal, also of a signer that gave no answer, and its sentence. */
      refusalCode: text(),
      refusalMessage: text(),
    },
    (row) => [primaryKey({ columns: [row.signer, row.domain] })],
  ),

  /** Who pays for the oracle's transactions on each chain. */
  payers: table('payers', {
    domain: integer<Domain>().primaryKey(),
    address: text().notNull(),
    /** Below it the balance is an alarm, smallest units of the native coin; null without one. */
    minimum: wireAmount(),
  }),
});
