import {
  encodeTerms,
  evmVaultOf,
  FALLBACK,
  type Hex,
  type Terms,
  termsIdOf,
  toAddress32,
  ZERO_32,
} from '@causeway/protocol';
import { CREATED_EXAMPLE } from './examples.ts';
import { termsView } from './swap.ts';

const SETTLER: Hex = '0x5fbdb2315678afecb367f032d93f642f64180aa3';
const word = (address: string): Hex => toAddress32(address.toLowerCase() as Hex);
const seconds = (time: string): bigint => BigInt(Date.parse(time) / 1_000);
const ETHER = 10n ** 18n;
const [EXCLUSIVE_UNTIL, DEADLINE] = ['2026-01-05T12:04:39.000Z', '2026-01-05T12:34:09.000Z'] as const;
const SOLVER = { id: '0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70', address: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94' };

const TERMS: Terms = {
  version: 1,
  domain: 137,
  settler: word(SETTLER),
  assetIn: word('0x5FbDB2315678afecb367f032d93F642f64180aa3'),
  amountIn: ETHER / 2n,
  assetOut: ZERO_32,
  quotedOut: (ETHER * 3_700_125n) / 1_000n,
  minOut: (ETHER * 3_663_123_75n) / 100_000n,
  recipient: word(CREATED_EXAMPLE.destinationAddress),
  solver: word(SOLVER.address),
  exclusiveUntil: seconds(EXCLUSIVE_UNTIL),
  deadline: seconds(DEADLINE),
  fallback: FALLBACK.home,
  home: 1,
  homeAddress: word(CREATED_EXAMPLE.sender),
  finishFee: ETHER / 1_000n,
  salt: `0x${'3e'.repeat(32)}`,
};
const ENCODED = encodeTerms(TERMS);
const ID = termsIdOf(ENCODED);
const VAULT = `0x${evmVaultOf(SETTLER, ID).slice(-40)}`;

/** An order of mode swap after its creation. */
export const SWAP_ORDER_EXAMPLE = {
  ...CREATED_EXAMPLE,
  orderId: '0198c5b2-9d41-7f60-8c43-5ebd708192a3',
  mode: 'swap',
  toToken: 'POL',
  toTokenAddress: null,
  toAmount: '3700.125',
  minToAmount: '3663.12375',
  refundAmount: '0.499',
  exchangeRate: '7400.25',
  exchangeRateToken: 'POL',
  reference: ID,
  settler: SETTLER,
  vault: VAULT,
  terms: termsView(ENCODED, TERMS),
  exclusiveUntil: EXCLUSIVE_UNTIL,
  deadline: DEADLINE,
  expiresAt: DEADLINE,
  fallback: 'home',
  finishFee: '0.001',
  solverId: SOLVER.id,
  quoteExpiresAt: '2026-01-05T12:00:30.000Z',
  solver: null,
  filledAmount: null,
  fillTransaction: null,
  settled: false,
  returnTransaction: null,
} as const;

/** The same order as solvers see it once its lock waits for its finality. */
export const SWAP_EXAMPLE = {
  orderId: SWAP_ORDER_EXAMPLE.orderId,
  id: ID,
  status: 'confirming',
  terms: ENCODED,
  settler: SETTLER,
  vault: VAULT,
  fromChain: 'ethereum',
  toChain: 'polygon',
  fromToken: 'ETH',
  deliveredToken: 'cwETH',
  toToken: 'POL',
  fromAmount: '0.5',
  toAmount: '3700.125',
  minToAmount: '3663.12375',
  exclusiveUntil: EXCLUSIVE_UNTIL,
  deadline: DEADLINE,
  solverId: SOLVER.id,
  solverAddress: SOLVER.address,
  quoteExpiresAt: '2026-01-05T12:00:30.000Z',
  messageId: `0x${'7a'.repeat(32)}`,
  lockTransaction: `0x${'5c'.repeat(32)}`,
  deliveredTransaction: null,
} as const;
