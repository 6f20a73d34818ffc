import { DEPTH_AND_TAG, estimate, from, type NetworkProfile } from './profile.ts';

const DAY = '2026-11-28';

export const AVALANCHE: NetworkProfile = {
  name: 'avalanche',
  title: 'Avalanche C-Chain',
  kind: 'evm',
  chainId: from('https://www.alchemy.com/rpc/avalanche.md', DAY)('43114'),
  value: true,
  coin: 'AVAX',
  asset: { symbol: 'AVAX', native: true },
  walletType: 5,
  finality: {
    rule: 'a block is accepted once and never taken back',
    depthSeconds: from('https://www.alchemy.com/rpc/avalanche.md', DAY)(64),
    seconds: from('https://developers.circle.com/cctp/required-block-confirmations', DAY)([1, 8]),
  },
  settings: {
    finality: estimate(DEPTH_AND_TAG, DAY),
    maxFeePerGasGwei: estimate(100, DAY),
    logRange: estimate(2_000, DAY),
    pollMs: estimate(2_000, DAY),
  },
};
