import { buildBatch, type Message } from '@causeway/protocol';
import type { MessageRow, OrderRow, PlatformStorage, RootRow } from '@causeway/storage';
import type { OrderProof } from './proof-schemas.ts';

type Views = Pick<PlatformStorage, 'chainView'>;

const laneOf = ({ family, message: { source, destination } }: MessageRow) => ({ family, source, destination });

/** The message of the order's lock or burn, as its source emitted it. */
const messageOf = async ({ chainView }: Views, { messageId }: OrderRow): Promise<MessageRow | undefined> =>
  messageId === null ? undefined : chainView.message(messageId);

const rootOver = ({ chainView }: Views, row: MessageRow): Promise<RootRow | undefined> =>
  chainView.rootOf(laneOf(row), row.message.nonce);

/** The committed interval that contains the order's message. */
export async function rootOf(views: Views, order: OrderRow): Promise<RootRow | undefined> {
  const row = await messageOf(views, order);
  return row && rootOver(views, row);
}

/**
 * Everything that shows the order's delivery to who trusts the destination's chain alone: the message, and the way from
 * it to the committed root. Fields are null until they exist. The siblings come from the source's messages, and not
 * from the root: where they do not lead to it, the root is of other messages.
 */
export async function orderProof(views: Views, order: OrderRow): Promise<OrderProof> {
  const row = await messageOf(views, order);
  if (!row) return { messageId: null, message: null, interval: null };
  const root = await rootOver(views, row);
  return {
    messageId: row.messageId,
    message: shown(row.message),
    interval: root ? await intervalOf(views, row, root) : null,
  };
}

async function intervalOf({ chainView }: Views, row: MessageRow, root: RootRow): Promise<OrderProof['interval']> {
  const { firstNonce, count } = root;
  const rows = await chainView.messages(laneOf(row), firstNonce, count, false);
  const isWhole = rows.length === count;
  const batch = isWhole
    ? buildBatch(
        firstNonce,
        rows.map(({ messageId }) => messageId),
      )
    : null;
  return {
    firstNonce: String(firstNonce),
    count,
    root: root.root,
    transaction: root.at.transaction,
    siblings: batch ? [...batch.proofOf(row.message.nonce)] : null,
  };
}

const shown = (message: Message): NonNullable<OrderProof['message']> => ({
  ...message,
  nonce: String(message.nonce),
  wireAmount: String(message.wireAmount),
});
