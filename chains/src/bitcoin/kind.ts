import type { WalletKindDescriptor } from '../kind.ts';

/** Bitcoin: wallets alone. */
export const bitcoinKind: WalletKindDescriptor = {
  name: 'bitcoin',
  walletTypes: [{ id: 24, name: 'bitcoin', kind: 'bitcoin', coin: { symbol: 'BTC', decimals: 8 } }],
  wallets: async () => (await import('./wallet.ts')).bitcoinWallets,
};
