import { cancelAfterMs, type Network } from '@causeway/chains';
import { ok } from '@causeway/protocol';
import { PeriodicTask } from '@causeway/runtime';
import { type Page, pageBy, type StoredOffer } from '@causeway/storage';
import type { BridgeContext } from '@causeway/storage/orders';
import type { BaseLogger } from 'pino';
import type { Catalogue } from '../../bridge/catalogue.ts';
import { isSpendable, UNSPENDABLE } from '../../bridge/spendable.ts';
import { nameOfPlace, placeOfEnd } from '../../bridge/swap-route.ts';
import type { WalletDirectory } from '../../bridge/wallets.ts';
import type { Caller } from '../../http/callers/callers.ts';
import type { Answer, Refusal } from '../../http/errors/errors.ts';
import { iso } from '../../http/requests/times.ts';
import type { ListedOffer, OfferBook } from './book.ts';
import { refuse } from './errors.ts';
import { type FindSwap, type ParsedOffer, parseOffer } from './parse.ts';
import { dealOf, isFairDeal, quoteSwap, type SwapDeal, type SwapQuoteDeps, type SwapRequest } from './quote.ts';
import type { SwapQuoteView } from './quote-schema.ts';
import type { OfferRepository, OffersRefused } from './rules/offers.ts';
import type { OfferFilter, OffersRequest, OfferView, ReplacedOffersView } from './schemas.ts';

/** When there may be room for further offers, seconds. */
const FULL_RETRY_SECONDS = 60;
/** Most orders that are counted for their solvers at once. */
const OUTCOMES = 100;

/** Dependencies of the service. */
export interface OfferServiceDeps extends SwapQuoteDeps {
  readonly find: FindSwap;
  readonly book: OfferBook;
  readonly storage: OfferRepository;
  readonly wallets: Pick<WalletDirectory, 'isOwn'>;
  /** The tables of orders, of which the solvers' records are made. */
  readonly orders: BridgeContext;
  readonly log: BaseLogger;
}

/** An element of a list of offers as its solver wrote it. */
type WrittenOffer = OffersRequest['offers'][number];

