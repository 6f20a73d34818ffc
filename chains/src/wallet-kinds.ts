import type { WalletKind, WalletScheme } from './wallet.ts';

/** Opens the scheme for the network that a deployment file calls `chainId`; for the main network when absent. */
type OpenScheme = (chainId: string | undefined) => Promise<WalletScheme>;

const SCHEMES: Readonly<Record<WalletKind, OpenScheme>> = {
  evm: async () => (await import('./evm/wallet.ts')).evmWallets,
  solana: async () => (await import('./solana/wallet.ts')).solanaWallets,
  bitcoin: async () => (await import('./bitcoin/wallet.ts')).bitcoinWallets,
  radix: async (chainId = 'mainnet') => {
    const [{ radixWallets }, { findNetwork }] = await Promise.all([
      import('./radix/wallet.ts'),
      import('./radix/network.ts'),
    ]);
    const network = findNetwork(({ logicalName }) => logicalName === chainId);
    if (network === null) throw new RangeError(`${chainId} is no Radix network that bridges can be on`);
    return radixWallets(network);
  },
};

/**
 * How wallets of `kind` work on the network with this chain id, or on the main network without one. A kind's SDK is
 * loaded when it is first asked for.
 */
export const openWalletScheme = (kind: WalletKind, chainId?: string): Promise<WalletScheme> => SCHEMES[kind](chainId);
