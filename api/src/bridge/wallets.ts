import type { KeyHandle } from '@causeway/chains';

/** The avatars' wallets in this service. */
export interface WalletDirectory {
  /** The key of the avatar's wallet on a network, with which the service may lock. */
  custodial(avatarId: string, network: string): KeyHandle | undefined;
  /** Local address of the avatar's default wallet on a network. */
  defaultAddress(avatarId: string, network: string): string | undefined;
}

/** Wallets of configured callers: avatarId → network → key. */
export function createWalletDirectory(wallets: ReadonlyMap<string, ReadonlyMap<string, KeyHandle>>): WalletDirectory {
  const custodial = (avatarId: string, network: string) => wallets.get(avatarId)?.get(network);
  return { custodial, defaultAddress: (avatarId, network) => custodial(avatarId, network)?.address };
}
