import { sql } from 'drizzle-orm';
import type { Kit } from '../core/kit.ts';

/** Tables of wallets. */
export const walletTables = (kit: Kit) => {
  const { table, index, uniqueIndex, primaryKey, text, integer, boolean, wireAmount } = kit;
  return {
    /** One sealed seed per avatar, below which its wallets are derived. */
    walletSeeds: table(
      'wallet_seeds',
      {
        avatarId: text().primaryKey(),
        /** Entropy and seed, sealed; see the API's wallets area. */
        sealed: text().notNull(),
        /** The version of the master key that `sealed` needs. */
        masterKey: text().notNull(),
        createdAtMs: integer().notNull(),
        updatedAtMs: integer().notNull(),
      },
      (row) => [index('wallet_seeds_master_key').on(row.masterKey, row.avatarId)],
    ),

    /** The next unused index below a seed, by provider type. An index is never used twice. */
    walletIndexes: table(
      'wallet_indexes',
      { avatarId: text().notNull(), providerType: integer().notNull(), next: integer().notNull() },
      (row) => [primaryKey({ columns: [row.avatarId, row.providerType] })],
    ),

    wallets: table(
      'wallets',
      {
        /** UUID v7. */
        id: text().primaryKey(),
        avatarId: text().notNull(),
        providerType: integer().notNull(),
        name: text().notNull(),
        description: text().notNull(),
        /** The chain's own form. */
        address: text().notNull(),
        /** Null when only the address is known. */
        publicKey: text(),
        /** Index below the avatar's seed; null when its owner holds the key. */
        seedIndex: integer(),
        /** The key is held here, or its owner has signed a challenge. */
        verified: boolean().notNull(),
        isDefault: boolean().notNull(),
        /** The text that a caller may sign now, and until when. */
        challenge: text(),
        challengeExpiresAtMs: integer(),
        createdAtMs: integer().notNull(),
        updatedAtMs: integer().notNull(),
        /** Since when it is deleted, and can still be restored. */
        hiddenAtMs: integer(),
        version: integer().notNull().default(1),
      },
      (row) => [
        uniqueIndex('wallets_address').on(row.avatarId, row.providerType, row.address),
        uniqueIndex('wallets_default').on(row.avatarId, row.providerType).where(sql`${row.isDefault}`),
        index('wallets_avatar').on(row.avatarId, row.id),
        index('wallets_hidden').on(row.hiddenAtMs),
      ],
    ),

    /** Plain transfers from custodial wallets. */
    walletTransfers: table(
      'wallet_transfers',
      {
        /** UUID v7. */
        id: text().primaryKey(),
        walletId: text().notNull(),
        avatarId: text().notNull(),
        /** The chain, and a family with a bridge there. */
        domain: integer().notNull(),
        family: text().notNull(),
        from: text().notNull(),
        to: text().notNull(),
        symbol: text().notNull(),
        /** Local address of the token; null for the native coin. */
        token: text(),
        decimals: integer().notNull(),
        /** In local units, below 2^128. */
        amount: wireAmount().notNull(),
        state: text<'requested' | 'sent' | 'included' | 'completed' | 'failed'>().notNull(),
        transaction: text(),
        failureCode: text(),
        failureMessage: text(),
        createdAtMs: integer().notNull(),
        updatedAtMs: integer().notNull(),
        version: integer().notNull().default(1),
      },
      (row) => [
        index('wallet_transfers_state').on(row.state, row.id),
        index('wallet_transfers_wallet').on(row.walletId, row.id),
        index('wallet_transfers_avatar').on(row.avatarId, row.symbol, row.createdAtMs),
      ],
    ),
  };
};
export type WalletTables = ReturnType<typeof walletTables>;
