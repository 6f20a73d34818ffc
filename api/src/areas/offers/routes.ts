import Type from 'typebox';
import { unwrap } from '../../http/errors/errors.ts';
import { answerPage, pageQuery } from '../../http/requests/pagination.ts';
import type { Router } from '../../http/route.ts';
import { success, successPageSchema, successSchema } from '../../http/schema/envelope.ts';
import { callerOf } from '../../plugins/app/auth.ts';
import { offer, offerFilter, offersRequest, replacedOffers } from './schemas.ts';
import { type OfferService, offerView } from './service.ts';

/** Largest body of 500 offers, bytes. */
const OFFERS_BYTES = 384 * 1_024;

/** Codes of a route between two ends. */
const ROUTE_ERRORS = [
  ...['CHAIN_UNKNOWN', 'ASSET_UNKNOWN', 'NOT_BRIDGED', 'SAME_ASSET', 'SWAP_NOT_AVAILABLE', 'SAME_CHAIN'],
  ...['ROUTE_VIA_HOME', 'ROUTE_NOT_OPEN'],
];

/** GET and PUT /offers. */
export function offerRoutes(router: Router, offers: OfferService): void {
  router.route('listOffers', 'GET /offers', {
    summary: 'List what solvers offer, by solver',
    description: 'The offers that count now. `GET /quote?mode=swap` picks the best one for an amount.',
    query: Type.Object({ ...pageQuery, ...offerFilter }),
    success: { description: 'A page of offers.', schema: successPageSchema(offer) },
    errors: ['CHAIN_UNKNOWN', 'ASSET_UNKNOWN', 'NOT_BRIDGED'],
    handle: async (request) => {
      const { from, to } = request.query;
      const filter = { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
      return answerPage(request, filter, offerView, async (after, limit, skip) =>
        unwrap(await offers.list(filter, after, limit, skip)),
      );
    },
  });

  router.route('replaceOffers', 'PUT /offers', {
    summary: 'Replace all your offers',
    description:
      'A solver pays users in the asset `to` and gets what the bridge delivers of `from`. All offers are replaced at once, at most ' +
      'twice a second, and each ends after its `validSeconds`. `solverAddress` is a verified wallet of yours or, for an agent, ' +
      'of its owner.',
    body: offersRequest,
    bodyLimit: OFFERS_BYTES,
    success: { description: 'How many offers count from now on.', schema: successSchema(replacedOffers) },
    errors: [
      ...ROUTE_ERRORS,
      ...['INVALID_AMOUNT', 'INVALID_ADDRESS', 'INVALID_RATE', 'ADDRESS_NOT_PROVEN', 'ADDRESSES_DIFFER'],
      ...['OFFERS_EXCEEDED', 'OFFERS_TOO_OFTEN', 'OFFERS_FULL'],
    ],
    handle: async (request) => success(unwrap(await offers.replace(callerOf(request), request.body.offers))),
  });
}
