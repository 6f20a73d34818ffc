import type { OrderDetail } from '@causeway/client';
import { first } from '../../lib/first.ts';
import { named } from '../../lib/format.ts';
import { useResource } from '../../lib/resource.ts';
import { api } from '../../lib/service.ts';
import { Fact, Facts } from '../../parts/page.tsx';
import { Hash } from '../../parts/values.tsx';
import { order as words } from '../../text/order.ts';

interface Part {
  readonly order: OrderDetail;
}

/** The transactions of an order, each to look up elsewhere, and the order that brings a swap home or is brought home. */
export function Transactions({ order }: Part) {
  const known = [
    [words.lock, order.lockTransaction, order.fromChain],
    [words.delivery, order.mintTransaction, order.toChain],
    [words.fill, order.fillTransaction, order.toChain],
    [words.home, order.returnTransaction, order.toChain],
    [words.refundTransaction, order.refundTransaction, order.fromChain],
  ] as const;
  return (
    <>
      <Facts>
        {known.map(
          ([name, transaction, chain]) =>
            typeof transaction === 'string' && (
              <Fact key={name} name={`${name} · ${named(chain)}`}>
                <Hash value={transaction} />
              </Fact>
            ),
        )}
      </Facts>
      {(order.mode === 'swap' ? order.returnTransaction : order.origin === 'chain') && <Partners order={order} />}
      <p class="soft">{words.elsewhere}</p>
    </>
  );
}

/** Most orders with the same reference among which a partner is sought; anyone can lock with any reference. */
const MOST_PARTNERS = 20;

/** A swap that nobody filled and the order that brings its input home, each at the other. */
function Partners({ order }: Part) {
  const loaded = useResource(`partners ${order.orderId} ${order.version}`, () =>
    first(api.orders.byReference(order.reference), MOST_PARTNERS),
  );
  const isSwap = order.mode === 'swap';
  const home = order.returnTransaction ?? null;
  const partners = loaded.state.value.data?.filter((other) =>
    isSwap
      ? other.origin === 'chain' && home !== null && other.lockTransaction === home
      : other.mode === 'swap' && (other.returnTransaction ?? null) === order.lockTransaction,
  );
  return (
    <Facts>
      {partners?.map(({ orderId }) => (
        <Fact key={orderId} name={isSwap ? words.homeward : words.bringsHome}>
          <Hash value={orderId} href={`/o/${orderId}`} />
        </Fact>
      ))}
    </Facts>
  );
}
