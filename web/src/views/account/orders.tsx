import { first } from '../../lib/first.ts';
import { useResource } from '../../lib/resource.ts';
import { api } from '../../lib/service.ts';
import { Show } from '../../parts/loaded.tsx';
import { State } from '../../parts/state.tsx';
import { Amount, Hash, Way } from '../../parts/values.tsx';
import { account as words } from '../../text/account.ts';

/** Orders that are shown here. */
const MOST_ORDERS = 10;

/** The newest orders of one's own. */
export function Orders() {
  const loaded = useResource('own orders', () => first(api.orders.list({ limit: MOST_ORDERS }), MOST_ORDERS), {
    everyMs: 3_000,
  });
  return (
    <Show of={loaded}>
      {(orders) =>
        orders.length === 0 ? (
          <p>
            {words.noOrders} <a href="/send">{words.sendOne}</a>
          </p>
        ) : (
          <ul class="plain">
            {orders.map((order) => (
              <li key={order.orderId}>
                <Hash value={order.orderId} href={`/o/${order.orderId}`} />{' '}
                <Amount value={order.fromAmount} unit={order.fromToken} />
                <Way from={order.fromChain} to={order.toChain} /> <State status={order.status} />
              </li>
            ))}
          </ul>
        )
      }
    </Show>
  );
}
