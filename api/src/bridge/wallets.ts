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
