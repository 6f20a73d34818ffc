import type { KeyHandle, Network } from '@causeway/chains';
import type { WalletRepository, WalletRow } from '@causeway/storage';
import type { WalletDirectory } from '../../bridge/wallets.ts';
import type { WalletPlaces } from './places.ts';
import type { Vault } from './vault.ts';

/** The wallets of this area, as orders see them. A deleted wallet still signs for the orders that it began. */
export function walletDirectory(
  storage: Pick<WalletRepository, 'defaultOf' | 'atAddress'>,
  places: WalletPlaces,
  vault: Vault,
): WalletDirectory {
  const signer = async (row: WalletRow | undefined): Promise<KeyHandle | undefined> => {
    if (!row) return undefined;
    const place = await places.of(row.providerType);
    return place.ok ? vault.signer(row, place.value.scheme) : undefined;
  };
  const defaultOf = async (avatarId: string, network: Network): Promise<WalletRow | undefined> => {
    const type = places.typeOn(network);
    return type && storage.defaultOf(avatarId, type.id);
  };
  return {
    custodial: async (avatarId, network) => signer(await defaultOf(avatarId, network)),
    async custodialAt(avatarId, network, address) {
      const type = places.typeOn(network);
      const place = type && (await places.of(type.id));
      const own = place?.ok ? place.value.scheme.parse({ address }) : undefined;
      return type && own?.ok ? signer(await storage.atAddress(avatarId, type.id, own.value.address)) : undefined;
    },
    defaultAddress: async (avatarId, network) => (await defaultOf(avatarId, network))?.address,
  };
}
