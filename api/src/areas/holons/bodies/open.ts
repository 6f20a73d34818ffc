import { resolve } from 'node:path';
import { ConfigError, readSecret } from '@causeway/config';
import type { PlatformStorage } from '@causeway/storage';
import { databaseProvider } from './database.ts';
import { openFolder } from './folder.ts';
import { lazily } from './lazy.ts';
import type { BodyProvider } from './provider.ts';
import type { ProviderConfig } from './settings.ts';

type FolderConfig = Extract<ProviderConfig, { readonly kind: 'folder' }>;
type S3Config = Extract<ProviderConfig, { readonly kind: 's3' }>;

/**
 * The providers of the configuration, each opened at its first use. Throws ConfigError for credentials that cannot be
 * read, and for a folder that several API processes would not share.
 */
export const openProviders = (
  configs: readonly ProviderConfig[],
  storage: PlatformStorage,
  baseDir: string,
): readonly BodyProvider[] =>
  configs.map((config) => {
    if (config.kind === 'database') return databaseProvider(config.name, storage);
    return config.kind === 'folder' ? folderProvider(config, storage, baseDir) : s3Provider(config, baseDir);
  });

/** On PostgreSQL, several API processes may run, and on several hosts. */
function folderProvider({ name, path, shared }: FolderConfig, { leases }: PlatformStorage, baseDir: string) {
  if (leases.shared && !shared) {
    throw new ConfigError(
      `api.holons.providers.${name}: a folder belongs to one host, and several processes may use this database; ` +
        'say shared: true if each of them has the same folder there',
    );
  }
  return lazily(name, () => openFolder(name, resolve(baseDir, path)));
}

function s3Provider({ credentials, ...config }: S3Config, baseDir: string): BodyProvider {
  const read = (member: 'accessKeyId' | 'secretAccessKey', { [member]: source }: NonNullable<typeof credentials>) => {
    const secret = readSecret(source, baseDir);
    if (secret.ok) return secret.value;
    const where = `api.holons.providers.${config.name}.credentials.${member}`;
    throw new ConfigError(`${where}: ${secret.error.message}`);
  };
  const pair = credentials && {
    accessKeyId: read('accessKeyId', credentials),
    secretAccessKey: read('secretAccessKey', credentials),
  };
  return lazily(config.name, async () => {
    // The SDK is loaded only where it is used: it would add half a second to every start.
    const { openS3 } = await import('./s3.ts');
    return openS3(config.name, { ...config, credentials: pair });
  });
}
