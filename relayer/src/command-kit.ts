import type { SharedConfig, sharedConfig } from '@causeway/chains';
import { loadConfig } from '@causeway/config';
import type { BridgeStorage } from '@causeway/storage';
import { relayerConfig, type signerConfig } from './config.ts';

/**
 * Opens the database of a relayer or signer, which must exist: commands never create one. `schema`: of the relayer, the
 * signer, or what both have.
 */
export async function withStorage(
  file: string,
  action: (storage: BridgeStorage, config: SharedConfig & { readonly baseDir: string }) => Promise<void>,
  schema: typeof relayerConfig | typeof signerConfig | typeof sharedConfig = relayerConfig,
): Promise<void> {
  const config = loadConfig(file, schema);
  const { openDatabase } = await import('./database.ts');
  const storage = await openDatabase(config, { mustExist: true });
  try {
    await action(storage, config);
  } finally {
    await storage.close();
  }
}
