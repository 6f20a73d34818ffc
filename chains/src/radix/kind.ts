import { ADDRESS_LENGTH } from '@causeway/protocol';
import type { ChainKindDescriptor } from '../kind.ts';
import { radixSettings } from './config.ts';
import type { RadixDeployOptions } from './deploy/options.ts';
import { findNetwork } from './network.ts';

/** Radix networks. */
export const radixKind: ChainKindDescriptor<typeof radixSettings, RadixDeployOptions> = {
  name: 'radix',
  addressLength: ADDRESS_LENGTH.radix,
  settings: radixSettings,
  load: () => Promise.all([import('./open.ts'), import('./keystore.ts')]),
  open: async (settings, deployment) => (await import('./open.ts')).openRadixProviders(settings, deployment),
  openKey: async (source, baseDir) => (await import('./keystore.ts')).openRadixKeystore(source, baseDir),
  originBytes: async (address) => (await import('./address.ts')).radixOriginBytes(address),
  deploy: async (...args) => (await import('./deploy/index.ts')).deployRadixNetwork(...args),
  walletTypes: [{ id: 37, name: 'radix', kind: 'radix', coin: { symbol: 'XRD', decimals: 18 } }],
  async wallets(chainId = 'mainnet') {
    const network = findNetwork(({ logicalName }) => logicalName === chainId);
    if (network === null) throw new RangeError(`${chainId} is no Radix network that bridges can be on`);
    return (await import('./wallet.ts')).radixWallets(network);
  },
};
