import type { SharedConfig, sharedConfig } from '@causeway/chains';
import { loadConfig } from '@causeway/config';
import type { BridgeStorage } from '@causeway/storage';
import { relayerConfig, type signerConfig } from './config.ts';

/** Options of every command of operators. */
export interface Common {
  readonly config: string;
  readonly json?: boolean;
}

export const CONFIG = ['-c, --config <file>', 'configuration file', 'causeway.yaml'] as const;
export const JSON_OUTPUT = ['--json', 'print JSON, for scripts'] as const;

/** Prints `value` as JSON, or `lines`. */
export function print(json: boolean | undefined, value: unknown, lines: readonly string[]): void {
  process.stdout.write(
    json ? `${JSON.stringify(value, bigintToString, 2)}\n` : lines.map((line) => `${line}\n`).join(''),
  );
}

const bigintToString = (_key: string, value: unknown): unknown =>
  typeof value === 'bigint' ? value.toString() : value;

/** Says why a command did nothing, and ends it with status 1. */
export function refuseCommand(reason: string): void {
  process.stderr.write(`${reason}\n`);
  process.exitCode = 1;
}

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
