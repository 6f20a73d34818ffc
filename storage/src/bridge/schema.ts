import type { SendOperation } from '@causeway/protocol';
import {
  type Domain,
  type FieldName,
  type FieldTypeOf,
  type Kind,
  MESSAGE_FIELDS,
  type OrderState,
  type SignedTransaction,
  type SwapOrderState,
  type TransactionCost,
  type UnsignedTransaction,
} from '@causeway/protocol';
import { sql } from 'drizzle-orm';
import type { Dialect } from '../core/dialect.ts';
import { epochTables } from '../core/epochs.ts';
import { eventTables } from '../core/events.ts';
import { leaseTables } from '../core/leases.ts';
import { isInBacklog } from './backlog.ts';
import type { BrokenView, OutcomeRow, PaidFields } from './chain-view.ts';
import type { LaneDifference } from './comparisons.ts';
import { oracleRecordTables } from './oracle-record-schema.ts';
import type { SubmissionPurpose } from './submission-details.ts';
import type { StoredSubmission } from './submissions.ts';
import { swapTables } from './swap-schema.ts';

/** All tables of relayer and signers. The API's database contains them too. */
export const bridgeTables = (dialect: Dialect) => ({
  ...eventTables(dialect),
  ...epochTables(dialect),
  ...leaseTables(dialect),
  ...chainTables(dialect),
  ...orderTables(dialect),
  ...swapTables(dialect),
  ...submissionTables(dialect),
  ...feeTables(dialect),
  ...oracleRecordTables(dialect),
});

/** Tables of the bridge. */
export type BridgeTables = ReturnType<typeof bridgeTables>;

const domain = ({ integer }: Dialect) => integer<Domain>().notNull();
const flag = ({ boolean }: Dialect) => boolean().notNull().default(false);

/** A position on a chain. Each row keeps it, because blocks are pruned beyond finality. */
const position = ({ integer, text }: Dialect) => ({
  blockNumber: integer().notNull(),
  blockHash: text().notNull(),
  blockTimeMs: integer().notNull(),
  transaction: text().notNull(),
  positionIndex: integer().notNull(),
});

/** The fields of a message. */
function messageColumns(dialect: Dialect) {
  const columns = {
    kind: () => dialect.integer<Kind>().notNull(),
    u32: () => domain(dialect),
    u64: () => dialect.u64().notNull(),
    u128: () => dialect.wireAmount().notNull(),
    word: () => dialect.hex().notNull(),
  };
  type Columns = { [Name in FieldName]: ReturnType<(typeof columns)[FieldTypeOf<Name>]> };
  return Object.fromEntries(MESSAGE_FIELDS.map(({ name, type }) => [name, columns[type]()])) as Columns;
}

