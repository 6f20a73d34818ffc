import { WORKS } from '@causeway/storage';
import Type, { type Static } from 'typebox';
import { named, nullable } from '../../http/schema/schema.ts';
import { ORDER_EXAMPLE, order } from '../orders/index.ts';

const time = (description: string) => nullable(Type.String({ format: 'date-time', description }));
const amount = (description: string) => Type.Union([Type.String(), Type.Null()], { description });
const commands = Type.Array(Type.String(), {
  description: 'What to type in a terminal, as it stands; the service runs none of them.',
});

/** What may need a person, the most urgent first. */
export const ATTENTION_KINDS = [
  'assetBroken',
  'laneDiffers',
  'viewBroken',
  'signerDisagrees',
  'orderStuck',
  'transactionStuck',
  'networkDown',
  'chainBehind',
  'finalityStandsStill',
  'payerLow',
  'orderFailed',
  'signerRefuses',
  'creditUnclaimed',
] as const;
export type AttentionKind = (typeof ATTENTION_KINDS)[number];

/** One element of GET /operator/attention. */
export const attention = named(
  'Attention',
  Type.Object(
    {
      kind: Type.Enum([...ATTENTION_KINDS]),
      severity: Type.Enum(['critical', 'warning'], { description: 'As the alerting rules have it.' }),
      reason: Type.String({ description: 'Why, in a sentence.' }),
      since: time('Null when nobody saw it begin.'),
      chain: Type.Union([Type.String(), Type.Null()], { description: 'The network that it is about.' }),
      orderId: Type.Union([Type.String(), Type.Null()], { description: 'The order that it is about.' }),
      more: Type.Integer({
        minimum: 0,
        description:
          'How many others of the same kind were found and are left out after this one; the list of orders has all of them.',
      }),
      commands,
      runbook: Type.String({ description: 'The page in docs/runbooks.' }),
    },
    {
      examples: [
        {
          kind: 'orderStuck',
          severity: 'critical',
          reason: 'signing for 42 min: the oracle is signing; signers refused last with NO_QUORUM',
          since: '2026-01-05T11:18:00.000Z',
          chain: 'polygon',
          orderId: '019b8e5c-7d00-7c1e-9d43-0c3f5a4b1e20',
          more: 0,
          commands: ['causeway status', 'causeway cancel 019b8e5c-7d00-7c1e-9d43-0c3f5a4b1e20'],
          runbook: 'CausewayOrderStuck',
        },
      ],
    },
  ),
);
export type AttentionView = Static<typeof attention>;

/** One element of GET /operator/orders. */
export const troubledOrder = named(
  'TroubledOrder',
  Type.Object(
    {
      trouble: Type.Enum(['failed', 'stuck']),
      reason: Type.String({ description: 'Why it does not go on, in a sentence.' }),
      since: Type.String({
        format: 'date-time',
        description: 'When it failed, or when it was made that is under way for too long.',
      }),
      commands,
      order,
    },
    {
      examples: [
        {
          trouble: 'stuck',
          reason: 'minting for 42 min: being delivered on the destination chain',
          since: '2026-01-05T11:18:00.000Z',
          commands: ['causeway status', 'causeway cancel 019b8e5c-7d00-7c1e-9d43-0c3f5a4b1e20'],
          order: ORDER_EXAMPLE,
        },
      ],
    },
  ),
);
export type TroubledOrderView = Static<typeof troubledOrder>;

/** One element of GET /operator/credits. */
export const credit = named(
  'Credit',
  Type.Object(
    {
      orderId: Type.String(),
      chain: Type.String({ description: 'Where the payment failed, and where it can be claimed.' }),
      holder: Type.String({ description: 'Who can claim it.' }),
      amount: Type.String({ description: 'What was credited.' }),
      token: Type.String(),
      creditedAt: time('When the order ended.'),
      state: Type.Enum(['unclaimed', 'claimed', 'unknown'], {
        description: 'By the chain, read at most every 30 seconds; unknown while it cannot be read.',
      }),
      claimable: amount('Everything that the holder can claim there of this asset now; null while it is not known.'),
    },
    {
      examples: [
        {
          orderId: '019b8e5c-7d00-7c1e-9d43-0c3f5a4b1e20',
          chain: 'polygon',
          holder: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
          amount: '1.5',
          token: 'cwETH',
          creditedAt: '2026-01-05T11:55:00.000Z',
          state: 'unclaimed',
          claimable: '1.5',
        },
      ],
    },
  ),
);
export type CreditView = Static<typeof credit>;

