import { isSignedBy } from '../keys/ed25519.ts';
import type { KeyScheme } from '../keys/key-scheme.ts';
import { decodeAddress } from './address.ts';
import { accountOf, radixKeyFromSeed } from './key.ts';
import { RADIX_NETWORKS, radixNetwork } from './network.ts';

/** Keys of Radix. A key's account names its network. */
export const radixKeys: KeyScheme = {
  networks: {
    names: RADIX_NETWORKS.map(({ logicalName }) => logicalName),
    of: (account) => decodeAddress(account)?.network.logicalName,
  },
  keyOf: (seed, network = '') => radixKeyFromSeed(seed, radixNetwork(network).id),
  held: {
    curve: 'ed25519',
    addressOf: (publicKey, network = '') => accountOf(publicKey, radixNetwork(network)),
    verifies: isSignedBy,
  },
  label: { of: (account) => account },
};