const chainTables = (dialect: Dialect) => {
  const { table, index, uniqueIndex, primaryKey, text, integer, hex, u64 } = dialect;
  return {
    /** Recorded blocks of a bridge: scan ends and blocks with events. The newest is the scan cursor. */
    blocks: table(
      'blocks',
      {
        family: text().notNull(),
        domain: domain(dialect),
        number: integer().notNull(),
        hash: text().notNull(),
        timeMs: integer().notNull(),
      },
      (row) => [primaryKey({ columns: [row.family, row.domain, row.number] })],
    ),

    /** Views that must not be acted on, because a turn ended in a contradiction and none has succeeded since. */
    brokenViews: table(
      'broken_views',
      {
        family: text().notNull(),
        domain: domain(dialect),
        code: text<BrokenView['code']>().notNull(),
        reason: text().notNull(),
        sinceMs: integer().notNull(),
      },
      (row) => [primaryKey({ columns: [row.family, row.domain] })],
    ),

    /** Outbound messages from their source. */
    messages: table(
      'messages',
      {
        messageId: hex().primaryKey(),
        family: text().notNull(),
        ...messageColumns(dialect),
        ...position(dialect),
        final: flag(dialect),
        /** An outcome on the destination is recorded. */
        delivered: flag(dialect),
        /** An order is bound to it. */
        matched: flag(dialect),
      },
      (row) => [
        uniqueIndex('messages_lane').on(row.family, row.source, row.destination, row.nonce),
        index('messages_height').on(row.family, row.source, row.final, row.blockNumber),
        index('messages_undelivered').on(row.family, row.destination, row.final, row.delivered, row.blockTimeMs),
        index('messages_unmatched').on(row.matched, row.family, row.source, row.kind, row.blockTimeMs),
        index('messages_reference').on(row.reference, row.kind),
        index('messages_sender').on(row.sender, row.blockTimeMs),
      ],
    ),

    /**
     * Executions and cancellations from every bridge. One counts only if its message is known and goes to that bridge;
     * outcomes of unknown messages are kept apart by emitter until the message is seen.
     */
    outcomes: table(
      'outcomes',
      {
        messageId: hex().notNull(),
        family: text().notNull(),
        domain: domain(dialect),
        status: text<OutcomeRow['status']>().notNull(),
        credited: flag(dialect),
        ...position(dialect),
        final: flag(dialect),
        /** What an execution paid, as its event says; null for a cancellation, and in rows of earlier releases. */
        operation: text<PaidFields['operation']>(),
        recipient: hex(),
        wireAmount: dialect.wireAmount(),
        reference: hex(),
        /** It agrees with its message, or an operator acknowledged it. A cancellation has nothing to compare. */
        compared: flag(dialect),
      },
      (row) => [
        primaryKey({ columns: [row.messageId, row.family, row.domain] }),
        index('outcomes_compared').on(row.family, row.domain, row.compared),
        index('outcomes_height').on(row.family, row.domain, row.final, row.blockNumber),
      ],
    ),

    /** Roots that are committed or replaced on the destination. The newest row of an interval is in force. */
    roots: table(
      'roots',
      {
        family: text().notNull(),
        source: domain(dialect),
        destination: domain(dialect),
        firstNonce: u64().notNull(),
        count: integer().notNull(),
        root: hex().notNull(),
        ...position(dialect),
        /** It is the root of the source's messages. */
        compared: flag(dialect),
      },
      (row) => [
        index('roots_compared').on(row.family, row.source, row.destination, row.compared),
        primaryKey({
          columns: [row.family, row.source, row.destination, row.firstNonce, row.blockNumber, row.positionIndex],
        }),
        index('roots_height').on(row.family, row.destination, row.blockNumber),
      ],
    ),

    /**
     * What a view scanned itself: every block of a bridge from `fromBlock` up to the cursor. The blocks before were
     * taken over from an exported view. Without a row nothing is known: releases without this table recorded the
     * blocks.
     */
    ownScans: table(
      'own_scans',
      {
        family: text().notNull(),
        domain: domain(dialect),
        fromBlock: integer().notNull(),
        /** Time of the block before, Unix milliseconds; 0 when the scan began at the deployment. */
        afterTimeMs: integer().notNull(),
      },
      (row) => [primaryKey({ columns: [row.family, row.domain] })],
    ),

    /** Nonces of a lane whose messages, outcomes and roots were deleted because nothing needs them: no gap. */
    prunedNonces: table(
      'pruned_nonces',
      {
        family: text().notNull(),
        source: domain(dialect),
        destination: domain(dialect),
        firstNonce: u64().notNull(),
        /** The nonce after the last one. */
        endNonce: u64().notNull(),
        /** The highest block of the destination with one of their outcomes. */
        lastBlock: integer().notNull().default(0),
      },
      (row) => [primaryKey({ columns: [row.family, row.source, row.destination, row.firstNonce] })],
    ),

    /** What a destination did that the source's messages do not account for. */
    laneDifferences: table(
      'lane_differences',
      {
        family: text().notNull(),
        source: domain(dialect),
        destination: domain(dialect),
        kind: text<LaneDifference['kind']>().notNull(),
        /** The first nonce of the interval, or the id of the executed message. */
        subject: text().notNull(),
        /** Block and transaction of the destination. */
        blockNumber: integer().notNull(),
        transaction: text().notNull(),
        detail: text().notNull(),
        sinceMs: integer().notNull(),
        /** When an operator acknowledged the execution; null while it counts. */
        acknowledgedAtMs: integer(),
      },
      (row) => [primaryKey({ columns: [row.family, row.source, row.destination, row.kind, row.subject] })],
    ),
  };
};

