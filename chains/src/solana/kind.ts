import { ADDRESS_LENGTH } from '@causeway/protocol';
import type { ChainKindDescriptor } from '../kind.ts';
import { solanaSettings } from './config.ts';
import type { SolanaDeployOptions } from './deploy/options.ts';

/** Solana clusters. */
export const solanaKind: ChainKindDescriptor<typeof solanaSettings, SolanaDeployOptions> = {
  name: 'solana',
  addressLength: ADDRESS_LENGTH.solana,
  settings: solanaSettings,
  load: () => Promise.all([import('./open.ts'), import('./keystore.ts')]),
  open: async (settings, deployment) => (await import('./open.ts')).openSolanaProviders(settings, deployment),
  openKey: async (source, baseDir) => (await import('./keystore.ts')).openSolanaKeystore(source, baseDir),
  originBytes: async (address) => (await import('./address.ts')).solanaOriginBytes(address),
  deploy: async (...args) => (await import('./deploy/index.ts')).deploySolanaNetwork(...args),
  walletTypes: [{ id: 3, name: 'solana', kind: 'solana', coin: { symbol: 'SOL', decimals: 9 } }],
  wallets: async () => (await import('./wallet.ts')).solanaWallets,
};
