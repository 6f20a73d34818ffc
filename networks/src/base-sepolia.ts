import { DEPTH_AND_TAG, estimate, from, type NetworkProfile } from './profile.ts';

const DAY = '2026-11-28';

export const BASE_SEPOLIA: NetworkProfile = {
  name: 'base-sepolia',
  title: 'Base Sepolia',
  kind: 'evm',
  chainId: from(
    'https://github.com/ethereum-optimism/superchain-registry/blob/main/superchain/configs/sepolia/base.toml',
    DAY,
  )('84532'),
  value: false,
  coin: 'ETH',
  asset: { symbol: 'AERO', native: false },
  walletType: 6,
  finality: {
    rule: 'Sepolia finalizes the data of the block',
    depthSeconds: from(
      'https://github.com/ethereum-optimism/superchain-registry/blob/main/superchain/configs/sepolia/base.toml',
      DAY,
    )(64),
    seconds: estimate([780, 1800], DAY),
  },
  settings: {
    finality: estimate(DEPTH_AND_TAG, DAY),
    maxFeePerGasGwei: estimate(2, DAY),
    logRange: estimate(2_000, DAY),
    pollMs: estimate(2_000, DAY),
  },
  faucets: ['https://docs.base.org/base-chain/tools/network-faucets'],
};
