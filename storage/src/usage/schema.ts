import type { Dialect } from '../core/dialect.ts';
import type { QuotaKind } from '../core/quotas.ts';

/** The table of what owners store. */
export const usageTables = ({ table, primaryKey, text, integer }: Dialect) => ({
  /** Changed in the transactions that store and remove what is counted. */
  ownerUsage: table(
    'owner_usage',
    {
      /** The avatar, or the owner of an agent. */
      ownerId: text().notNull(),
      kind: text<QuotaKind>().notNull(),
      items: integer().notNull(),
      bytes: integer().notNull(),
    },
    (row) => [primaryKey({ columns: [row.ownerId, row.kind] })],
  ),
});
export type UsageTables = ReturnType<typeof usageTables>;
