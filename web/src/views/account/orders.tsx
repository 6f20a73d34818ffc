import type { Order } from '@causeway/client';
import { usePaged } from '../../lib/paged.ts';
import { answered, api } from '../../lib/service.ts';
import { PagedList } from '../../parts/pages.tsx';
import { State } from '../../parts/state.tsx';
import { Amount, Hash, Way } from '../../parts/values.tsx';
import { account as words } from '../../text/account.ts';

/** How the orders are read. */
const READING = { step: 10, everyMs: 3_000, idOf: ({ orderId }: Order) => orderId };

/** The orders of one's own, the newest first. */
export function Orders() {
  const loaded = usePaged('own orders', READING, (query) =>
    answered(api.http.GET('/api/v1/orders', { params: { query } })),
  );
  return (
    <PagedList
      of={loaded}
      empty={
        <>
          {words.noOrders} <a href="/send">{words.sendOne}</a>
        </>
      }
      row={(order) => (
        <>
          <Hash value={order.orderId} href={`/o/${order.orderId}`} />{' '}
          <Amount value={order.fromAmount} unit={order.fromToken} /> <Way from={order.fromChain} to={order.toChain} />{' '}
          <State status={order.status} />
        </>
      )}
    />
  );
}
