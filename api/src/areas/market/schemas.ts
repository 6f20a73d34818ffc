import { chainKinds } from '@causeway/chains';
import type { ChainKind } from '@causeway/protocol';
import Type, { type Static } from 'typebox';
import { named, nullable } from '../../http/schema/schema.ts';

/** An account of a local Radix network. */
const DAPP_EXAMPLE = 'account_sim1cyvgx33089ukm2pl97pv4max0x40ruvfy4lt60yvya744cve475w0q';

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

const word = (description: string) => Type.Optional(Type.String({ minLength: 1, maxLength: 40, description }));

/** Query of GET /routes. */
export const routeQuery = Type.Object({
  asset: word('Only routes of this asset, by its symbol.'),
  fromChain: word('Only routes from this network.'),
  toChain: word('Only routes to this network.'),
});
export type RouteQuery = Static<typeof routeQuery>;

const routeToken = Type.Object({
  symbol: Type.String(),
  name: Type.String(),
  decimals: Type.Integer(),
  address: Type.Union([Type.String(), Type.Null()], { description: 'Null for the chain’s own coin.' }),
});

/** A figure of a route that is read from its source. */
const readAmount = (description: string) =>
  Type.Union([Type.String(), Type.Null()], { description: `${description} Null when the source cannot be read.` });

