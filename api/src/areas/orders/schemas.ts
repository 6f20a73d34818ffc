import { SWAP_ORDER_STATES } from '@causeway/protocol';
import Type, { type Static } from 'typebox';
import { exactDecimal } from '../../http/schema/exact-json.ts';
import { documentOnly, named, nullable } from '../../http/schema/schema.ts';
import { swapQuery } from '../offers/index.ts';
import {
  CREATED_EXAMPLE,
  EVM_HASH,
  EXAMPLE,
  EXAMPLE_SIGNERS,
  RADIX_EXAMPLE,
  RADIX_ID,
  SOLANA_EXAMPLE,
  SOLANA_SIGNATURE,
} from './examples.ts';
import { intervalFields } from './proof-schemas.ts';
import { SWAP_ORDER_EXAMPLE } from './swap-examples.ts';
import { swapFields, swapOrderRequest } from './swap-schemas.ts';
import { unsignedTransaction } from './transactions.ts';

const time = (description: string) =>
  Type.String({ format: 'date-time', description, examples: ['2026-01-05T12:00:00.000Z'] });
const transaction = (description: string) =>
  nullable(
    Type.String({
      description: `${description}, in its chain’s own form.`,
      examples: [EVM_HASH, SOLANA_SIGNATURE, RADIX_ID],
    }),
  );
export const decimal = (description: string) => Type.String({ description, examples: ['0.5'] });

const named100 = (description?: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: 100, ...(description !== undefined && { description }) }));

/** The two ends of an order or quote, each in one word or in two. */
const shortEnds = {
  from: named100('A chain, an asset, or ASSET@chain.'),
  to: named100('A chain, an asset, or ASSET@chain.'),
};
const longEnds = { fromToken: named100(), toToken: named100(), fromChain: named100(), toChain: named100() };

/** Each end is named by at least one of its members; the route's own error says it better than a validator does. */
const oneOfEach = documentOnly({
  allOf: ['from', 'to'].map((end) => ({
    anyOf: [end, `${end}Token`, `${end}Chain`].map((name) => ({ required: [name] })),
  })),
});

