import { estimate, from, type NetworkProfile } from './profile.ts';

const DAY = '2026-11-28';

export const SOLANA: NetworkProfile = {
  name: 'solana',
  title: 'Solana',
  kind: 'solana',
  chainId: from('https://namespaces.chainagnostic.org/solana/caip2', DAY)('mainnet'),
  value: true,
  coin: 'SOL',
  asset: { symbol: 'SOL', native: true },
  walletType: 3,
  finality: {
    rule: 'two rounds of validators’ votes finalize the slot',
    // Slots of 300 ms since 2026-09.
    depthSeconds: from('https://github.com/solana-foundation/solana-com/pull/2111', DAY)(9.6),
    // Alpenglow, since 2026-10-21.
    seconds: from('https://solana.com/developers/docs/defi/finality', DAY)([0.15, 0.15]),
  },
  settings: {
    pollMs: estimate(1_000, DAY),
  },
};
