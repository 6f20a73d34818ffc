import type { SharedConfig, sharedConfig } from '@causeway/chains';
import { loadConfig } from '@causeway/config';
import type { BridgeStorage } from '@causeway/storage';
import { relayerConfig, type signerConfig, type watchConfig } from './config.ts';

/** The configuration of a process that has a database. */
export type StoredConfig = typeof relayerConfig | typeof signerConfig | typeof watchConfig | typeof sharedConfig;

/**
 * Opens the database of a relayer, signer or watch, which must exist: commands never create one. `schema`: of one of
 * them, or what all have.
 */
export async function withStorage(
  file: string,
  action: (storage: BridgeStorage, config: SharedConfig & { readonly baseDir: string }) => Promise<void>,
  schema: StoredConfig = relayerConfig,
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
