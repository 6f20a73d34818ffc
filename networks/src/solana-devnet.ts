import { from, type NetworkProfile } from './profile.ts';
import { SOLANA } from './solana.ts';

const DAY = '2026-11-28';

export const SOLANA_DEVNET: NetworkProfile = {
  ...SOLANA,
  name: 'solana-devnet',
  title: 'Solana devnet',
  chainId: from('https://namespaces.chainagnostic.org/solana/caip2', DAY)('dev'),
  value: false,
  faucets: ['https://faucet.solana.com'],
};
