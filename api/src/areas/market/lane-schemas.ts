import { BACKLOG_STATES } from '@causeway/storage';
import Type, { type Static } from 'typebox';
import { named, nullable } from '../../http/schema/schema.ts';

const bucket = (description: string) =>
  Type.Union(
    [
      Type.Object({
        capacity: Type.String(),
        level: Type.String({ description: 'What can go through at once now.' }),
        refillPerSecond: Type.String(),
        fullAt: nullable(
          Type.String({ format: 'date-time', description: 'Null when it is full, and when it never refills.' }),
        ),
      }),
      Type.Null(),
    ],
    { description: `${description} Null when the chain cannot be read.` },
  );

const pause = (description: string) =>
  Type.Union([Type.Boolean(), Type.Null()], { description: `${description} Null when the chain cannot be read.` });

const amount = (description: string) =>
  Type.Union([Type.String(), Type.Null()], { description: `${description} Null when the source cannot be read.` });

const waitingFor = Object.fromEntries(BACKLOG_STATES.map((state) => [state, Type.Integer()])) as Record<
  (typeof BACKLOG_STATES)[number],
  ReturnType<typeof Type.Integer>
>;

/** One element of GET /lanes. */
export const lane = named(
  'Lane',
  Type.Object(
    {
      asset: Type.String({ description: 'Symbol of the asset, as orders name it.' }),
      fromChain: Type.String(),
      toChain: Type.String(),
      fromToken: Type.String({ description: 'Symbol of what is locked or burned.' }),
      toToken: Type.String({ description: 'Symbol of what arrives.' }),
      isOpen: Type.Boolean({ description: 'True when orders are taken now.' }),
      closedBecause: Type.Union([Type.Object({ errorCode: Type.String(), message: Type.String() }), Type.Null()], {
        description: 'Why not, with the errorCode of an order; null when it is open.',
      }),
      paused: Type.Object({
        outbound: pause('The source takes no locks or burns to there.'),
        inbound: pause('The destination delivers nothing from there; orders wait.'),
      }),
      fee: amount('Delivery fee of one order, in `feeToken`.'),
      feeToken: Type.Union([Type.String(), Type.Null()]),
      minAmount: amount('Least of one order.'),
      maxAmount: amount('Most of one order.'),
      outbound: bucket('What refunds of this lane’s orders draw on, at the source.'),
      inbound: bucket('What deliveries draw on, at the destination. An order above its level waits.'),
      backlog: Type.Object(
        {
          count: Type.Integer(),
          oldestAt: nullable(Type.String({ format: 'date-time', description: 'When the oldest was created.' })),
          waitingFor: Type.Object(waitingFor, { description: 'The same orders by status.' }),
        },
        { description: 'Orders whose lock was seen and that have not ended.' },
      ),
      asOf: Type.String({
        format: 'date-time',
        description: 'When the figures were put together; up to three seconds older on chain.',
      }),
    },
    {
      examples: [
        {
          asset: 'ETH',
          fromChain: 'ethereum',
          toChain: 'polygon',
          fromToken: 'ETH',
          toToken: 'cwETH',
          isOpen: true,
          closedBecause: null,
          paused: { outbound: false, inbound: false },
          fee: '0.0002',
          feeToken: 'ETH',
          minAmount: '0.001',
          maxAmount: '1000',
          outbound: { capacity: '1000', level: '1000', refillPerSecond: '0.5', fullAt: null },
          inbound: { capacity: '1000', level: '700', refillPerSecond: '0.5', fullAt: '2026-01-05T12:10:00.000Z' },
          backlog: {
            count: 3,
            oldestAt: '2026-01-05T11:55:00.000Z',
            waitingFor: {
              ...{ locked: 0, confirming: 2, proving: 0, signing: 0, minting: 1, cancelling: 0, refunding: 0 },
            },
          },
          asOf: '2026-01-05T12:00:00.000Z',
        },
      ],
    },
  ),
);
export type LaneView = Static<typeof lane>;
