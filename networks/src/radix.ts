import { estimate, type NetworkProfile } from './profile.ts';

const DAY = '2026-11-28';

export const RADIX: NetworkProfile = {
  name: 'radix',
  title: 'Radix',
  kind: 'radix',
  chainId: estimate('mainnet', DAY),
  value: true,
  coin: 'XRD',
  asset: { symbol: 'XRD', native: true },
  walletType: 37,
  finality: {
    rule: 'a committed transaction is final',
    depthSeconds: null,
    seconds: estimate([0, 0], DAY),
  },
  settings: {
    pollMs: estimate(1_000, DAY),
  },
};