const orderTables = (dialect: Dialect) => {
  const { table, index, uniqueIndex, text, integer, hex, wireAmount, exactJson } = dialect;
  return {
    /** Bridge orders. Only the order repository writes them. */
    orders: table(
      'orders',
      {
        /** UUID of the order. */
        id: text().primaryKey(),
        origin: text<'api' | 'chain'>().notNull(),
        state: text<OrderState>().notNull(),
        /** The status of an order of mode swap; null for a bridge order, whose status is its state. */
        swapState: text<SwapOrderState>(),
        family: text().notNull(),
        operation: text<SendOperation>().notNull(),
        source: domain(dialect),
        destination: domain(dialect),
        assetHome: domain(dialect),
        /** Left-padded; null until the lock is seen or the wallet is known. */
        sender: hex(),
        recipient: hex().notNull(),
        wireAmount: wireAmount().notNull(),
        reference: hex().notNull(),
        messageId: hex(),
        cancelMessageId: hex(),
        lockTransaction: text(),
        lockBlock: integer(),
        mintTransaction: text(),
        refundTransaction: text(),
        requiredConfirmations: integer().notNull(),
        signatures: integer().notNull().default(0),
        requiredSignatures: integer().notNull(),
        credited: flag(dialect),
        /** The last execution (mint, release or refund) is beyond its chain's finality. */
        final: flag(dialect),
        /** Typed code and sentence when the order failed, or expired because of a failure. */
        failureCode: text(),
        failureMessage: text(),
        /** Avatar that ordered it; null for orders found on chain. */
        avatarId: text(),
        /**
         * The signer of the lock: "service" with a wallet that it holds, or "self", the orderer; null when found on
         * chain.
         */
        custody: text<'service' | 'self'>(),
        /** The wallet that signs the lock; null without one here, and in orders of releases that did not keep it. */
        walletId: text(),
        /** The refund address in the lock, in the source chain's local form; null: the sender. */
        refundAddress: text(),
        /** The unsigned transactions that the orderer received for signing. */
        unsignedTransactions: exactJson<readonly UnsignedTransaction[]>(),
        /**
         * The most that the lock may pay for its delivery, smallest units of the source's coin; null when found on
         * chain.
         */
        deliveryFee: wireAmount(),
        /** Facts for display at the time of creation: exchangeRate, exchangeRateToken, valueUsd. */
        details: exactJson<Readonly<Record<string, string | null>>>().notNull(),
        expiresAtMs: integer(),
        createdAtMs: integer().notNull(),
        updatedAtMs: integer().notNull(),
        completedAtMs: integer(),
        /** Increases with every change; the ETag. */
        version: integer().notNull().default(1),
      },
      (row) => [
        index('orders_state').on(row.state, row.id),
        index('orders_backlog')
          .on(row.state, row.family, row.source, row.destination, row.assetHome, row.createdAtMs)
          .where(isInBacklog(row.state)),
        index('orders_avatar').on(row.avatarId, row.id),
        index('orders_avatar_state').on(row.avatarId, row.state, row.id),
        index('orders_swap_state').on(row.swapState, row.id).where(sql`${row.swapState} is not null`),
        index('orders_avatar_swap_state')
          .on(row.avatarId, row.swapState, row.id)
          .where(sql`${row.swapState} is not null`),
        index('orders_sender_state').on(row.sender, row.state),
        index('orders_recipient').on(row.recipient, row.state),
        index('orders_paid_to').on(row.recipient, row.destination, row.id),
        index('orders_sent_from').on(row.sender, row.source, row.id),
        index('orders_refund_address').on(row.refundAddress, row.state),
        index('orders_reference').on(row.reference, row.state),
        // Anybody may give any number of locks one reference.
        index('orders_chain_reference').on(row.reference, row.id).where(sql`${row.origin} = 'chain'`),
        uniqueIndex('orders_api_reference').on(row.reference).where(sql`${row.origin} = 'api'`),
        uniqueIndex('orders_message').on(row.messageId),
        index('orders_cancel_message').on(row.cancelMessageId),
        index('orders_lock_transaction').on(row.lockTransaction),
        index('orders_mint_transaction').on(row.mintTransaction),
        index('orders_refund_transaction').on(row.refundTransaction),
        // Of what everyone sees: an order whose lock was seen.
        index('orders_locked').on(row.id).where(sql`${row.messageId} is not null`),
        index('orders_lane').on(row.source, row.destination, row.id).where(sql`${row.messageId} is not null`),
        index('orders_credited').on(row.id).where(sql`${row.credited}`),
      ],
    ),
  };
};

