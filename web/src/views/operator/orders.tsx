import type { TroubledOrder } from '@causeway/client';
import { list, text } from '../../lib/format.ts';
import { usePaged } from '../../lib/paged.ts';
import { answered, api } from '../../lib/service.ts';
import { PagedTable } from '../../parts/pages.tsx';
import { Word } from '../../parts/state.tsx';
import type { Column } from '../../parts/table.tsx';
import { Amount, Command, Foreign, Hash, Time, Way } from '../../parts/values.tsx';
import { troubles, operator as words } from '../../text/operator.ts';

/** Rows of one page, and milliseconds between two requests. */
const LIMIT = 10;
const EVERY_MS = 5_000;

const COLUMNS: readonly Column<TroubledOrder>[] = [
  [words.order, ({ order }) => <Hash value={order.orderId} href={`/o/${order.orderId}`} />],
  [words.trouble, ({ trouble }) => <Word among={troubles} value={trouble} />],
  [words.since, ({ since }) => <Time iso={since} />],
  [words.way, ({ order }) => <Way from={order.fromChain} to={order.toChain} />],
  [words.amount, ({ order }) => <Amount value={order.fromAmount} unit={order.fromToken} />],
  [words.reason, ({ reason }) => <Foreign most={2_000}>{reason}</Foreign>],
  [words.commands, ({ commands }) => list(commands).map((command) => <Command key={command} value={text(command)} />)],
];

/** Failed and stuck orders of everybody, the oldest first. */
export function TroubledOrders() {
  const options = { step: LIMIT, idOf: ({ order }: TroubledOrder) => order.orderId, everyMs: EVERY_MS };
  const orders = usePaged('troubled orders', options, (query) =>
    answered(api.http.GET('/api/v1/operator/orders', { params: { query } })),
  );
  return <PagedTable of={orders} columns={COLUMNS} empty={words.noOrders} />;
}
