import { estimate, type NetworkProfile } from './profile.ts';

const DAY = '2026-11-28';

export const STOKENET: NetworkProfile = {
  name: 'stokenet',
  title: 'Radix Stokenet',
  kind: 'radix',
  chainId: estimate('stokenet', DAY),
  value: false,
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
  faucets: ['https://stokenet-console.radixdlt.com/faucet'],
};
