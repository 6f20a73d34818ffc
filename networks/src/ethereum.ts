import { DEPTH_AND_TAG, estimate, from, type NetworkProfile } from './profile.ts';

const DAY = '2026-11-28';

export const ETHEREUM: NetworkProfile = {
  name: 'ethereum',
  title: 'Ethereum',
  kind: 'evm',
  chainId: estimate('1', DAY),
  value: true,
  coin: 'ETH',
  asset: { symbol: 'ETH', native: true },
  walletType: 7,
  finality: {
    rule: 'validators finalize blocks after two epochs; before, 32 blocks can be taken back',
    depthSeconds: estimate(384, DAY),
    seconds: from('https://developers.circle.com/cctp/required-block-confirmations', DAY)([780, 1140]),
  },
  settings: {
    finality: estimate(DEPTH_AND_TAG, DAY),
    maxFeePerGasGwei: estimate(100, DAY),
    logRange: estimate(2_000, DAY),
    pollMs: estimate(6_000, DAY),
  },
};
