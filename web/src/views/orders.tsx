import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { ExplorerOrder } from '../lib/explorer.ts';
import { isOrderId, isSearchable } from '../lib/find.ts';
import { list } from '../lib/format.ts';
import { onOrders } from '../lib/live.ts';
import { useResource } from '../lib/resource.ts';
import { go, place, setQuery } from '../lib/router.ts';
import { api } from '../lib/service.ts';
import { announce } from '../parts/announcer.tsx';
import { Show } from '../parts/loaded.tsx';
import { Page } from '../parts/page.tsx';
import { State } from '../parts/state.tsx';
import { Amount, Hash, Time } from '../parts/values.tsx';
import { common } from '../text/common.ts';
import { states, orders as words } from '../text/orders.ts';

/** Orders of one request; the page's HTML starts it with the same number. */
const LIMIT = 25;
/** Most orders that the list keeps while it follows the stream. */
const MOST = 1_000;

interface Filter {
  readonly status?: string;
  readonly fromChain?: string;
  readonly toChain?: string;
  readonly search?: string;
}

interface Listed {
  readonly orders: readonly ExplorerOrder[];
  readonly nextCursor: string | null;
}

async function load(filter: Filter, cursor?: string): Promise<Listed> {
  const query = { ...filter, limit: LIMIT, ...(cursor !== undefined && { cursor }) };
  const { data, error, response } = await api.http.GET('/api/v1/explorer/orders', {
    params: { query: query as never },
  });
  if (!data) throw error ?? new Error(`status ${response.status}`);
  return { orders: list(data.result), nextCursor: data.nextCursor };
}

/** Everybody's orders, the newest first, live; and the box that finds one. */
export default function OrdersView() {
  const { query } = place.value;
  const filter: Filter = Object.fromEntries(
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
    if (isOrderId(wanted)) go(`/o/${wanted}`);
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

function Filters({ filter }: { readonly filter: Filter }) {
  const networks = useResource('networks', () => api.market.networks());
  const chains = networks.state.value.data?.map(({ name }) => name) ?? [];
  const choice = (name: keyof Filter, title: string, values: readonly (readonly [value: string, word: string])[]) => (
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

function Orders({ filter }: { readonly filter: Filter }) {
  const isBad = filter.search !== undefined && !isSearchable(filter.search);
  const key = `orders ${JSON.stringify(filter)}`;
  const loaded = useResource<Listed>(key, () =>
    isBad ? Promise.resolve({ orders: [], nextCursor: null }) : load(filter),
  );
  const isLive = Object.keys(filter).length === 0;
  useEffect(
    () =>
      isLive
        ? onOrders((changed) => {
            loaded.change((listed) => ({ ...listed, orders: merged(listed.orders, changed) }));
            const newest = changed.at(-1);
            if (newest) announce(words.changed(states[newest.status]?.[0] ?? '', newest.fromChain, newest.toChain));
          })
        : undefined,
    [],
  );
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

/** The list with what changed: a known order in its place, a new one at the top. */
function merged(orders: readonly ExplorerOrder[], changed: readonly ExplorerOrder[]): readonly ExplorerOrder[] {
  const news = new Map(changed.map((order) => [order.orderId, order]));
  const kept = orders.map((order) => {
    const newer = news.get(order.orderId);
    news.delete(order.orderId);
    return newer && newer.version >= order.version ? newer : order;
  });
  const added = [...news.values()].sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1));
  // An old order that is not in the list stays out of it.
  const oldest = orders.at(-1)?.createdAt ?? '';
  return [...added.filter(({ createdAt }) => createdAt >= oldest), ...kept].slice(0, MOST);
}

const Row = ({ order }: { readonly order: ExplorerOrder }) => (
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
    <td data-name={words.delivery}>{order.mintTransaction === null ? '–' : <Hash value={order.mintTransaction} />}</td>
    <td data-name={words.updated}>
      <Time iso={order.updatedAt} />
    </td>
  </tr>
);

/** Not found is told apart from not seen yet, and from a chain that cannot be read. */
function Nothing({ filter }: { readonly filter: Filter }) {
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
