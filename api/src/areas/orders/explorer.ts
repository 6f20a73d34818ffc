import { type Domain, type Hex, ok } from '@causeway/protocol';
import {
  type EveryonesFilter,
  type Lane,
  type OrderRow,
  type Page,
  type PlatformStorage,
  pageBy,
} from '@causeway/storage';
import type { Catalogue } from '../../bridge/catalogue.ts';
import { findNetwork } from '../../bridge/route.ts';
import { type Answer, refuse } from '../../http/errors/errors.ts';

/** What everyone may ask for: names of networks, a status, or a trace of an order. */
export interface ExplorerQuery {
  readonly status?: EveryonesFilter['state'] | undefined;
  readonly fromChain?: string | undefined;
  readonly toChain?: string | undefined;
  readonly search?: string | undefined;
}

interface Deps {
  readonly storage: Pick<PlatformStorage, 'orders'>;
  readonly catalogue: Catalogue;
}

/** Reads orders after an id, newest first. */
type Read = (after: string | null, limit: number) => Promise<Page<OrderRow>>;

const UUID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;
const WORD = /^0x[\da-f]{64}$/i;
/** Characters of every chain's transactions. */
const TRANSACTION = /^[A-Za-z0-9_]{32,100}$/;

const newestFirst = (a: OrderRow, b: OrderRow): number => (a.id < b.id ? 1 : -1);

/** True for an order that everyone may list: its lock was seen on chain. */
const isLocked = ({ messageId }: OrderRow): boolean => messageId !== null;

/** A page with all of these orders. */
const listOf = (rows: readonly OrderRow[]): Page<OrderRow> => pageBy(rows, rows.length, ({ id }) => id);

/** The pages of several lists as one, newest first and each order once. Orders before their lock are left out. */
async function merged(reads: readonly Read[], after: string | null, limit: number): Promise<Page<OrderRow>> {
  const pages = await Promise.all(reads.map((read) => read(after, limit)));
  const unique = new Map(pages.flatMap(({ items }) => items.map((row) => [row.id, row])));
  const rows = [...unique.values()].sort(newestFirst);
  const hasMore = pages.some(({ nextCursor }) => nextCursor !== null) || rows.length > limit;
  const page = rows.slice(0, limit);
  return { ...listOf(page.filter(isLocked)), nextCursor: hasMore ? (page.at(-1)?.id ?? null) : null };
}

/** The lists in which an order with this trace may be. */
function readsFor({ storage: { orders }, catalogue }: Deps, search: string): readonly Read[] {
  if (UUID.test(search)) {
    return [async () => listOf([(await orders.get(search.toLowerCase())) ?? []].flat().filter(isLocked))];
  }
  const reads: Read[] = [];
  if (WORD.test(search)) {
    const word = search.toLowerCase() as Hex;
    reads.push(
      (after, limit) => orders.withFact({ messageId: word }, after, limit),
      (after, limit) => orders.withFact({ reference: word }, after, limit),
      (after, limit) => orders.withFact({ transaction: word }, after, limit),
    );
  } else if (TRANSACTION.test(search)) {
    reads.push((after, limit) => orders.withFact({ transaction: search }, after, limit));
  }
  for (const network of catalogue.networks) {
    const [provider] = Object.values(network.providers);
    const address = provider?.parseAddress(search);
    if (!address?.ok) continue;
    const place = { domain: network.deployment.domain, address: address.value };
    reads.push((after, limit) => orders.atAddress(place, after, limit));
  }
  return reads;
}

/** The lanes that the names of networks leave; undefined when none is named. Fails with CHAIN_UNKNOWN. */
function lanesOf(catalogue: Catalogue, { fromChain, toChain }: ExplorerQuery): Answer<readonly Lane[] | undefined> {
  if (fromChain === undefined && toChain === undefined) return ok(undefined);
  const domainsOf = (name: string | undefined): Answer<readonly Domain[]> => {
    if (name === undefined) return ok(catalogue.networks.map(({ deployment }) => deployment.domain));
    const network = findNetwork(catalogue, name);
    return network.ok ? ok([network.value.deployment.domain]) : network;
  };
  const sources = domainsOf(fromChain);
  if (!sources.ok) return sources;
  const destinations = domainsOf(toChain);
  if (!destinations.ok) return destinations;
  return ok(
    sources.value.flatMap((source) =>
      destinations.value.filter((domain) => domain !== source).map((destination) => ({ source, destination })),
    ),
  );
}

/**
 * How everybody's orders with these members are read, newest first. A search stands alone: with a status or chains it
 * is refused, because a trace names its orders already. Fails with MALFORMED_REQUEST for a text that no order can have,
 * and with CHAIN_UNKNOWN.
 */
export function everyonesReader(deps: Deps, query: ExplorerQuery): Answer<Read> {
  const { status, search } = query;
  if (search !== undefined) {
    if (status !== undefined || query.fromChain !== undefined || query.toChain !== undefined)
      return refuse('MALFORMED_REQUEST', 'search: give it alone, without status, fromChain and toChain');
    const reads = readsFor(deps, search);
    if (reads.length === 0)
      return refuse(
        'MALFORMED_REQUEST',
        'search: give an order’s id, a transaction, an address, a message id or a reference',
      );
    return ok((after, limit) => merged(reads, after, limit));
  }
  const lanes = lanesOf(deps.catalogue, query);
  if (!lanes.ok) return lanes;
  const filter = { ...(status && { state: status }), ...(lanes.value && { lanes: lanes.value }) };
  return ok((after, limit) => deps.storage.orders.everyones(filter, after, limit));
}
