import { DEPTH_AND_TAG, estimate, from, type NetworkProfile } from './profile.ts';

const DAY = '2026-11-28';

export const GNOSIS: NetworkProfile = {
  name: 'gnosis',
  title: 'Gnosis',
  kind: 'evm',
  chainId: from('https://docs.gnosischain.com/about/networks/mainnet', DAY)('100'),
  value: true,
  coin: 'xDAI',
  asset: { symbol: 'GNO', native: false },
  walletType: null,
  finality: {
    rule: 'validators finalize blocks after two epochs of 16 slots',
    depthSeconds: from('https://docs.gnosischain.com/about/networks/mainnet', DAY)(160),
    seconds: from('https://docs.gnosischain.com/about/networks/mainnet', DAY)([162, 300]),
  },
  settings: {
    finality: estimate(DEPTH_AND_TAG, DAY),
    maxFeePerGasGwei: estimate(50, DAY),
    logRange: estimate(2_000, DAY),
    pollMs: estimate(5_000, DAY),
  },
};
