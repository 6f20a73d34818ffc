import { DEPTH_AND_TAG, estimate, from, type NetworkProfile } from './profile.ts';

const DAY = '2026-11-28';

export const SEPOLIA: NetworkProfile = {
  name: 'sepolia',
  title: 'Sepolia',
  kind: 'evm',
  chainId: from('https://github.com/eth-clients/sepolia/blob/main/metadata/config.yaml', DAY)('11155111'),
  value: false,
  coin: 'ETH',
  asset: { symbol: 'ETH', native: true },
  walletType: 7,
  finality: {
    rule: 'validators finalize blocks after two epochs',
    depthSeconds: from('https://github.com/eth-clients/sepolia/blob/main/metadata/config.yaml', DAY)(384),
    seconds: estimate([780, 1140], DAY),
  },
  settings: {
    finality: estimate(DEPTH_AND_TAG, DAY),
    maxFeePerGasGwei: estimate(100, DAY),
    logRange: estimate(2_000, DAY),
    pollMs: estimate(6_000, DAY),
  },
  faucets: ['https://ethereum.org/developers/docs/networks/#sepolia'],
};