/** Body of POST /orders. */
export const orderRequest = named(
  'OrderRequest',
  Type.Object(
    {
      ...shortEnds,
      amount: exactDecimal(
        'In whole units of the asset. A string is exact; a number must be one that JSON carries exactly.',
      ),
      ...longEnds,
      destinationAddress: Type.Optional(
        Type.String({ maxLength: 200, description: 'The recipient; the caller’s default wallet there if absent.' }),
      ),
      fromAddress: Type.Optional(
        Type.String({ maxLength: 200, description: 'The signer of the lock, if the caller has no custodial wallet.' }),
      ),
      refundAddress: Type.Optional(
        Type.String({
          maxLength: 200,
          description:
            'The receiver of a refund on the source chain; `fromAddress` if absent, the recipient without either. A ' +
            'custodial wallet is itself refunded, and no other address is accepted.',
        }),
      ),
      expiresInMinutes: Type.Optional(Type.Integer({ minimum: 1, maximum: 1440 })),
      mode: Type.Optional(
        Type.String({ enum: ['bridge', 'swap'], default: 'bridge', description: '`swap` brings another asset.' }),
      ),
      ...swapQuery,
      ...swapOrderRequest,
    },
    {
      ...oneOfEach,
      examples: [
        { from: 'ETH', to: 'polygon', amount: '0.5', destinationAddress: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94' },
        { fromToken: 'ETH', fromChain: 'ethereum', toToken: 'POL', toChain: 'polygon', amount: 0.5 },
        {
          from: 'SOL',
          to: 'ethereum',
          amount: '1.5',
          fromAddress: '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM',
          destinationAddress: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
        },
      ],
    },
  ),
);
export type OrderRequest = Static<typeof orderRequest>;

/** What an order costs, and what comes back if it cannot be delivered. */
export const costFields = {
  fee: nullable(
    Type.String({
      description:
        'Fee of the delivery in `feeToken`, in addition to `fromAmount`; a lock that would pay more is refused. Null for ' +
        'a lock that was not ordered here.',
      examples: ['0'],
    }),
  ),
  feeToken: nullable(
    Type.String({
      description:
        'The source chain’s native coin, with its chain (ETH@base) where its symbol means another network’s asset; null when nothing names it.',
      examples: ['ETH'],
    }),
  ),
  refundAmount: decimal('What a refund returns on the source chain, in `refundToken`: the amount, not the fee.'),
  refundToken: Type.String({ examples: ['ETH'] }),
};

/** Public fields of an order: its on-chain facts. */
const publicFields = {
  orderId: Type.String({ format: 'uuid', examples: ['0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70'] }),
  status: Type.Enum([...SWAP_ORDER_STATES], {
    description: '`swapping`, `returning` and `returned` are of orders of mode `swap` alone.',
    examples: ['confirming'],
  }),
  message: Type.String({ description: 'The status in a sentence.' }),
  mode: Type.Enum(['bridge', 'swap']),
  origin: Type.Enum(['api', 'chain'], { description: '`chain`: locked without an API order.' }),
  operation: Type.Enum(['lockTokens', 'burnTokens']),
  fromChain: Type.String({ examples: ['ethereum'] }),
  toChain: Type.String({ examples: ['polygon'] }),
  fromToken: Type.String({ examples: ['ETH'] }),
  fromTokenAddress: nullable(Type.String({ description: 'Null: the chain’s native coin.' })),
  toToken: Type.String({ description: 'Symbol of the token that arrives.', examples: ['ETH'] }),
  toTokenAddress: nullable(Type.String({ description: 'Null: the chain’s native coin.' })),
  fromAmount: decimal('The amount to lock or burn.'),
  toAmount: decimal('The amount that arrives: the same, 1:1; of a swap, what is paid until `exclusiveUntil`.'),
  ...costFields,
  exchangeRate: nullable(
    Type.String({
      description:
        'For information: the price of one `fromToken` in `exchangeRateToken` at the time of the order. Of a swap, the rate at ' +
        'which it was filled, or until then its offer’s.',
    }),
  ),
  exchangeRateToken: nullable(Type.String({ description: 'The destination chain’s own asset; of a swap, `toToken`.' })),
  valueUsd: nullable(
    Type.String({ description: 'For information: the value in US dollars at the time of the order.' }),
  ),
  sender: nullable(
    Type.String({ description: 'The account that locks and is refunded; null to others before the lock.' }),
  ),
  destinationAddress: Type.String({ description: 'The recipient.' }),
  refundAddress: nullable(
    Type.String({
      description:
        'The receiver of a refund on the source chain if the order cannot be delivered: the custodial wallet that ' +
        'locks; otherwise `refundAddress` of the request, else its `fromAddress`, else the recipient. Null to others ' +
        'before the lock.',
    }),
  ),
  reference: Type.String({ description: 'The 32 bytes that identify the order in its lock.' }),
  messageId: nullable(Type.String({ description: 'The orderId of the contracts.' })),
  cancelMessageId: nullable(
    Type.String({
      description:
        'The Cancel with which the destination gave the order up; its delivery on the source is the refund. Null before.',
    }),
  ),
  confirmations: Type.Integer({ minimum: 0 }),
  requiredConfirmations: Type.Integer({ minimum: 0 }),
  signatures: Type.Integer({ minimum: 0 }),
  requiredSignatures: Type.Integer({ minimum: 0 }),
  final: Type.Boolean({ description: 'The last payment is beyond its chain’s finality.' }),
  claimable: Type.Boolean({
    description:
      'The recipient refused the payment, and the bridge credits it: `GET /orders/{id}/claim` has what to sign.',
  }),
  lockTransaction: transaction('Lock or burn on the source'),
  mintTransaction: transaction('Mint or release on the destination'),
  refundTransaction: transaction('Refund on the source'),
  isCompleted: Type.Boolean(),
  isFailed: Type.Boolean(),
  isRolledBack: Type.Boolean({ description: 'Refunded, or a swap that was returned.' }),
  isCancelled: Type.Boolean({ description: 'Ended by its orderer before the lock.' }),
  isFinished: Type.Boolean({
    description: 'Nothing more happens by itself: completed, refunded, returned, cancelled, expired or failed.',
  }),
  failureCode: nullable(Type.String()),
  failureMessage: nullable(Type.String()),
  createdAt: time('Time of the order, or of its first sight on chain.'),
  updatedAt: time('Time of the last change.'),
  completedAt: nullable(time('Time of the completion or refund.')),
  expiresAt: nullable(time('Time limit for the lock.')),
  version: Type.Integer({ minimum: 1 }),
  ...swapFields,
};

/** Fields that only the orderer sees. */
const ownFields = {
  avatarId: Type.Optional(Type.String()),
  custody: Type.Optional(
    Type.Enum(['service', 'self'], { description: '`service`: the service locks from the caller’s custodial wallet.' }),
  ),
  transactions: Type.Optional(
    Type.Array(unsignedTransaction, {
      description:
        'With custody `self`: the unsigned transactions to sign and send in order, the lock last, in the form of the ' +
        'source chain.',
    }),
  ),
};

export const order = named('Order', Type.Object({ ...publicFields, ...ownFields }, { examples: [EXAMPLE] }));
export type OrderView = Static<typeof order>;

/** The evidence of an order's delivery. */
const evidenceFields = {
  signers: nullable(
    Type.Array(Type.String(), {
      description:
        'The oracle members that signed the delivery or cancellation on the destination, or the last attempt.',
    }),
  ),
  proof: nullable(
    Type.Object(
      {
        ...intervalFields,
        root: Type.String({ description: 'Merkle root of their ids.', examples: [`0x${'9d'.repeat(32)}`] }),
      },
      { description: 'The committed interval on the destination that contains the order’s message.' },
    ),
  ),
};
export type OrderEvidence = Static<Type.TObject<typeof evidenceFields>>;

/** Answer of GET /orders/{id}: the order and the evidence of its delivery. */
export const orderDetail = named(
  'OrderDetail',
  Type.Object(
    { ...publicFields, ...ownFields, ...evidenceFields },
    {
      examples: [
        { ...EXAMPLE, signers: null, proof: null },
        {
          ...EXAMPLE,
          status: 'completed',
          message: 'delivered',
          confirmations: 32,
          signatures: 3,
          final: true,
          mintTransaction: `0x${'4b'.repeat(32)}`,
          isCompleted: true,
          isFinished: true,
          completedAt: '2026-01-05T12:07:36.000Z',
          updatedAt: '2026-01-05T12:09:12.000Z',
          version: 11,
          signers: EXAMPLE_SIGNERS,
          proof: { firstNonce: '40', count: 8, root: `0x${'9d'.repeat(32)}` },
        },
      ],
    },
  ),
);

/** Answer of POST /orders: the order flat and under `result`. */
export const createdOrder = named(
  'CreatedOrder',
  Type.Object(
    { ...publicFields, ...ownFields, result: order, isError: Type.Literal(false) },
    {
      examples: [CREATED_EXAMPLE, SOLANA_EXAMPLE, RADIX_EXAMPLE, SWAP_ORDER_EXAMPLE].map((example) => ({
        ...example,
        result: example,
        isError: false,
      })),
    },
  ),
);

/** Members of an order that check-balance answers unchanged. */
const BALANCE_FACTS = [
  'orderId',
  'status',
  'fromChain',
  'toChain',
  'fromToken',
  'toToken',
  'fromAmount',
  'toAmount',
  'fee',
  'feeToken',
  'refundAmount',
  'refundToken',
  'exchangeRate',
  'confirmations',
  'requiredConfirmations',
  'signatures',
  'requiredSignatures',
  'final',
  'lockTransaction',
  'mintTransaction',
  'refundTransaction',
  'isCompleted',
  'isFailed',
  'isRolledBack',
  'isCancelled',
  'isFinished',
  'createdAt',
  'updatedAt',
  'completedAt',
  'expiresAt',
  'message',
] as const;

/** What happened to a swap. */
export const SWAP_FACTS = ['solver', 'filledAmount', 'fillTransaction', 'settled', 'returnTransaction'] as const;

/** The members that check-balance shows of an order of mode swap alone. */
const SWAP_BALANCE_FACTS = ['minToAmount', 'deadline', ...SWAP_FACTS] as const;
type BalanceFact = (typeof BALANCE_FACTS)[number];

/** The members of `from` with these names, where it has them. */
const pick = <T extends object, Name extends keyof T>(from: T, names: readonly Name[]): Pick<T, Name> =>
  Object.fromEntries(names.filter((name) => Object.hasOwn(from, name)).map((name) => [name, from[name]])) as Pick<
    T,
    Name
  >;

/** The members that check-balance shows, of an order or of another object with the same keys. */
export const balanceFacts = <T extends Readonly<Record<BalanceFact, unknown>>>(from: T): Pick<T, BalanceFact> =>
  pick(from, BALANCE_FACTS);

/** The members that check-balance shows besides, of an order of mode swap. */
export const swapBalanceFacts = <T extends Pick<typeof publicFields | OrderView, (typeof SWAP_BALANCE_FACTS)[number]>>(
  from: T,
): Pick<T, (typeof SWAP_BALANCE_FACTS)[number]> => pick(from, SWAP_BALANCE_FACTS);

/** Answer of GET /orders/{id}/check-balance. */
export const orderBalance = named(
  'OrderBalance',
  Type.Object(
    {
      ...balanceFacts(publicFields),
      ...swapBalanceFacts(publicFields),
      expectedSeconds: nullable(
        Type.Integer({
          minimum: 0,
          description: 'Seconds until completion by live block times; null when unpredictable.',
        }),
      ),
      currentFromBalance: nullable(decimal('The sender’s balance of `fromToken`; null when unknown.')),
      currentToBalance: nullable(decimal('The recipient’s balance of `toToken`; null when unknown.')),
      hasSufficientBalance: nullable(
        Type.Boolean({ description: 'True once locked, or while the sender holds the amount.' }),
      ),
    },
    {
      examples: [
        {
          ...balanceFacts(EXAMPLE),
          expectedSeconds: 249,
          currentFromBalance: '9.499',
          currentToBalance: '0',
          hasSufficientBalance: true,
        },
      ],
    },
  ),
);
export type OrderBalance = Static<typeof orderBalance>;

/** Query of GET /quote. */
export const quoteQuery = Type.Object({
  from: Type.Optional({ ...shortEnds.from, examples: ['ETH'] }),
  to: Type.Optional({ ...shortEnds.to, examples: ['polygon'] }),
  ...longEnds,
  amount: Type.String({ minLength: 1, maxLength: 130, description: 'In whole units of the asset.', examples: ['0.5'] }),
  mode: Type.Optional(
    Type.String({ enum: ['bridge', 'swap'], default: 'bridge', description: '`swap` brings another asset.' }),
  ),
  ...swapQuery,
});
export type QuoteRequest = Static<typeof quoteQuery>;

/** Members of an order that a quote has with the same meaning. */
const QUOTE_FACTS = [
  'operation',
  'fromChain',
  'toChain',
  'fromToken',
  'fromTokenAddress',
  'toToken',
  'toTokenAddress',
  'fromAmount',
  'toAmount',
  'fee',
  'feeToken',
  'refundAmount',
  'refundToken',
  'exchangeRate',
  'exchangeRateToken',
  'valueUsd',
  'requiredConfirmations',
] as const;

/** Answer of GET /quote. */
export const quote = named(
  'Quote',
  Type.Object(
    {
      mode: Type.Literal('bridge'),
      ...pick(publicFields, QUOTE_FACTS),
      expectedSeconds: nullable(
        Type.Integer({
          minimum: 0,
          description: 'From the lock until completion, from live block times; null where nobody can tell.',
        }),
      ),
    },
    { examples: [{ mode: 'bridge', ...pick(EXAMPLE, QUOTE_FACTS), expectedSeconds: 249 }] },
  ),
);
export type QuoteView = Static<typeof quote>;
