import { estimate, from, type NetworkProfile } from './profile.ts';

const DAY = '2026-11-28';

export const SOLANA: NetworkProfile = {
  name: 'solana',
  title: 'Solana',
  kind: 'solana',
  chainId: estimate('mainnet', DAY),
  value: true,
  coin: 'SOL',
  asset: { symbol: 'SOL', native: true },
  walletType: 3,
  finality: {
    rule: 'the cluster has finalized the slot, 32 slots later',
    depthSeconds: estimate(13, DAY),
    seconds: from('https://developers.circle.com/cctp/required-block-confirmations', DAY)([13, 25]),
  },
  settings: {
    pollMs: estimate(1_000, DAY),
  },
};