/** What solvers offer, and quotes of it. */
export class OfferService {
  readonly #deps: OfferServiceDeps;
  /** Counts orders that ended in the records of their solvers. */
  readonly outcomes = new PeriodicTask(() => this.#deps.storage.countOutcomes(this.#deps.orders, OUTCOMES), {
    onFailure: (error) => this.#deps.log.error({ err: error }, 'orders were not counted for their solvers'),
  });

  constructor(deps: OfferServiceDeps) {
    this.#deps = deps;
  }

  /** Replaces all offers of the caller by these. Nothing is written when one of them is refused. */
  async replace(caller: Caller, written: OffersRequest['offers']): Promise<Answer<ReplacedOffersView>> {
    const { storage, book, settings } = this.#deps;
    const addresses = new Map<Network, string>();
    const offers: StoredOffer[] = [];
    for (const [index, one] of written.entries()) {
      const offer = this.#read(one, addresses);
      if (!offer.ok) return inList(offer, index);
      offers.push(offer.value);
    }
    for (const [network, address] of addresses) {
      const proven = await this.#isProven(caller, network, address);
      if (!proven) {
        const message = `${address} is no verified wallet of yours; create it and sign its challenge, then offer on ${network.name}`;
        return refuse('ADDRESS_NOT_PROVEN', message);
      }
    }
    const solver = { solverId: caller.avatarId, accountId: caller.accountId };
    const row = await storage.replace(solver, offers, settings.maxOffers);
    if (!row.ok) return notReplaced(row.error);
    book.put(row.value);
    const { solverId, count, endsAtMs } = row.value;
    return ok({ solverId, count, expiresAt: count === 0 ? null : iso(endsAtMs) });
  }

  /** The offer as it is stored. `addresses` has the solver's address on each network that an offer before named. */
  #read(written: WrittenOffer, addresses: Map<Network, string>): Answer<StoredOffer> {
    const { find, bridge } = this.#deps;
    const parsed = parseOffer(find, written);
    if (!parsed.ok) return parsed;
    const solverAddress = solverAddressOf(parsed.value, written.solverAddress);
    if (!solverAddress.ok) return solverAddress;
    const { destination } = parsed.value.route.bridge;
    const known = addresses.get(destination) ?? solverAddress.value;
    if (known !== solverAddress.value) {
      return refuse('ADDRESSES_DIFFER', `an offer before has ${known} on ${destination.name}`);
    }
    addresses.set(destination, known);
    const { rate, minAmount, maxAmount, validSeconds } = written;
    const names = namesOf(bridge.catalogue, parsed.value);
    return ok({ ...names, rate, minAmount, maxAmount, validSeconds, solverAddress: known });
  }

  /**
   * True when the caller, or the owner of an agent, proved the address on any network of the same kind, because there
   * it belongs to the same key.
   */
  async #isProven({ avatarId }: Caller, network: Network, address: string): Promise<boolean> {
    const { bridge, wallets } = this.#deps;
    const { kind } = network.deployment;
    const alike = bridge.catalogue.networks.filter(({ deployment }) => deployment.kind === kind);
    for (const one of alike) if (await wallets.isOwn(avatarId, one, address)) return true;
    return false;
  }

  /** The offers that the filter names, after the key `after`, without the first `skip`. */
  async list(
    filter: OfferFilter,
    after: string | null,
    limit: number,
    skip: number,
  ): Promise<Answer<Page<ListedOffer>>> {
    const { book, bridge } = this.#deps;
    const from = nameIn(bridge.catalogue, filter.from, 'from');
    if (!from.ok) return from;
    const to = nameIn(bridge.catalogue, filter.to, 'to');
    if (!to.ok) return to;
    await book.refresh();
    const found: ListedOffer[] = [];
    let skipped = 0;
    for (const listed of book.after(after)) {
      const { stored } = listed.offer;
      if ((from.value ?? stored.from) !== stored.from || (to.value ?? stored.to) !== stored.to) continue;
      if (skipped < skip) skipped += 1;
      else found.push(listed);
      if (found.length > limit) break;
    }
    return ok(pageBy(found, limit, ({ key }) => key));
  }

  /** What an order of a swap would be made of now. */
  deal(request: SwapRequest): Promise<Answer<SwapDeal>> {
    return dealOf(this.#deps, request);
  }

  /** True when no quote would bring less than the swap brings at least. */
  isFair(deal: SwapDeal): boolean {
    return isFairDeal(deal, this.#deps.settings);
  }

  /** Milliseconds after a lock from which the oracle may cancel an order that is not delivered. */
  cancelAfterMs({ source, destination }: Pick<SwapDeal['route']['bridge'], 'source' | 'destination'>): number {
    return cancelAfterMs(this.#deps.settings.cancelAfterSeconds, source, destination);
  }

  /** A quote of a swap. */
  quote(request: SwapRequest): Promise<Answer<SwapQuoteView>> {
    return quoteSwap(this.#deps, request);
  }
}

/** An offer as everyone sees it. */
export function offerView({ offer }: ListedOffer): OfferView {
  const { solverId, endsAtMs, stored } = offer;
  const { from, to, rate, minAmount, maxAmount, solverAddress } = stored;
  return { from, to, rate, minAmount, maxAmount, solverAddress, solverId, expiresAt: iso(endsAtMs) };
}

/** The names of both ends of an offer, in the one form that every process reads. */
function namesOf(catalogue: Catalogue, { route: { bridge, wanted } }: ParsedOffer) {
  return {
    from: nameOfPlace(catalogue, { asset: bridge.asset, network: bridge.source }),
    to: nameOfPlace(catalogue, { asset: wanted, network: bridge.destination }),
  };
}

/** The name of the end that a filter gives, if it gives one. */
function nameIn(catalogue: Catalogue, word: string | undefined, field: 'from' | 'to'): Answer<string | undefined> {
  if (word === undefined) return ok(undefined);
  const place = placeOfEnd(catalogue, { word }, field);
  return place.ok ? ok(nameOfPlace(catalogue, place.value)) : place;
}

/** The solver's address in the form of its chain. */
function solverAddressOf({ route: { bridge } }: ParsedOffer, written: string): Answer<string> {
  const { destination, destinationProvider } = bridge;
  const address = destinationProvider.parseAddress(written.trim());
  if (!address.ok) return refuse('INVALID_ADDRESS', `solverAddress: ${address.error.message}`);
  if (!isSpendable(destination, address.value)) return refuse('INVALID_ADDRESS', `solverAddress is ${UNSPENDABLE}`);
  return ok(destinationProvider.formatAddress(address.value));
}

/** The refusal of one offer, with its place in the list. */
const inList = ({ error }: Refusal, index: number): Refusal => ({
  ok: false,
  error: { ...error, message: `offers[${index}]: ${error.message}`, facts: { ...error.facts, index } },
});

function notReplaced(refused: OffersRefused): Refusal {
  if (refused.code === 'TOO_OFTEN') {
    return refuse('OFFERS_TOO_OFTEN', 'offers are replaced at most twice a second', { retryAfter: 1 });
  }
  if (refused.code === 'ACCOUNT_FULL') {
    const { left } = refused;
    const message = `you and your agents may have 500 offers together; this avatar may have ${left}`;
    return refuse('OFFERS_EXCEEDED', message, { facts: { left } });
  }
  return refuse('OFFERS_FULL', 'as many offers are kept as the service allows', { retryAfter: FULL_RETRY_SECONDS });
}
