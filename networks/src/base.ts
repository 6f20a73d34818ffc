import { DEPTH_AND_TAG, estimate, from, type NetworkProfile } from './profile.ts';

const DAY = '2026-11-28';

export const BASE: NetworkProfile = {
  name: 'base',
  title: 'Base',
  kind: 'evm',
  chainId: from(
    'https://github.com/ethereum-optimism/superchain-registry/blob/main/superchain/configs/mainnet/base.toml',
    DAY,
  )('8453'),
  value: true,
  coin: 'ETH',
  asset: { symbol: 'AERO', native: false },
  walletType: 6,
  finality: {
    rule: 'Ethereum finalizes the data of the block; before, it is the sequencer’s word',
    depthSeconds: from(
      'https://github.com/ethereum-optimism/superchain-registry/blob/main/superchain/configs/mainnet/base.toml',
      DAY,
    )(64),
    seconds: from('https://developers.circle.com/cctp/required-block-confirmations', DAY)([780, 1800]),
  },
  settings: {
    finality: estimate(DEPTH_AND_TAG, DAY),
    maxFeePerGasGwei: estimate(2, DAY),
    logRange: estimate(2_000, DAY),
    pollMs: estimate(2_000, DAY),
  },
};
