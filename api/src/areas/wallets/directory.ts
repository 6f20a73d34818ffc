import type { KeyHandle, Network } from '@causeway/chains';
import type { AvatarRow, WalletRow } from '@causeway/storage';
import type { WalletDirectory } from '../../bridge/wallets.ts';
import type { WalletRepository } from './rules/wallets.ts';
import type { Vault } from './vault.ts';
import type { WalletNetworks } from './wallet-networks.ts';

export interface WalletDirectoryDeps {
  readonly storage: Pick<WalletRepository, 'defaultOf' | 'atAddress' | 'get'>;
  readonly avatars: { get(id: string): Promise<AvatarRow | undefined> };
  readonly places: WalletNetworks;
  readonly vault: Vault;
}

/** The wallets of this area, as orders see them. A deleted wallet still signs for the orders that it began. */
export function walletDirectory({ storage, avatars, places, vault }: WalletDirectoryDeps): WalletDirectory {
  const signer = async (row: WalletRow | undefined): Promise<KeyHandle | undefined> => {
    if (!row) return undefined;
    const place = await places.of(row.providerType);
    return place.ok ? vault.signer(row, place.value.scheme) : undefined;
  };
  const defaultOf = async (avatarId: string, network: Network): Promise<WalletRow | undefined> => {
    const type = places.typeOn(network);
    return type && storage.defaultOf(avatarId, type.id);
  };
  const at = async (avatarId: string, network: Network, address: string): Promise<WalletRow | undefined> => {
    const type = places.typeOn(network);
    const place = type && (await places.of(type.id));
    const own = place?.ok ? place.value.scheme.parse({ address }) : undefined;
    return type && own?.ok ? storage.atAddress(avatarId, type.id, own.value.address) : undefined;
  };
  const visible = (row: WalletRow | undefined) => (row?.hiddenAtMs === null ? row : undefined);
  return {
    async payer(avatarId, network, address) {
      const row = address === undefined ? defaultOf(avatarId, network) : at(avatarId, network, address);
      const wallet = visible(await row);
      const key = await signer(wallet);
      return wallet && key && { walletId: wallet.id, key };
    },
    async signer(avatarId, walletId) {
      const row = await storage.get(walletId);
      return row?.avatarId === avatarId ? signer(row) : undefined;
    },
    signerAt: async (avatarId, network, address) => signer(await at(avatarId, network, address)),
    async isOwn(avatarId, network, address) {
      const owner = (await avatars.get(avatarId))?.ownerId ?? null;
      for (const id of owner === null ? [avatarId] : [avatarId, owner]) {
        if (visible(await at(id, network, address))?.verified === true) return true;
      }
      return false;
    },
    defaultAddress: async (avatarId, network) => (await defaultOf(avatarId, network))?.address,
  };
}
