import type { KeyHandle, Network } from '@causeway/chains';

/** The avatars' wallets in this service, by network. */
export interface WalletDirectory {
  /** The key of the avatar's default wallet, if it is held here: the service may lock with it. */
  custodial(avatarId: string, network: Network): Promise<KeyHandle | undefined>;
  /** The key of the avatar's wallet with this address, if it is held here. */
  custodialAt(avatarId: string, network: Network, address: string): Promise<KeyHandle | undefined>;
  /** Local address of the avatar's default wallet. */
  defaultAddress(avatarId: string, network: Network): Promise<string | undefined>;
}

/** Wallets of configured callers: avatarId → network → key. */
export function createWalletDirectory(wallets: ReadonlyMap<string, ReadonlyMap<string, KeyHandle>>): WalletDirectory {
  const custodial = async (avatarId: string, { name }: Network) => wallets.get(avatarId)?.get(name);
  return {
    custodial,
    custodialAt: async (avatarId, network, address) => {
      const key = await custodial(avatarId, network);
      // EVM addresses are the same in any case; others that differ only in case do not occur.
      return key?.address.toLowerCase() === address.toLowerCase() ? key : undefined;
    },
    defaultAddress: async (avatarId, network) => (await custodial(avatarId, network))?.address,
  };
}

/** The wallets of `first`, and those of `second` where `first` has none. */
export const eitherDirectory = (first: WalletDirectory, second: WalletDirectory): WalletDirectory => ({
  custodial: async (avatarId, network) =>
    (await first.custodial(avatarId, network)) ?? second.custodial(avatarId, network),
  custodialAt: async (avatarId, network, address) =>
    (await first.custodialAt(avatarId, network, address)) ?? second.custodialAt(avatarId, network, address),
  defaultAddress: async (avatarId, network) =>
    (await first.defaultAddress(avatarId, network)) ?? second.defaultAddress(avatarId, network),
});
