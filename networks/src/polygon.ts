import { DEPTH_AND_TAG, estimate, from, type NetworkProfile } from './profile.ts';

const DAY = '2026-11-28';

export const POLYGON: NetworkProfile = {
  name: 'polygon',
  title: 'Polygon PoS',
  kind: 'evm',
  chainId: from('https://www.alchemy.com/rpc/matic.md', DAY)('137'),
  value: true,
  coin: 'POL',
  asset: { symbol: 'POL', native: true },
  walletType: 8,
  finality: {
    rule: 'validators finalize blocks by milestones',
    depthSeconds: from('https://www.alchemy.com/rpc/matic.md', DAY)(64),
    seconds: from('https://developers.circle.com/cctp/required-block-confirmations', DAY)([2, 10]),
  },
  settings: {
    finality: estimate(DEPTH_AND_TAG, DAY),
    maxFeePerGasGwei: estimate(1000, DAY),
    logRange: estimate(2_000, DAY),
    pollMs: estimate(2_000, DAY),
  },
};