const submissionTables = (dialect: Dialect) => {
  const { table, index, uniqueIndex, primaryKey, text, integer, serial, hex, u64, exactJson } = dialect;
  /** Outgoing transactions, persisted before they are broadcast. */
  const submissions = table(
    'submissions',
    {
      id: text().primaryKey(),
      purpose: text<SubmissionPurpose>().notNull(),
      domain: domain(dialect),
      family: text().notNull(),
      state: text<StoredSubmission['state']>().notNull(),
      payer: text().notNull(),
      sequence: integer().notNull(),
      details: exactJson().notNull(),
      costs: exactJson<readonly TransactionCost[]>(),
      createdAtMs: integer().notNull(),
      updatedAtMs: integer().notNull(),
    },
    (row) => [index('submissions_state').on(row.purpose, row.state, row.domain, row.id)],
  );
  const submissionId = () =>
    text()
      .notNull()
      .references(() => submissions.id);
  return {
    submissions,

    /** Every signed version of a submission, numbered from 0. */
    submissionVersions: table(
      'submission_versions',
      { submissionId: submissionId(), number: integer().notNull(), body: exactJson<SignedTransaction>().notNull() },
      (row) => [primaryKey({ columns: [row.submissionId, row.number] })],
    ),

    /** The orders in a submission, in its order. */
    submissionOrders: table(
      'submission_orders',
      { submissionId: submissionId(), number: integer().notNull(), orderId: text().notNull() },
      (row) => [
        primaryKey({ columns: [row.submissionId, row.number] }),
        index('submission_orders_order').on(row.orderId),
      ],
    ),

    /** The messages on which an oracle submission acts, with their blocks as they were planned. */
    submissionMessages: table(
      'submission_messages',
      {
        submissionId: submissionId(),
        number: integer().notNull(),
        messageId: hex().notNull(),
        blockNumber: integer().notNull(),
        blockHash: text().notNull(),
      },
      (row) => [primaryKey({ columns: [row.submissionId, row.number] })],
    ),

    /** The intervals that an oracle submission commits, with their roots as they were planned. */
    submissionRoots: table(
      'submission_roots',
      {
        submissionId: submissionId(),
        number: integer().notNull(),
        source: domain(dialect),
        firstNonce: u64().notNull(),
        count: integer().notNull(),
        root: hex().notNull(),
      },
      (row) => [primaryKey({ columns: [row.submissionId, row.number] })],
    ),

    /** The signer's signatures. */
    signatures: table(
      'signatures',
      {
        id: serial(),
        domain: domain(dialect),
        anchor: text().notNull(),
        digest: hex().notNull(),
        calls: exactJson<readonly Readonly<Record<string, unknown>>[]>().notNull(),
        createdAtMs: integer().notNull(),
      },
      (row) => [uniqueIndex('signatures_digest').on(row.domain, row.digest)],
    ),

    /** Anchors that the signer's operator lets be used up by a transaction without an effect. */
    voidAllowances: table(
      'void_allowances',
      {
        family: text().notNull(),
        domain: domain(dialect),
        anchor: text().notNull(),
        expiresAtMs: integer().notNull(),
      },
      (row) => [primaryKey({ columns: [row.family, row.domain, row.anchor] })],
    ),
  };
};

const feeTables = (dialect: Dialect) => ({
  /** Delivery fees of lanes, as they were read from the bridges: each since when it was first seen. */
  deliveryFees: dialect.table(
    'delivery_fees',
    {
      family: dialect.text().notNull(),
      source: domain(dialect),
      destination: domain(dialect),
      sinceMs: dialect.integer().notNull(),
      fee: dialect.wireAmount().notNull(),
    },
    (row) => [dialect.primaryKey({ columns: [row.family, row.source, row.destination, row.sinceMs] })],
  ),
});
