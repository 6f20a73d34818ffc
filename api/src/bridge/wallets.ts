import type { KeyHandle, Network } from '@causeway/chains';

/** A wallet whose key is held here, and that may pay new orders. */
export interface Payer {
  readonly walletId: string;
  readonly key: KeyHandle;
}

/** The avatars' wallets in this service, by network. */
export interface WalletDirectory {
  /**
   * The avatar's wallet that pays a new order, if its key is held here: the one with `address`, the default wallet
   * without it. A deleted wallet pays none.
   */
  payer(avatarId: string, network: Network, address?: string): Promise<Payer | undefined>;
  /** The key of the avatar's wallet of that id, if it is held here, for an order that has begun. */
  signer(avatarId: string, walletId: string): Promise<KeyHandle | undefined>;
  /** The same by the wallet's address, for an order of a release that did not keep the wallet's id. */
  signerAt(avatarId: string, network: Network, address: string): Promise<KeyHandle | undefined>;
  /** True for a visible, verified wallet of the avatar or, when it is an agent, of its owner. */
  isOwn(avatarId: string, network: Network, address: string): Promise<boolean>;
  /** Local address of the avatar's default wallet. */
  defaultAddress(avatarId: string, network: Network): Promise<string | undefined>;
}