/** One element of GET /operator/payers. */
export const payer = named(
  'Payer',
  Type.Object(
    {
      chain: Type.String(),
      address: Type.String(),
      balance: amount('Its coins, read from the chain at most every ten seconds; null before the first reading.'),
      minimum: amount('Below it the balance is an alarm (relayer.payerMinimum); null without one.'),
      token: Type.Union([Type.String(), Type.Null()], { description: 'The coin in which the chain takes its fees.' }),
      state: Type.Enum(['enough', 'low', 'unknown'], {
        description: 'low: below the minimum, or nothing is left. unknown: the chain cannot be read at present.',
      }),
      unknownSince: time('When the first of the readings failed after which none has succeeded.'),
      checkedAt: time('When the balance was read.'),
    },
    {
      examples: [
        {
          chain: 'polygon',
          address: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
          balance: '12.75',
          minimum: '1',
          token: 'POL',
          state: 'enough',
          unknownSince: null,
          checkedAt: '2026-01-05T12:00:00.000Z',
        },
      ],
    },
  ),
);
export type PayerView = Static<typeof payer>;

/** One element of GET /operator/lanes. */
export const laneAccount = named(
  'LaneAccount',
  Type.Object(
    {
      family: Type.String({ description: 'The bridges, "main" or that of a further asset.' }),
      fromChain: Type.String(),
      toChain: Type.String(),
      since: Type.String({ format: 'date-time', description: 'From when on both are counted.' }),
      fee: amount('The delivery fee that was read last, in `feeToken`; null when none was.'),
      feeToken: Type.Union([Type.String(), Type.Null()]),
      messages: Type.Integer({ description: 'Final locks and burns.' }),
      unknownFees: Type.Integer({ description: 'Of these, those whose fee nobody knows. They count nothing.' }),
      income: Type.String({ description: 'The fees that they paid, in `feeToken`.' }),
      costs: Type.Array(
        Type.Object({
          work: Type.Enum([...WORKS]),
          chain: Type.String({ description: 'Where it is done and paid.' }),
          count: Type.Integer(),
          cost: Type.String({ description: 'Coins of `chain`, with `rent`.' }),
          rent: Type.String({ description: 'The part that lies in accounts.' }),
          token: Type.Union([Type.String(), Type.Null()]),
        }),
        { description: 'What the oracle’s transactions cost; attempts that failed count too.' },
      ),
    },
    {
      examples: [
        {
          family: 'main',
          fromChain: 'ethereum',
          toChain: 'polygon',
          since: '2026-01-04T12:00:00.000Z',
          fee: '0.0002',
          feeToken: 'ETH',
          messages: 120,
          unknownFees: 0,
          income: '0.024',
          costs: [{ work: 'delivery', chain: 'polygon', count: 118, cost: '1.25', rent: '0', token: 'POL' }],
        },
      ],
    },
  ),
);
export type LaneAccountView = Static<typeof laneAccount>;

/** One element of GET /operator/signers. */
export const signerStanding = named(
  'SignerStanding',
  Type.Object(
    {
      signer: Type.String({ description: 'Its URL in the relayer’s configuration.' }),
      chain: Type.String({ description: 'The destination for which it was asked.' }),
      state: Type.Enum(['signs', 'refuses'], { description: 'Its last answer. One that gave none refuses.' }),
      signedAt: time('Its last signature.'),
      refusedAt: time('Its last refusal.'),
      refusalCode: Type.Union([Type.String(), Type.Null()]),
      refusalMessage: Type.Union([Type.String(), Type.Null()], { description: 'A text of the signer.' }),
    },
    {
      examples: [
        {
          signer: 'http://127.0.0.1:9201',
          chain: 'polygon',
          state: 'signs',
          signedAt: '2026-01-05T11:59:58.000Z',
          refusedAt: '2026-01-05T11:40:00.000Z',
          refusalCode: 'NO_QUORUM',
          refusalMessage: 'the endpoints of ethereum do not agree',
        },
      ],
    },
  ),
);
export type SignerStandingView = Static<typeof signerStanding>;
