import type { OwnWallet, WalletNetwork } from './wallet.ts';

/** The code for each kind of wallets, which is loaded when somebody first asks for them. */
const KINDS: Readonly<
  Record<string, () => Promise<{ findWallets(network: WalletNetwork): Promise<readonly OwnWallet[]> }>>
> = {
  evm: () => import('./evm.ts'),
  solana: () => import('./solana.ts'),
  radix: () => import('./radix.ts'),
};

/** The wallets of this browser that can send on `network`. */
export const findWallets = async (network: WalletNetwork): Promise<readonly OwnWallet[]> =>
  (await (await KINDS[network.kind]?.())?.findWallets(network)) ?? [];
