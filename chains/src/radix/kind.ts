import { ADDRESS_LENGTH } from '@causeway/protocol';
import type { ChainKindDescriptor } from '../kind.ts';
import { radixDeploySettings, radixSettings } from './config.ts';
import type { RadixDeployOptions } from './deploy/options.ts';
import { radixNetwork } from './network.ts';
import { radixTransaction } from './unsigned.ts';

/** Radix networks. */
export const radixKind: ChainKindDescriptor<typeof radixSettings, RadixDeployOptions> = {
  name: 'radix',
  addressLength: ADDRESS_LENGTH.radix,
  coin: {
    decimals: 18,
    async balance(url, key) {
      const { openRadixLedger } = await import('./deploy/index.ts');
      const ledger = await openRadixLedger({ rpc: [url], key });
      const held = ledger.ok ? await ledger.value.balance(key.address, ledger.value.coin) : ledger;
      if (held.ok) return held.value;
      throw new Error(held.error.message);
    },
  },
  settings: radixSettings,
  load: () => Promise.all([import('./open.ts'), import('./keystore.ts')]),
  open: async (settings, deployment) => (await import('./open.ts')).openRadixProviders(settings, deployment),
  keyField: 'account',
  keys: async () => (await import('./keystore.ts')).radixKeys,
  originBytes: async (address) => (await import('./address.ts')).radixOriginBytes(address),
  unsignedTransaction: radixTransaction,
  siteFile: {
    path: '/.well-known/radix.json',
    of: (accounts) => ({ dApps: accounts.map((dAppDefinitionAddress) => ({ dAppDefinitionAddress })) }),
  },
  deploySettings: radixDeploySettings,
  deploy: async (...args) => (await import('./deploy/index.ts')).deployRadixNetwork(...args),
  walletTypes: [{ id: 37, name: 'radix', kind: 'radix', coin: { symbol: 'XRD', decimals: 18 } }],
  async wallets(chainId = 'mainnet') {
    const network = radixNetwork(chainId);
    return (await import('./wallet.ts')).radixWallets(network);
  },
};
