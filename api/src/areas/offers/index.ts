import { defineArea } from '../../area.ts';
import { market } from '../market/index.ts';
import { wallets } from '../wallets/index.ts';
import { OFFER_ACCESS } from './access.ts';
import { OfferBook } from './book.ts';
import { OFFER_ERRORS } from './errors.ts';
import { swapFinder } from './parse.ts';
import { SolverRecords } from './record.ts';
import { offerRoutes } from './routes.ts';
import { offerStorage } from './rules/offer-repository.ts';
import { OfferService } from './service.ts';
import { swapSettings } from './settings.ts';

export { SWAP_QUOTE_ERRORS } from './errors.ts';
export type { SwapDeal } from './quote.ts';
export { type SwapQuoteView, swapQuery, swapQuote } from './quote-schema.ts';
export type { OfferService } from './service.ts';

/** Interval of searches for orders that count in a solver's record, milliseconds. */
const OUTCOMES_MS = 1_000;

/** What solvers offer for swaps, and the quotes that are made of it. */
export const offers = defineArea({
  name: 'offers',
  tag: { name: 'Offers', description: 'What solvers pay for what the bridge delivers.' },
  errors: OFFER_ERRORS,
  access: OFFER_ACCESS,
  settings: swapSettings,
  open({ storage: open, bridge, settings: { swaps: settings }, clock, log, use }) {
    const storage = offerStorage(open.offers);
    const find = swapFinder(bridge.catalogue);
    const book = new OfferBook(storage, open.events, find, clock);
    const { directory } = use(wallets);
    const records = new SolverRecords(storage, clock);
    const { rates } = use(market);
    return new OfferService({
      ...{ bridge, rates, find, book, records, storage, wallets: directory, settings, clock, log },
      orders: open.bridge,
    });
  },
  register: offerRoutes,
  start: async (service) => service.outcomes.repeat(OUTCOMES_MS),
  close: (service) => service.outcomes.stop(),
});
