import { DEPTH_AND_TAG, estimate, from, type NetworkProfile } from './profile.ts';

const DAY = '2026-11-28';

export const OPTIMISM: NetworkProfile = {
  name: 'optimism',
  title: 'OP Mainnet',
  kind: 'evm',
  chainId: from('https://docs.goldsky.com/edge-rpc/capabilities/flashblocks', DAY)('10'),
  value: true,
  coin: 'ETH',
  asset: { symbol: 'OP', native: false },
  walletType: 28,
  finality: {
    rule: 'Ethereum finalizes the data of the block; before, it is the sequencer’s word',
    depthSeconds: from(
      'https://github.com/ethereum-optimism/superchain-registry/blob/main/superchain/configs/mainnet/op.toml',
      DAY,
    )(64),
    seconds: from('https://github.com/ethereum-optimism/docs/pull/1093', DAY)([780, 1800]),
  },
  settings: {
    finality: estimate(DEPTH_AND_TAG, DAY),
    maxFeePerGasGwei: estimate(2, DAY),
    logRange: estimate(2_000, DAY),
    pollMs: estimate(2_000, DAY),
  },
};
