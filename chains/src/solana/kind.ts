import { ADDRESS_LENGTH } from '@causeway/protocol';
import type { ChainKindDescriptor } from '../kind.ts';
import { ask } from '../rpc/json-rpc.ts';
import { solanaDeploySettings, solanaSettings } from './config.ts';
import type { SolanaDeployOptions } from './deploy/options.ts';
import { solanaTransaction } from './unsigned.ts';

/** Solana clusters. */
export const solanaKind: ChainKindDescriptor<typeof solanaSettings, SolanaDeployOptions> = {
  name: 'solana',
  addressLength: ADDRESS_LENGTH.solana,
  coin: {
    decimals: 9,
    async balance(url, { address }) {
      const answer = await ask(url, 'getBalance', [address]);
      return BigInt((answer as { readonly value: number | bigint }).value);
    },
  },
  settings: solanaSettings,
  load: () => Promise.all([import('./open.ts'), import('./keystore.ts')]),
  open: async (settings, deployment) => (await import('./open.ts')).openSolanaProviders(settings, deployment),
  keyField: 'publicKey',
  keys: async () => (await import('./keystore.ts')).solanaKeys,
  originBytes: async (address) => (await import('./address.ts')).solanaOriginBytes(address),
  unsignedTransaction: solanaTransaction,
  deploySettings: solanaDeploySettings,
  deploy: async (...args) => (await import('./deploy/index.ts')).deploySolanaNetwork(...args),
  walletTypes: [{ id: 3, name: 'solana', kind: 'solana', coin: { symbol: 'SOL', decimals: 9 } }],
  wallets: async () => (await import('./wallet.ts')).solanaWallets,
};
