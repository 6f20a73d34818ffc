import { DEPTH_AND_TAG, estimate, from, type NetworkProfile } from './profile.ts';

const DAY = '2026-11-28';

export const BNB: NetworkProfile = {
  name: 'bnb',
  title: 'BNB Smart Chain',
  kind: 'evm',
  chainId: from('https://www.alchemy.com/rpc/bnb.md', DAY)('56'),
  value: true,
  coin: 'BNB',
  asset: { symbol: 'BNB', native: true },
  walletType: 31,
  finality: {
    rule: 'validators finalize blocks by their votes, two blocks later',
    depthSeconds: from('https://docs.bnbchain.org/announce/fermi-bsc', DAY)(15),
    seconds: from('https://developers.circle.com/cctp/required-block-confirmations', DAY)([2, 8]),
  },
  settings: {
    finality: estimate(DEPTH_AND_TAG, DAY),
    maxFeePerGasGwei: estimate(10, DAY),
    logRange: estimate(2_000, DAY),
    pollMs: estimate(1_000, DAY),
  },
};
