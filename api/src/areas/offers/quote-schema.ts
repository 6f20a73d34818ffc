import Type, { type Static } from 'typebox';
import { named, nullable } from '../../http/schema/schema.ts';

const decimal = (description: string, example: string) => Type.String({ description, examples: [example] });
const time = (description: string) => Type.String({ format: 'date-time', description });
const seconds = (description: string) => Type.Integer({ minimum: 0, description });

/** The members of a quote's query that only a swap has. */
export const swapQuery = {
  slippageBps: Type.Optional(
    Type.Integer({
      description:
        'Of a swap, how many hundredths of a percent less than `toAmount` are accepted: 0 to 1,000; 100 if absent.',
    }),
  ),
  minToAmount: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 130,
      description:
        'Of a swap, the least that is accepted, instead of `slippageBps`. Where no offer reaches it, or none can be ' +
        'compared with the market, the quote is a limit order that any solver may fill.',
    }),
  ),
};

const solverFields = {
  solverId: Type.String({ format: 'uuid', description: 'The avatar that offers.' }),
  address: Type.String({ description: 'The account that fills.' }),
  exclusiveUntil: nullable(
    time(
      'Until then only this solver may fill: 30 s after the expected delivery. Null when anyone may at once: the solver filled ' +
        'too few of its orders, or the delivery cannot be foreseen.',
    ),
  ),
  record: Type.Object(
    {
      locked: Type.Integer({ minimum: 0, description: 'At most the latest 100.' }),
      filled: Type.Integer({ minimum: 0, description: 'How many of them were filled in time.' }),
      medianSeconds: nullable(Type.Integer({ minimum: 0, description: 'From the lock to the fill.' })),
    },
    { description: 'Of the orders that were locked before their quote expired, of all avatars of the solver’s owner.' },
  ),
};

/** Answer of GET /quote with `mode=swap`. */
export const swapQuote = named(
  'SwapQuote',
  Type.Object(
    {
      mode: Type.Literal('swap'),
      operation: Type.Enum(['lockTokens', 'burnTokens']),
      fromChain: Type.String(),
      toChain: Type.String(),
      fromToken: Type.String(),
      fromTokenAddress: nullable(Type.String({ description: 'Null: the chain’s native coin.' })),
      toToken: Type.String({ description: 'Symbol of the token that the solver pays.' }),
      toTokenAddress: nullable(Type.String({ description: 'Null: the chain’s native coin.' })),
      settler: Type.String({ description: 'The contract on `toChain` that a solver fills at.' }),
      fromAmount: decimal('The amount to lock or burn.', '0.5'),
      toAmount: decimal('What the solver pays until `exclusiveUntil`.', '3700.125'),
      minToAmount: decimal('What is paid at least; the payment falls to it until the deadline.', '3663.12375'),
      slippageBps: nullable(Type.Integer({ description: 'Null when the request gave `minToAmount`.' })),
      rate: nullable(decimal('Units of `toToken` for one `fromToken`; null for a limit order.', '7400.25')),
      exchangeRate: nullable(decimal('The same by the market; null while it has no rate.', '7412.5')),
      spreadBps: nullable(
        Type.Integer({
          description:
            'By how many hundredths of a percent `rate` is worse than `exchangeRate`; negative when it is better.',
        }),
      ),
      deliveryFee: decimal('Fee of the delivery in `feeToken`, in addition to `fromAmount`.', '0'),
      feeToken: nullable(Type.String({ description: 'The source chain’s native coin.' })),
      finishFee: decimal(
        'What is paid of the amount, in `finishFeeToken`, to who returns a swap that nobody filled.',
        '0.001',
      ),
      finishFeeToken: Type.String({ description: 'What the bridge delivers on `toChain`.' }),
      refundAmount: decimal(
        'What comes back on the source chain if nobody fills: the amount without `finishFee`.',
        '0.499',
      ),
      refundToken: Type.String(),
      expectedSeconds: nullable(
        Type.Object(
          {
            early: seconds('When a solver pays as soon as the lock is on chain.'),
            late: seconds('When it waits for the delivery by the bridge.'),
          },
          { description: 'From the lock until the payment, from live block times; null where nobody can tell.' },
        ),
      ),
      expiresAt: time('Until then a lock counts as in time; the offer ends then.'),
      quoteId: nullable(
        Type.String({
          description:
            'Given to an order, it takes this solver at this rate or a better one, or is refused with `QUOTE_EXPIRED`. Null ' +
            'for a limit order.',
        }),
      ),
      solver: nullable(
        Type.Object(solverFields, { description: 'Null for a limit order, which any solver may fill.' }),
      ),
    },
    {
      examples: [
        {
          mode: 'swap',
          operation: 'lockTokens',
          fromChain: 'ethereum',
          toChain: 'polygon',
          fromToken: 'ETH',
          fromTokenAddress: null,
          toToken: 'POL',
          toTokenAddress: null,
          settler: '0x5FbDB2315678afecb367f032d93F642f64180aa3',
          fromAmount: '0.5',
          toAmount: '3700.125',
          minToAmount: '3663.12375',
          slippageBps: 100,
          rate: '7400.25',
          exchangeRate: '7412.5',
          spreadBps: 17,
          deliveryFee: '0',
          feeToken: 'ETH',
          finishFee: '0.001',
          finishFeeToken: 'cwETH',
          refundAmount: '0.499',
          refundToken: 'ETH',
          expectedSeconds: { early: 16, late: 253 },
          expiresAt: '2026-01-05T12:00:30.000Z',
          quoteId: '0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70:7400.25',
          solver: {
            solverId: '0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70',
            address: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
            exclusiveUntil: '2026-01-05T12:04:39.000Z',
            record: { locked: 40, filled: 40, medianSeconds: 14 },
          },
        },
      ],
    },
  ),
);
export type SwapQuoteView = Static<typeof swapQuote>;
