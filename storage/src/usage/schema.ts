import type { Dialect } from '../core/dialect.ts';
import type { QuotaKind } from '../core/quotas.ts';

/** The tables of what owners store. */
export const usageTables = ({ table, index, primaryKey, text, integer, serial }: Dialect) => ({
  /**
   * Changed in the transactions that store what is counted, of which one at a time decides for each owner and kind.
   */
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

  /**
   * What was removed, or counted without a decision, since the owner's row was last changed: many transactions of one
   * owner write it without waiting for each other. The next decision adds it to the row.
   */
  ownerUsageChanges: table(
    'owner_usage_changes',
    {
      id: serial(),
      ownerId: text().notNull(),
      kind: text<QuotaKind>().notNull(),
      items: integer().notNull(),
      bytes: integer().notNull(),
    },
    (row) => [index('owner_usage_changes_owner').on(row.ownerId, row.kind)],
  ),
});
export type UsageTables = ReturnType<typeof usageTables>;
