import { chainKinds } from '@causeway/chains';
import type { ChainKind } from '@causeway/protocol';
import Type, { type Static } from 'typebox';
import { named } from '../../http/schema.ts';

/** Query of GET /exchange-rate. */
export const rateQuery = Type.Object({
  fromToken: Type.Optional(Type.String({ minLength: 1, maxLength: 40, examples: ['ETH'] })),
  toToken: Type.Optional(Type.String({ minLength: 1, maxLength: 40, examples: ['POL'] })),
  from: Type.Optional(Type.String({ minLength: 1, maxLength: 40, description: 'The same as `fromToken`.' })),
  to: Type.Optional(Type.String({ minLength: 1, maxLength: 40, description: 'The same as `toToken`.' })),
});

/** Answer of GET /exchange-rate. */
export const exchangeRate = named(
  'ExchangeRate',
  Type.Object(
    {
      rate: Type.String({ description: 'Units of `toToken` for one `fromToken`.' }),
      fromToken: Type.String(),
      toToken: Type.String(),
      timestamp: Type.String({ format: 'date-time', description: 'Time of the oldest price used.' }),
      sources: Type.Array(Type.String()),
      stale: Type.Boolean({
        description: 'The sources cannot be reached; this is the last agreed rate within its bound.',
      }),
    },
    {
      examples: [
        {
          rate: '7412.5',
          fromToken: 'ETH',
          toToken: 'POL',
          timestamp: '2026-01-05T12:00:00.000Z',
          sources: ['coinbase', 'coingecko', 'kraken'],
          stale: false,
        },
      ],
    },
  ),
);
export type ExchangeRate = Static<typeof exchangeRate>;

/** A kind of chain, of those that are registered when the document is made. */
const kind = Type.Unsafe<ChainKind>({
  get enum() {
    return chainKinds().map(({ name }) => name);
  },
});

/** One element of GET /networks. */
export const network = named(
  'Network',
  Type.Object(
    {
      name: Type.String(),
      symbol: Type.String(),
      network: Type.String({ description: 'The chain’s own id: the EIP-155 chain id, or the name of the cluster.' }),
      domain: Type.Integer(),
      kind,
      status: Type.Enum(['healthy', 'degraded', 'down'], { description: 'degraded: some endpoints do not answer.' }),
      finality: Type.Object({
        blocks: Type.Integer({
          description:
            'Blocks (Solana: slots) above a lock until it is final; 0 where it is final at once, as on Radix.',
        }),
        expectedSeconds: Type.Union([Type.Integer(), Type.Null()], { description: 'From live block times.' }),
      }),
      bridgeAddress: Type.String({ description: 'Contract, program or component.' }),
      nativeAsset: Type.Object({
        symbol: Type.String(),
        name: Type.String(),
        decimals: Type.Integer(),
        address: Type.Union([Type.String(), Type.Null()]),
      }),
      latestBlock: Type.Union([Type.Integer(), Type.Null()], { description: 'Solana: slot. Radix: state version.' }),
    },
    {
      examples: [
        {
          name: 'ethereum',
          symbol: 'ETH',
          network: '31101',
          domain: 31101,
          kind: 'evm',
          status: 'healthy',
          finality: { blocks: 32, expectedSeconds: 384 },
          bridgeAddress: '0x5FbDB2315678afecb367f032d93F642f64180aa3',
          nativeAsset: { symbol: 'ETH', name: 'Ether', decimals: 18, address: null },
          latestBlock: 1820,
        },
        {
          name: 'solana',
          symbol: 'SOL',
          network: 'local',
          domain: 2_164_195_829,
          kind: 'solana',
          status: 'healthy',
          finality: { blocks: 32, expectedSeconds: 13 },
          bridgeAddress: 'Ecs89dz8NsNoSxyUtp54G2HPbmvJr8qZnxnWUqiLT92r',
          nativeAsset: { symbol: 'SOL', name: 'Solana', decimals: 9, address: null },
          latestBlock: 398_123_456,
        },
        {
          name: 'radix',
          symbol: 'XRD',
          network: 'local',
          domain: 2_164_196_350,
          kind: 'radix',
          status: 'healthy',
          finality: { blocks: 0, expectedSeconds: 0 },
          bridgeAddress: 'component_sim1cpd4kk6mtdd4kk6mtdd4kk6mtdd4kk6mtdd4kk6mtdd4kk6ms7w0r3',
          nativeAsset: { symbol: 'XRD', name: 'Radix', decimals: 18, address: null },
          latestBlock: 48_211,
        },
      ],
    },
  ),
);
export type NetworkView = Static<typeof network>;
