import { sql } from 'drizzle-orm';
import type { Dialect } from '../core/dialect.ts';
import { freezeColumns } from '../core/freezes.ts';
import type { LimitSubject, SpenderKind } from './values.ts';

/** Tables of wallets. */
export const walletTables = (dialect: Dialect) => {
  const { table, index, uniqueIndex, primaryKey, text, integer, boolean, wireAmount } = dialect;
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
        /** Since when its owner has the recovery phrase: shown or exported. Null: only this row has it. */
        phraseGivenAtMs: integer(),
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
        ...freezeColumns(dialect),
      },
      (row) => [
        uniqueIndex('wallets_address').on(row.avatarId, row.providerType, row.address),
        uniqueIndex('wallets_default').on(row.avatarId, row.providerType).where(sql`${row.isDefault}`),
        index('wallets_avatar').on(row.avatarId, row.id),
        index('wallets_hidden').on(row.hiddenAtMs),
        index('wallets_frozen').on(row.frozenAtMs).where(sql`${row.frozenAtMs} is not null`),
      ],
    ),

    /**
     * Everything that was to leave a custodial wallet. The transfer or order decides whether a row still counts, so
     * that nothing has to be written when one fails, expires, is refunded, or is revived by a late lock.
     */
    walletSpends: table(
      'wallet_spends',
      {
        /** UUID v7. */
        id: text().primaryKey(),
        kind: text<'send' | 'order' | 'fee'>().notNull(),
        /** The transfer of a send, the order of an order or a fee. */
        reference: text().notNull(),
        avatarId: text().notNull(),
        walletId: text().notNull(),
        /** The asset whose limit it draws on, on every chain. */
        asset: text().notNull(),
        /** In units of 10^-decimals, below 2^128. */
        amount: wireAmount().notNull(),
        decimals: integer().notNull(),
        /** Who spent it: see Spender. */
        spender: text<SpenderKind>().notNull(),
        spenderId: text().notNull(),
        atMs: integer().notNull(),
      },
      (row) => [
        index('wallet_spends_avatar').on(row.avatarId, row.asset, row.atMs),
        index('wallet_spends_at').on(row.atMs),
      ],
    ),

    /**
     * The most that may leave within a day: of an avatar, set by an admin in place of the service's limit; of a wallet,
     * set by its owner; and the allowance that an API key or an agent got from its owner.
     */
    spendingLimits: table(
      'spending_limits',
      {
        subject: text<LimitSubject>().notNull(),
        /** The id of the avatar, wallet, API key or agent. */
        subjectId: text().notNull(),
        asset: text().notNull(),
        /** In units of 10^-decimals. */
        amount: wireAmount().notNull(),
        decimals: integer().notNull(),
        /** The avatar whom it belongs to; of an agent, its owner. */
        ownerId: text().notNull(),
        setBy: text().notNull(),
        setAtMs: integer().notNull(),
      },
      (row) => [
        primaryKey({ columns: [row.subject, row.subjectId, row.asset] }),
        index('spending_limits_owner').on(row.ownerId),
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
