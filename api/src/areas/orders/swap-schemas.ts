import Type from 'typebox';
import { nullable } from '../../http/schema/schema.ts';

const word = (description: string) => Type.String({ description, examples: [`0x${'5a'.repeat(32)}`] });
const units = (description: string) => Type.String({ description, examples: ['1000000000'] });

/** Members of an order's request that only a swap has, besides the ones of its quote. */
export const swapOrderRequest = {
  quoteId: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description:
        'Of a swap: takes the solver of this quote at its rate or a better one. Without it the best offer is taken.',
    }),
  ),
  fallback: Type.Optional(
    Type.String({
      maxLength: 20,
      description:
        'Of a swap that nobody fills: `home` sends the input back to the source chain, `token` leaves the recipient what ' +
        'the bridge delivers. `home` if absent.',
    }),
  ),
  deadline: Type.Optional(
    Type.String({
      format: 'date-time',
      description:
        'Of a swap: from then on nobody fills it. After the expected delivery, and at most three quarters of the lane’s ' +
        '`cancelAfterSeconds` from now; if absent, a quarter of that after the expected delivery, at most half an hour.',
    }),
  ),
};

/** The terms of a swap: the bytes that are all that it takes to end it, and what they say. */
export const termsView = Type.Object(
  {
    hex: Type.String({ description: 'The 314 bytes. Their keccak256 is the order’s `reference`.' }),
    version: Type.Integer(),
    domain: Type.Integer({ description: 'The destination’s bridge domain.' }),
    settler: word('The settler, left-padded.'),
    assetIn: word('What the bridge delivers; zero is the native coin.'),
    amountIn: units('Local units of `assetIn`.'),
    assetOut: word('What is paid; zero is the native coin.'),
    quotedOut: units('Local units of `assetOut` that are paid until `exclusiveUntil`.'),
    minOut: units('What is paid at least; the payment falls to it until the deadline.'),
    recipient: word('Who is paid, left-padded.'),
    solver: word('Who alone may fill until `exclusiveUntil`; zero is anyone.'),
    exclusiveUntil: units('Seconds since 1970.'),
    deadline: units('Seconds since 1970.'),
    fallback: Type.Integer({ description: '0: the token stays with the recipient; 1: it goes home.' }),
    home: Type.Integer({ description: 'The domain of the fallback home; 0 without one.' }),
    homeAddress: word('Who gets it there, left-padded.'),
    finishFee: units('Local units of `assetIn`, for who ends a swap that nobody filled.'),
    salt: word('Random.'),
  },
  { description: 'Null to others before the lock, because they name the orderer.' },
);

const transaction = (description: string) => nullable(Type.String({ description }));

/** What an order of mode `swap` has besides the members of a bridge order. */
export const swapFields = {
  settler: Type.Optional(Type.String({ description: 'The contract that opens the vault.' })),
  vault: Type.Optional(
    Type.String({ description: 'To whom the bridge delivers; only the terms open it. It is the lock’s recipient.' }),
  ),
  terms: Type.Optional(nullable(termsView)),
  minToAmount: Type.Optional(Type.String({ description: 'What is paid at least.', examples: ['3663.12'] })),
  deadline: Type.Optional(Type.String({ format: 'date-time', description: 'From then on nobody fills.' })),
  exclusiveUntil: Type.Optional(
    Type.String({
      format: 'date-time',
      description: 'Until then `toAmount` is paid, and by its solver if it names one.',
    }),
  ),
  fallback: Type.Optional(Type.Enum(['home', 'token'], { description: 'Where the input goes if nobody fills.' })),
  finishFee: Type.Optional(Type.String({ description: 'What ends a swap that nobody filled, of the amount.' })),
  solverId: Type.Optional(
    nullable(Type.String({ description: 'The avatar whose offer it took; null for a limit order.' })),
  ),
  quoteExpiresAt: Type.Optional(
    nullable(
      Type.String({ format: 'date-time', description: 'A lock after that does not count in the solver’s record.' }),
    ),
  ),
  solver: Type.Optional(nullable(Type.String({ description: 'The account that filled.' }))),
  filledAmount: Type.Optional(
    nullable(Type.String({ description: 'What it paid, in `toToken`.', examples: ['3700.125'] })),
  ),
  fillTransaction: Type.Optional(transaction('The payment on the destination.')),
  settled: Type.Optional(Type.Boolean({ description: 'The solver has got what the bridge delivered.' })),
  returnTransaction: Type.Optional(transaction('Where the input left a swap that nobody filled.')),
};
