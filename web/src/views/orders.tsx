import type { ExplorerEvent, ExplorerFilter, Order } from '@causeway/client';
import { useSignal } from '@preact/signals';
import { Component } from 'preact';
import { useEffect } from 'preact/hooks';
import { isId, isSearchable, isTransaction, isWord } from '../lib/find.ts';
import { list, named } from '../lib/format.ts';
import { onOrders } from '../lib/live.ts';
import { appended, changed, type Listed, MOST, merged } from '../lib/order-list.ts';
import { type Loaded, useResource } from '../lib/resource.ts';
import { go, place, setQuery } from '../lib/router.ts';
import { answered, api, troubleOf } from '../lib/service.ts';
import { announce } from '../parts/announcer.tsx';
import { Growing, rowOf } from '../parts/growing.tsx';
import { Show } from '../parts/loaded.tsx';
import { LongBody } from '../parts/long-body.tsx';
import { Page } from '../parts/page.tsx';
import { State } from '../parts/state.tsx';
import { Amount, Hash, Time, Way } from '../parts/values.tsx';
import { common } from '../text/common.ts';
import { states, orders as words } from '../text/orders.ts';

/** Columns of the table. */
const COLUMNS = 7;
/** Orders of one request; the page's HTML starts it with the same number. */
const LIMIT = 25;
/** The same where many are read. */
const LARGE_LIMIT = 100;
/** Milliseconds between two searches for what was not found. */
const AGAIN_MS = 3_000;

interface Found extends Listed {
  /** True where the text of a search is of no form that an order has. */
  readonly isUnsuited?: true;
}
const UNSUITED: Found = { orders: [], nextCursor: null, isUnsuited: true };

async function load(filter: ExplorerFilter, cursor?: string, limit = LIMIT): Promise<Listed> {
  const query = { ...filter, limit, ...(cursor !== undefined && { cursor }) };
  const { result, nextCursor } = await answered(api.http.GET('/api/v1/explorer/orders', { params: { query } }));
  return { orders: list(result), nextCursor };
}

/**
 * The newest orders, at least as many as are shown, because each of them may have changed unheard. `show` gets what is
 * known after each request, so that the newest ones do not wait for the others.
 */
async function loadAgain(
  filter: ExplorerFilter,
  shown: () => Listed | undefined,
  show: (listed: Listed) => void,
): Promise<Listed> {
  const before = new Set(shown()?.orders.map(({ orderId }) => orderId));
  let read = await load(filter);
  while (read.nextCursor !== null && read.orders.length < before.size) {
    show(merged(read, shown(), before));
    read = appended(read, await load(filter, read.nextCursor, LARGE_LIMIT));
  }
  return merged(read, shown(), before);
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
  const names = chains.map((name) => [name, named(name)] as const);
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
  const loaded: Loaded<Found> = useResource<Found>(key, async () => {
    if (isBad) return UNSUITED;
    try {
      return await loadAgain(
        filter,
        () => loaded.state.peek().data,
        (listed) => loaded.change(() => listed),
      );
    } catch (error) {
      if (filter.search !== undefined && troubleOf(error).status === 400) return UNSUITED;
      throw error;
    }
  });
  const isLive = Object.keys(filter).length === 0;
  useEffect(() => {
    if (!isLive) return;
    const onChanges = (changes: readonly ExplorerEvent['data'][]) => {
      loaded.change((listed) => changed(listed, changes));
      const newest = changes.findLast(({ status }) => status !== undefined);
      if (newest?.status) announce(words.changed(states[newest.status]?.[0] ?? newest.status));
    };
    return onOrders({ onChanges, onReset: loaded.refresh });
  }, []);
  const more = (cursor: string) => () =>
    // What cannot be had now is said by the request for all that is shown.
    load(filter, cursor).then((next) => loaded.change((listed) => appended(listed, next)), loaded.refresh);
  return (
    <Show of={loaded} lines={LIMIT}>
      {({ orders, nextCursor, isUnsuited = false }) =>
        orders.length === 0 ? (
          filter.search === undefined ? (
            <p class="soft">{isLive ? words.empty : words.noMatch}</p>
          ) : (
            <NotFound search={filter.search} isUnsuited={isUnsuited} again={loaded.refresh} />
          )
        ) : (
          <Growing
            more={nextCursor === null ? undefined : more(nextCursor)}
            cutAt={orders.length < MOST ? undefined : MOST}
          >
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
                <LongBody rows={orders} columns={COLUMNS} draw={(order) => <Row key={order.orderId} order={order} />} />
              </table>
            </div>
          </Growing>
        )
      }
    </Show>
  );
}

/** A row, which is drawn again only when its order has changed. */
class Row extends Component<{ readonly order: Order }> {
  override shouldComponentUpdate(next: { readonly order: Order }): boolean {
    return next.order !== this.props.order;
  }

  override render() {
    const { order } = this.props;
    return (
      <tr {...rowOf(order.orderId)}>
        <td data-name={words.order}>
          <Hash value={order.orderId} href={`/o/${order.orderId}`} />
        </td>
        <td data-name={words.status}>
          <State status={order.status} />
        </td>
        <td data-name={words.route}>
          <Way from={order.fromChain} to={order.toChain} />
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

interface NotFoundProps {
  readonly search: string;
  readonly isUnsuited: boolean;
  /** Searches again. */
  readonly again: () => void;
}

/** An order with this trace whose lock is not seen yet, for which its id, its reference or a sent lock is known. */
async function waiting(search: string): Promise<Order | undefined> {
  const finds = [
    ...(isWord(search) ? [api.orders.byReference(search)] : []),
    ...(isTransaction(search) ? [api.orders.byTransaction(search)] : []),
  ];
  for (const find of finds) for await (const order of find) if (order.messageId === null) return order;
  return undefined;
}

/** What can be no order, what is not seen yet, what nobody can know now, and what is not there: each in its words. */
function NotFound({ search, isUnsuited, again }: NotFoundProps) {
  const networks = useResource('networks', () => api.market.networks(), { everyMs: AGAIN_MS });
  const own = useResource(`waiting ${search}`, () => waiting(search));
  useEffect(() => {
    if (isUnsuited) return;
    const timer = setInterval(() => document.hidden || again(), AGAIN_MS);
    return () => clearInterval(timer);
  }, [search, isUnsuited]);
  const down = networks.state.value.data?.filter(({ status }) => status === 'down').map(({ name }) => name) ?? [];
  const order = own.state.value.data;
  const [title, help] = isUnsuited
    ? [words.unsuited, words.unsuitedHelp]
    : order
      ? [words.notSeen, words.notSeenHelp(named(order.fromChain), states[order.status][0])]
      : down.length > 0
        ? [words.notKnown, words.notKnownHelp(down.map(named).join(', '))]
        : [words.notFound, words.notFoundHelp];
  return (
    <div role="status">
      <p>{title}</p>
      <p class="soft">
        {help} {order && <Hash value={order.orderId} href={`/o/${order.orderId}`} />}
      </p>
    </div>
  );
}
