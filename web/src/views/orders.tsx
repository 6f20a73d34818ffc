import type { ExplorerEvent, ExplorerFilter, Order } from '@causeway/client';
import { useSignal } from '@preact/signals';
import { Component } from 'preact';
import { useEffect } from 'preact/hooks';
import { isId, isSearchable } from '../lib/find.ts';
import { list } from '../lib/format.ts';
import { onOrders } from '../lib/live.ts';
import { type Loaded, useResource } from '../lib/resource.ts';
import { go, place, setQuery } from '../lib/router.ts';
import { answered, api } from '../lib/service.ts';
import { announce } from '../parts/announcer.tsx';
import { Show } from '../parts/loaded.tsx';
import { Page } from '../parts/page.tsx';
import { State } from '../parts/state.tsx';
import { Amount, Hash, Time } from '../parts/values.tsx';
import { common } from '../text/common.ts';
import { states, orders as words } from '../text/orders.ts';

/** Most orders that the list keeps while it follows the stream. */
const MOST = 1_000;
/** Orders of one request; the page's HTML starts it with the same number. */
const LIMIT = 25;
interface Listed {
  readonly orders: readonly Order[];
  readonly nextCursor: string | null;
}

async function load(filter: ExplorerFilter, cursor?: string): Promise<Listed> {
  const query = { ...filter, limit: LIMIT, ...(cursor !== undefined && { cursor }) };
  const { result, nextCursor } = await answered(api.http.GET('/api/v1/explorer/orders', { params: { query } }));
  return { orders: list(result), nextCursor };
}

/** Everybody's orders, the newest first, live; and the box that finds one. */
export default function OrdersView() {
  const { query } = place.value;
  const filter: ExplorerFilter = Object.fromEntries(
    ['status', 'fromChain', 'toChain', 'search'].flatMap((name) => {
      const value = query.get(name);
      return value ? [[name, value]] : [];
    }),
  );
  return (
    <Page title={common.orders}>
      <Find value={filter.search ?? ''} />
      <Filters filter={filter} />
      <Orders key={JSON.stringify(filter)} filter={filter} />
    </Page>
  );
}

function Find({ value }: { readonly value: string }) {
  const text = useSignal(value);
  const find = (event: Event) => {
    event.preventDefault();
    const wanted = text.value.trim();
    if (isId(wanted)) go(`/o/${wanted}`);
    else setQuery({ search: wanted }, { replace: false });
  };
  return (
    <form class="row" onSubmit={find}>
      <label class="grow" for="find">
        {words.find}
        <input
          id="find"
          type="search"
          value={text}
          autocomplete="off"
          spellcheck={false}
          onInput={(event) => {
            text.value = event.currentTarget.value;
          }}
        />
      </label>
      <button type="submit" class="main">
        {words.findButton}
      </button>
    </form>
  );
}

function Filters({ filter }: { readonly filter: ExplorerFilter }) {
  const networks = useResource('networks', () => api.market.networks());
  const chains = networks.state.value.data?.map(({ name }) => name) ?? [];
  const choice = (
    name: 'status' | 'fromChain' | 'toChain',
    title: string,
    values: readonly (readonly [value: string, word: string])[],
  ) => (
    <label>
      {title}
      <br />
      <select value={filter[name] ?? ''} onChange={(event) => setQuery({ [name]: event.currentTarget.value })}>
        <option value="">{words.any}</option>
        {values.map(([value, word]) => (
          <option key={value} value={value}>
            {word}
          </option>
        ))}
      </select>
    </label>
  );
  const names = chains.map((name) => [name, name] as const);
  return (
    <div class="row filters">
      {choice(
        'status',
        words.status,
        Object.entries(states).map(([value, [word]]) => [value, word] as const),
      )}
      {choice('fromChain', words.from, names)}
      {choice('toChain', words.to, names)}
    </div>
  );
}