/** One element of GET /routes. */
export const bridgeRoute = named(
  'Route',
  Type.Object(
    {
      asset: Type.String({ description: 'Symbol of the asset, as orders name it.' }),
      fromChain: Type.String(),
      toChain: Type.String(),
      operation: Type.Enum(['lockTokens', 'burnTokens'], { description: 'What the sender calls on `fromChain`.' }),
      fromToken: routeToken,
      toToken: routeToken,
      decimals: Type.Integer({ description: 'Decimals of an amount; more are refused.' }),
      minAmount: readAmount('Smallest amount of one order.'),
      maxAmount: readAmount('Largest amount of one order.'),
      fee: readAmount('Delivery fee of one order, on top of its amount.'),
      feeToken: Type.Union([Type.String(), Type.Null()], {
        description:
          'The coin of `fromChain`, with its chain (ETH@base) where its symbol means another network’s asset.',
      }),
      expectedSeconds: Type.Union([Type.Integer(), Type.Null()], {
        description: 'From the lock to the delivery, by live block times; null when a chain cannot be read.',
      }),
      delayAbove: Type.Union([Type.Object({ amount: Type.String(), seconds: Type.Number() }), Type.Null()], {
        description:
          'Orders above `amount`, also several of one sender within an hour, arrive `seconds` after their lock at the earliest.',
      }),
      open: Type.Boolean({ description: 'True when orders of this route are taken now.' }),
      reason: Type.Union([Type.Object({ errorCode: Type.String(), message: Type.String() }), Type.Null()], {
        description: 'Why not, with the errorCode of an order; null when it is open.',
      }),
    },
    {
      examples: [
        {
          asset: 'ETH',
          fromChain: 'ethereum',
          toChain: 'polygon',
          operation: 'lockTokens',
          fromToken: { symbol: 'ETH', name: 'Ether', decimals: 18, address: null },
          toToken: {
            symbol: 'cwETH',
            name: 'Causeway Ether',
            decimals: 18,
            address: '0x5FbDB2315678afecb367f032d93F642f64180aa3',
          },
          decimals: 9,
          minAmount: '0.001',
          maxAmount: '1000',
          fee: '0.0002',
          feeToken: 'ETH',
          expectedSeconds: 401,
          delayAbove: { amount: '100', seconds: 3_600 },
          open: true,
          reason: null,
        },
      ],
    },
  ),
);
export type RouteView = Static<typeof bridgeRoute>;

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
      endpoints: Type.Object(
        { up: Type.Integer(), configured: Type.Integer() },
        { description: 'RPC endpoints of the service for this network: how many answer, of how many.' },
      ),
      downSince: nullable(
        Type.String({
          format: 'date-time',
          description:
            'When this process first found no endpoint that answers, after the last time that one did; null when one does.',
        }),
      ),
      finality: Type.Object({
        blocks: Type.Integer({
          description:
            'Blocks (Solana: slots) above a lock until it is final; 0 where it is final at once, as on Radix.',
        }),
        rule: Type.Enum(['depth', 'tag', 'atOnce'], {
          description:
            'depth: as many blocks above decide. tag: the chain’s own finalized block decides too, the later of both. atOnce: a committed block is final.',
        }),
        blocksNow: Type.Union([Type.Integer(), Type.Null()], {
          description:
            'Blocks from the newest final one to the newest, at present; null when the chain cannot be read.',
        }),
        expectedSeconds: Type.Union([Type.Integer(), Type.Null()], {
          description: 'The same as time, from live block times.',
        }),
        standsStill: Type.Boolean({
          description: 'The chain finalizes no blocks at present: orders from it wait, and none is delivered earlier.',
        }),
        exception: Type.Union([Type.String(), Type.Null()], {
          description: 'Why orders from it take longer than 2 to 5 minutes, and how long; null where they do not.',
        }),
      }),
      bridgeAddress: Type.String({ description: 'Contract, program or component.' }),
      nativeAsset: Type.Object({
        symbol: Type.String(),
        name: Type.String(),
        decimals: Type.Integer(),
        address: nullable(Type.String()),
      }),
      feeToken: Type.Union([Type.String(), Type.Null()], {
        description: 'The chain’s own coin, with the chain (ETH@base) where its symbol means another network’s asset.',
      }),
      latestBlock: Type.Union([Type.Integer(), Type.Null()], { description: 'Solana: slot. Radix: state version.' }),
      dappDefinition: nullable(
        Type.String({
          description:
            'The account with which this service presents itself to wallets of the network, as Radix wallets demand; ' +
            'null where the operator has set none.',
        }),
      ),
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
          endpoints: { up: 3, configured: 3 },
          downSince: null,
          finality: {
            ...{ blocks: 32, rule: 'tag', blocksNow: 76, expectedSeconds: 912, standsStill: false },
            exception: 'final after 13 to 19 minutes: validators finalize blocks after two epochs',
          },
          bridgeAddress: '0x5FbDB2315678afecb367f032d93F642f64180aa3',
          nativeAsset: { symbol: 'ETH', name: 'Ether', decimals: 18, address: null },
          feeToken: 'ETH',
          latestBlock: 1820,
          dappDefinition: null,
        },
        {
          name: 'solana',
          symbol: 'SOL',
          network: 'local',
          domain: 2_164_195_829,
          kind: 'solana',
          status: 'healthy',
          endpoints: { up: 3, configured: 3 },
          downSince: null,
          finality: {
            blocks: 32,
            rule: 'tag',
            blocksNow: 32,
            expectedSeconds: 13,
            standsStill: false,
            exception: null,
          },
          bridgeAddress: 'Ecs89dz8NsNoSxyUtp54G2HPbmvJr8qZnxnWUqiLT92r',
          nativeAsset: { symbol: 'SOL', name: 'Solana', decimals: 9, address: null },
          feeToken: 'SOL',
          latestBlock: 398_123_456,
          dappDefinition: null,
        },
        {
          name: 'radix',
          symbol: 'XRD',
          network: 'local',
          domain: 2_164_196_350,
          kind: 'radix',
          status: 'healthy',
          endpoints: { up: 3, configured: 3 },
          downSince: null,
          finality: {
            blocks: 0,
            rule: 'atOnce',
            blocksNow: 0,
            expectedSeconds: 0,
            standsStill: false,
            exception: null,
          },
          bridgeAddress: 'component_sim1cpd4kk6mtdd4kk6mtdd4kk6mtdd4kk6mtdd4kk6mtdd4kk6ms7w0r3',
          nativeAsset: { symbol: 'XRD', name: 'Radix', decimals: 18, address: null },
          feeToken: 'XRD',
          latestBlock: 48_211,
          dappDefinition: DAPP_EXAMPLE,
        },
      ],
    },
  ),
);
export type NetworkView = Static<typeof network>;
