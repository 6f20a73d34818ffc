import type { WalletRow } from '@causeway/storage';

/** A wallet whose key is derived from the avatar's seed. */
export type CustodialWallet = WalletRow & { readonly seedIndex: number };

/** `wallet` when the service holds its key; undefined when its owner does. */
export function custodialOf(wallet: WalletRow): CustodialWallet | undefined {
  const { seedIndex } = wallet;
  return seedIndex === null ? undefined : { ...wallet, seedIndex };
}
