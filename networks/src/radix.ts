import { estimate, from, type NetworkProfile } from './profile.ts';

const DAY = '2026-11-28';

export const RADIX: NetworkProfile = {
  name: 'radix',
  title: 'Radix',
  kind: 'radix',
  chainId: from(
    'https://github.com/radixdlt/radixdlt-scrypto/blob/main/radix-common/src/network/mod.rs',
    DAY,
  )('mainnet'),
  value: true,
  coin: 'XRD',
  asset: { symbol: 'XRD', native: true },
  walletType: 37,
  finality: {
    rule: 'a committed transaction is final',
    depthSeconds: null,
    seconds: from('https://docs.radixdlt.com/docs/consensus-ledger-forks-blocks-and-trust-chains', DAY)([0, 0]),
  },
  settings: {
    pollMs: estimate(1_000, DAY),
  },
};
