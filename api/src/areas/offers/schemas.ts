import Type, { type Static } from 'typebox';
import { named, nullable } from '../../http/schema/schema.ts';
import { MAX_OFFERS } from './rules/offers.ts';

const SOLVER_ID = '0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70';
const ADDRESS = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';

const end = (description: string, example: string) =>
  Type.String({ minLength: 1, maxLength: 100, description, examples: [example] });
const amount = (description: string, example: string) =>
  Type.String({ minLength: 1, maxLength: 130, description, examples: [example] });

/** Members of an offer as its solver writes it. */
const offerFields = {
  from: end('What the user sends: a chain, an asset, or ASSET@chain.', 'ETH@ethereum'),
  to: end('What the solver pays, and where.', 'POL@polygon'),
  rate: Type.String({
    minLength: 1,
    maxLength: 60,
    description: 'Units of `to` for one `from`: a positive plain decimal.',
    examples: ['7400.25'],
  }),
  minAmount: amount('The least that the solver takes in one order, in whole units of `from`.', '0.05'),
  maxAmount: amount('The most that the solver takes in one order, in whole units of `from`.', '10'),
};
const solverAddress = Type.String({
  minLength: 1,
  maxLength: 200,
  description: 'The account that fills on the network of `to`: a verified wallet of the solver.',
  examples: [ADDRESS],
});

const OFFER = {
  from: 'ETH@ethereum',
  to: 'POL@polygon',
  rate: '7400.25',
  minAmount: '0.05',
  maxAmount: '10',
  solverAddress: ADDRESS,
};

/** Body of PUT /offers. */
export const offersRequest = named(
  'OffersRequest',
  Type.Object(
    {
      offers: Type.Array(
        Type.Object({
          ...offerFields,
          validSeconds: Type.Integer({ minimum: 1, maximum: 60, description: 'How long the offer counts.' }),
          solverAddress,
        }),
        { maxItems: MAX_OFFERS, description: 'All offers of the solver. None withdraws them.' },
      ),
    },
    { examples: [{ offers: [] }, { offers: [{ ...OFFER, validSeconds: 30 }] }] },
  ),
);
export type OffersRequest = Static<typeof offersRequest>;

/** Answer of PUT /offers. */
export const replacedOffers = named(
  'ReplacedOffers',
  Type.Object(
    {
      solverId: Type.String({ format: 'uuid' }),
      count: Type.Integer({ minimum: 0, description: 'Offers of the solver from now on.' }),
      expiresAt: nullable(Type.String({ format: 'date-time', description: 'When the last of them ends.' })),
    },
    { examples: [{ solverId: SOLVER_ID, count: 1, expiresAt: '2026-01-05T12:00:30.000Z' }] },
  ),
);
export type ReplacedOffersView = Static<typeof replacedOffers>;

/** One element of GET /offers. */
export const offer = named(
  'Offer',
  Type.Object(
    {
      ...offerFields,
      solverAddress,
      solverId: Type.String({ format: 'uuid', description: 'The avatar that offers.' }),
      expiresAt: Type.String({ format: 'date-time' }),
    },
    { examples: [{ ...OFFER, solverId: SOLVER_ID, expiresAt: '2026-01-05T12:00:30.000Z' }] },
  ),
);
export type OfferView = Static<typeof offer>;

/** Filter of GET /offers. */
export const offerFilter = {
  from: Type.Optional(end('Only offers of this asset from this network.', 'ETH')),
  to: Type.Optional(end('Only offers that pay this asset on this network.', 'POL@polygon')),
};
export type OfferFilter = Static<Type.TObject<typeof offerFilter>>;