function Orders({ filter }: { readonly filter: ExplorerFilter }) {
  const isBad = filter.search !== undefined && !isSearchable(filter.search);
  const key = `orders ${JSON.stringify(filter)}`;
  const loaded: Loaded<Listed> = useResource<Listed>(key, async () =>
    isBad ? { orders: [], nextCursor: null } : withOlder(await load(filter), loaded.state.peek().data),
  );
  const isLive = Object.keys(filter).length === 0;
  useEffect(() => {
    if (!isLive) return;
    const onChanges = (changes: readonly ExplorerEvent['data'][]) => {
      loaded.change((listed) => ({ ...listed, orders: changed(listed.orders, changes) }));
      const newest = changes.findLast(({ status }) => status !== undefined);
      if (newest?.status) announce(words.changed(states[newest.status]?.[0] ?? newest.status));
    };
    return onOrders({ onChanges, onReset: loaded.refresh });
  }, []);
  const more = async (cursor: string) => {
    const next = await load(filter, cursor);
    loaded.change((listed) => ({ orders: [...listed.orders, ...next.orders], nextCursor: next.nextCursor }));
  };
  return (
    <Show of={loaded} lines={LIMIT}>
      {({ orders, nextCursor }) =>
        orders.length === 0 ? (
          <Nothing filter={filter} />
        ) : (
          <>
            <div class="scroll">
              <table class="stack">
                <thead>
                  <tr>
                    <th scope="col">{words.order}</th>
                    <th scope="col">{words.status}</th>
                    <th scope="col">{words.route}</th>
                    <th scope="col" class="end">
                      {words.amount}
                    </th>
                    <th scope="col">{words.lock}</th>
                    <th scope="col">{words.delivery}</th>
                    <th scope="col">{words.updated}</th>
                  </tr>
                </thead>
                <tbody>
                  {orders.map((order) => (
                    <Row key={order.orderId} order={order} />
                  ))}
                </tbody>
              </table>
            </div>
            {nextCursor !== null && (
              <p>
                <button type="button" onClick={() => more(nextCursor)}>
                  {common.more}
                </button>
              </p>
            )}
          </>
        )
      }
    </Show>
  );
}

/** The newest page with the older orders that were shown below it. */
function withOlder(newest: Listed, shown: Listed | undefined): Listed {
  const oldest = newest.orders.at(-1)?.orderId;
  // Ids of orders rise with time.
  const older = shown?.orders.filter(({ orderId }) => oldest !== undefined && orderId < oldest) ?? [];
  return older.length === 0 || !shown ? newest : { orders: [...newest.orders, ...older], nextCursor: shown.nextCursor };
}

/** The status to which an order goes back when its lock vanishes from the chain: it is listed no longer. */
const BEFORE_LOCK = 'locking';

/** The orders with what their events say. Events of a version that is known change nothing. */
function changed(orders: readonly Order[], changes: readonly ExplorerEvent['data'][]): readonly Order[] {
  const news = new Map<string, ExplorerEvent['data'][]>();
  for (const change of changes) news.set(change.orderId, [...(news.get(change.orderId) ?? []), change]);
  const known = new Set(orders.map(({ orderId }) => orderId));
  const added = changes.flatMap(({ order }) => (order && !known.has(order.orderId) ? [order] : [])).reverse();
  const listed = [...added, ...orders].slice(0, MOST).map((order) => {
    const newer = news.get(order.orderId)?.filter(({ version }) => version > order.version) ?? [];
    const updatedAt = newer.findLast(({ at }) => at)?.at ?? order.updatedAt;
    const facts = newer.map(({ order: _, ...fact }) => fact);
    return facts.length === 0 ? order : Object.assign({}, order, ...facts, { updatedAt });
  });
  return listed.filter(({ status }) => status !== BEFORE_LOCK);
}

/** A row, which is drawn again only when its order has changed. */
class Row extends Component<{ readonly order: Order }> {
  override shouldComponentUpdate(next: { readonly order: Order }): boolean {
    return next.order !== this.props.order;
  }

  override render() {
    const { order } = this.props;
    return (
      <tr>
        <td data-name={words.order}>
          <Hash value={order.orderId} href={`/o/${order.orderId}`} />
        </td>
        <td data-name={words.status}>
          <State status={order.status} />
        </td>
        <td data-name={words.route}>
          {order.fromChain} → {order.toChain}
        </td>
        <td data-name={words.amount} class="end">
          <Amount value={order.fromAmount} unit={order.fromToken} />
        </td>
        <td data-name={words.lock}>{order.lockTransaction === null ? '–' : <Hash value={order.lockTransaction} />}</td>
        <td data-name={words.delivery}>
          {order.mintTransaction === null ? '–' : <Hash value={order.mintTransaction} />}
        </td>
        <td data-name={words.updated}>
          <Time iso={order.updatedAt} />
        </td>
      </tr>
    );
  }
}

/** Not found is told apart from not seen yet, and from a chain that cannot be read. */
function Nothing({ filter }: { readonly filter: ExplorerFilter }) {
  const networks = useResource('networks', () => api.market.networks());
  if (filter.search === undefined)
    return <p class="soft">{Object.keys(filter).length === 0 ? words.empty : words.noMatch}</p>;
  const down = networks.state.value.data?.filter(({ status }) => status === 'down').map(({ name }) => name) ?? [];
  return (
    <div role="status">
      <p>{words.notFound}</p>
      <p class="soft">{down.length > 0 ? words.notFoundDown(down.join(', ')) : words.notFoundHelp}</p>
    </div>
  );
}
