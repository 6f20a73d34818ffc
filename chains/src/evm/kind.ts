import { ADDRESS_LENGTH } from '@causeway/protocol';
import type { ChainKindDescriptor } from '../kind.ts';
import type { WalletType } from '../provider/wallet.ts';
import { ask } from '../rpc/json-rpc.ts';
import { evmDeploySettings, evmSettings } from './config.ts';
import type { EvmDeployOptions } from './deploy/options.ts';
import { whyNotByDepth } from './depth.ts';
import { evmTransaction } from './unsigned.ts';

const walletType = (id: number, name: string, symbol: string, ...chainIds: readonly number[]): WalletType => ({
  id,
  name,
  kind: 'evm',
  coin: { symbol, decimals: 18 },
  chainIds: chainIds.map(String),
});

/** EVM chains. */
export const evmKind: ChainKindDescriptor<typeof evmSettings, EvmDeployOptions> = {
  name: 'evm',
  addressLength: ADDRESS_LENGTH.evm,
  coin: {
    decimals: 18,
    balance: async (url, { address }) => BigInt(String(await ask(url, 'eth_getBalance', [address, 'latest']))),
  },
  settings: evmSettings,
  advice: (name, config) =>
    config.maxFeePerGasGwei === undefined
      ? [
          `chains.${name}.maxFeePerGasGwei: is 500 where nothing else is said, far above the price of most networks; ` +
            'name the network’s profile, or the highest fee that its payer may offer',
        ]
      : [],
  depth: {
    domainAt: async (url) => (await import('./endpoint.ts')).askChainId(url),
    whyNotAlone: whyNotByDepth,
  },
  load: () => Promise.all([import('./open.ts'), import('./keystore.ts')]),
  open: async (settings, deployment) => (await import('./open.ts')).openEvmProviders(settings, deployment),
  keyField: 'address',
  keys: async () => (await import('./keystore.ts')).evmKeys,
  originBytes: async (address) => address,
  unsignedTransaction: evmTransaction,
  deploySettings: evmDeploySettings,
  deploy: async (...args) => (await import('./deploy/index.ts')).deployEvm(...args),
  walletTypes: [
    walletType(4, 'arbitrum', 'ETH', 42_161, 421_614),
    walletType(5, 'avalanche', 'AVAX', 43_114, 43_113),
    walletType(6, 'base', 'ETH', 8_453, 84_532),
    walletType(7, 'ethereum', 'ETH', 1, 11_155_111, 560_048),
    walletType(8, 'polygon', 'POL', 137, 80_002),
    walletType(28, 'optimism', 'ETH', 10, 11_155_420),
    walletType(31, 'bnb', 'BNB', 56, 97),
    walletType(32, 'fantom', 'FTM', 250, 4_002),
  ],
  wallets: async () => (await import('./wallet.ts')).evmWallets,
};
