import type { Domain, Kind, OrderState } from '@causeway/protocol';
import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { exactJson, hex, publicJson, u64, wireAmount } from './columns.ts';
import type { OrderRow, OutcomeRow, StoredAnswer, SubmissionRow } from './repositories.ts';

const domain = () => integer().$type<Domain>().notNull();
const flag = () => integer({ mode: 'boolean' }).notNull().default(false);

/** Where something stands on a chain; kept in each row because blocks are pruned beyond finality. */
const position = {
  blockNumber: integer().notNull(),
  blockHash: text().notNull(),
  blockTimeMs: integer().notNull(),
  transaction: text().notNull(),
  positionIndex: integer().notNull(),
};

/** Recorded blocks of a bridge: scan ends and blocks with events. The newest is the scan cursor. */
export const blocks = sqliteTable(
  'blocks',
  {
    family: text().notNull(),
    domain: domain(),
    number: integer().notNull(),
    hash: text().notNull(),
    timeMs: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.family, table.domain, table.number] })],
);

/** Outbound messages as seen on their source. */
export const messages = sqliteTable(
  'messages',
  {
    messageId: hex().primaryKey(),
    family: text().notNull(),
    kind: integer().$type<Kind>().notNull(),
    source: domain(),
    destination: domain(),
    nonce: u64().notNull(),
    sourceBridge: hex().notNull(),
    destinationBridge: hex().notNull(),
    assetHome: domain(),
    sender: hex().notNull(),
    recipient: hex().notNull(),
    wireAmount: wireAmount().notNull(),
    reference: hex().notNull(),
    ...position,
    final: flag(),
    /** An outcome on the destination is recorded. */
    delivered: flag(),
    /** An order is bound to it. */
    matched: flag(),
  },
  (table) => [
    uniqueIndex('messages_lane').on(table.family, table.source, table.destination, table.nonce),
    index('messages_height').on(table.family, table.source, table.final, table.blockNumber),
    index('messages_undelivered').on(table.family, table.destination, table.final, table.delivered, table.blockTimeMs),
    index('messages_unmatched').on(table.matched, table.kind, table.blockTimeMs),
    index('messages_reference').on(table.reference, table.kind),
  ],
);

/** Executions and cancellations as seen on the destination. */
export const outcomes = sqliteTable(
  'outcomes',
  {
    messageId: hex().primaryKey(),
    family: text().notNull(),
    domain: domain(),
    status: text().$type<OutcomeRow['status']>().notNull(),
    credited: flag(),
    ...position,
    final: flag(),
  },
  (table) => [index('outcomes_height').on(table.family, table.domain, table.final, table.blockNumber)],
);

/** Roots as seen committed or replaced on the destination; the newest row of an interval is in force. */
export const roots = sqliteTable(
  'roots',
  {
    family: text().notNull(),
    source: domain(),
    destination: domain(),
    firstNonce: u64().notNull(),
    count: integer().notNull(),
    root: hex().notNull(),
    ...position,
  },
  (table) => [
    primaryKey({
      columns: [
        table.family,
        table.source,
        table.destination,
        table.firstNonce,
        table.blockNumber,
        table.positionIndex,
      ],
    }),
    index('roots_height').on(table.family, table.destination, table.blockNumber),
  ],
);

/** Bridge orders; written by the order repository alone. */
export const orders = sqliteTable(
  'orders',
  {
    id: text().primaryKey(),
    origin: text().$type<OrderRow['origin']>().notNull(),
    state: text().$type<OrderState>().notNull(),
    family: text().notNull(),
    operation: text().$type<OrderRow['operation']>().notNull(),
    source: domain(),
    destination: domain(),
    assetHome: domain(),
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
    confirmations: integer().notNull().default(0),
    requiredConfirmations: integer().notNull(),
    signatures: integer().notNull().default(0),
    requiredSignatures: integer().notNull(),
    credited: flag(),
    final: flag(),
    failureCode: text(),
    failureMessage: text(),
    avatarId: text(),
    details: exactJson<OrderRow['details']>().notNull(),
    expiresAtMs: integer(),
    createdAtMs: integer().notNull(),
    updatedAtMs: integer().notNull(),
    completedAtMs: integer(),
    version: integer().notNull().default(1),
  },
  (table) => [
    index('orders_state').on(table.state, table.id),
    index('orders_avatar').on(table.avatarId, table.id),
    index('orders_reference').on(table.reference, table.state),
    uniqueIndex('orders_api_reference').on(table.reference).where(sql`${table.origin} = 'api'`),
    uniqueIndex('orders_message').on(table.messageId),
    index('orders_cancel_message').on(table.cancelMessageId),
  ],
);

/** The one event table: every order transition and whatever else streams show; seq has the order of the commits. */
export const events = sqliteTable(
  'events',
  {
    seq: integer().primaryKey({ autoIncrement: true }),
    subject: text().notNull(),
    type: text().notNull(),
    data: publicJson().notNull(),
    createdAtMs: integer().notNull(),
  },
  (table) => [index('events_subject').on(table.subject, table.seq)],
);

/** Outgoing transactions, persisted before they are broadcast. */
export const submissions = sqliteTable(
  'submissions',
  {
    id: text().primaryKey(),
    purpose: text().$type<SubmissionRow['purpose']>().notNull(),
    domain: domain(),
    family: text().notNull(),
    state: text().$type<SubmissionRow['state']>().notNull(),
    payer: text().notNull(),
    sequence: integer().notNull(),
    details: exactJson().notNull(),
    createdAtMs: integer().notNull(),
    updatedAtMs: integer().notNull(),
  },
  (table) => [index('submissions_state').on(table.purpose, table.state, table.domain, table.id)],
);

/** Every signed version of a submission, numbered from 0. */
export const submissionVersions = sqliteTable(
  'submission_versions',
  {
    submissionId: text()
      .notNull()
      .references(() => submissions.id),
    number: integer().notNull(),
    body: exactJson().notNull(),
  },
  (table) => [primaryKey({ columns: [table.submissionId, table.number] })],
);

/** The orders that a submission carries, in its order. */
export const submissionOrders = sqliteTable(
  'submission_orders',
  {
    submissionId: text()
      .notNull()
      .references(() => submissions.id),
    number: integer().notNull(),
    orderId: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.submissionId, table.number] }),
    index('submission_orders_order').on(table.orderId),
  ],
);

/** What a signer has signed. */
export const signatures = sqliteTable(
  'signatures',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    domain: domain(),
    anchor: text().notNull(),
    digest: hex().notNull(),
    calls: exactJson<readonly Readonly<Record<string, unknown>>[]>().notNull(),
    createdAtMs: integer().notNull(),
  },
  (table) => [uniqueIndex('signatures_digest').on(table.domain, table.digest)],
);

/** Keys of idempotent POSTs; `answer` is null while the request is in flight. */
export const idempotencyKeys = sqliteTable(
  'idempotency_keys',
  {
    caller: text().notNull(),
    route: text().notNull(),
    key: text().notNull(),
    bodyHash: text().notNull(),
    answer: exactJson<StoredAnswer>(),
    createdAtMs: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.caller, table.route, table.key] }),
    index('idempotency_keys_age').on(table.createdAtMs),
  ],
);
