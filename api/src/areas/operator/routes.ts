import Type from 'typebox';
import { answerPage, asItIs, pageQuery } from '../../http/requests/pagination.ts';
import type { Router } from '../../http/route.ts';
import { successPage, successPageSchema } from '../../http/schema/envelope.ts';
import {
  attention,
  type CreditView,
  credit,
  laneAccount,
  payer,
  signerStanding,
  type TroubledOrderView,
  troubledOrder,
} from './schemas.ts';
import type { OperatorService } from './service.ts';

/** Most credits of a page: each is one reading of a chain. */
const MOST_CREDITS = 50;

const { offset: _, ...byCursor } = pageQuery;

/** GET /operator/…: what those who run the service look at. */
export function operatorRoutes(router: Router, service: OperatorService): void {
  router.route('listAttention', 'GET /operator/attention', {
    summary: 'What needs a person now, the most urgent first',
    description:
      'By the rules of the alerts, as far as database and chains tell without a metric: each with its reason, since when, and ' +
      'the commands that an operator types in a terminal. Of each kind the oldest twenty; up to four seconds later while a chain is silent.',
    success: { description: 'What needs a person.', schema: successPageSchema(attention) },
    handle: async () => successPage(await service.attention.list(), null),
  });

  router.route('listTroubledOrders', 'GET /operator/orders', {
    summary: 'Failed and stuck orders of everybody, oldest first',
    description: 'Failed ones, and those that are under way for more than half an hour since they were made.',
    query: Type.Object(byCursor),
    success: { description: 'A page of orders.', schema: successPageSchema(troubledOrder) },
    handle: (request) => answerPage(request, {}, asItIs<TroubledOrderView>, service.trouble.list),
  });

  router.route('listCredits', 'GET /operator/credits', {
    summary: 'Payments that failed and were credited, newest first, and whether they were claimed',
    description: 'A page may have fewer items than `limit` although `nextCursor` goes on.',
    query: Type.Object({
      ...byCursor,
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MOST_CREDITS, default: MOST_CREDITS })),
    }),
    success: { description: 'A page of credits.', schema: successPageSchema(credit) },
    handle: (request) => answerPage(request, {}, asItIs<CreditView>, service.credits.list),
  });

  router.route('listPayers', 'GET /operator/payers', {
    summary: 'Who pays for the oracle’s transactions, and what is left',
    description: 'The payers that relayers have noted in the database; their balances are read from the chains.',
    success: { description: 'The payer of every chain.', schema: successPageSchema(payer) },
    handle: async () => successPage(await service.payers.list(), null),
  });

  router.route('listLaneAccounts', 'GET /operator/lanes', {
    summary: 'What each lane brought in and cost',
    description: 'Up to a minute old. `causeway fees` also suggests a fee, by the prices of the coins.',
    query: Type.Object({
      days: Type.Optional(Type.Integer({ minimum: 1, maximum: 30, default: 1, description: 'How far back.' })),
    }),
    success: { description: 'The lanes with income or cost.', schema: successPageSchema(laneAccount) },
    handle: async ({ query: { days = 1 } }) => successPage(await service.laneAccounts.list(days), null),
  });

  router.route('listSigners', 'GET /operator/signers', {
    summary: 'The last signature and the last refusal of each signer, by destination',
    description:
      'As relayers noted them. A signer that was never asked is missing: as many are asked as are needed, those that signed last first.',
    success: { description: 'The signers of the running relayers.', schema: successPageSchema(signerStanding) },
    handle: async () => successPage(await service.signers(), null),
  });
}
