import { from, type NetworkProfile } from './profile.ts';
import { RADIX } from './radix.ts';

const DAY = '2026-11-28';

export const STOKENET: NetworkProfile = {
  ...RADIX,
  name: 'stokenet',
  title: 'Radix Stokenet',
  chainId: from(
    'https://github.com/radixdlt/radixdlt-scrypto/blob/main/radix-common/src/network/mod.rs',
    DAY,
  )('stokenet'),
  value: false,
  faucets: ['https://stokenet-console.radixdlt.com/faucet'],
};
