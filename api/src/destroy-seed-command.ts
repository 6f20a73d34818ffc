import { pino } from 'pino';
import { wallets } from './areas/wallets/index.ts';
import type { ApiConfig } from './config.ts';
import { assembleApi } from './start.ts';

/** The seed to destroy: every address below it is named, so that nobody loses what they did not mean. */
export interface SeedToDestroy {
  readonly avatarId: string;
  readonly addresses: readonly string[];
}

/**
 * Destroys an avatar's seed and the deleted wallets below it, for good. Throws a refusal that names the addresses when the
 * given ones are others, when one of the wallets is not deleted, or when an order can still end at one.
 */
export async function destroySeed(
  config: ApiConfig & { readonly baseDir: string },
  { avatarId, addresses }: SeedToDestroy,
): Promise<void> {
  const api = await assembleApi(config, { logger: pino({ level: 'silent' }) });
  try {
    const destroyed = await api.areas.use(wallets).removal.destroySeed(avatarId, addresses);
    if (!destroyed.ok) throw Object.assign(new Error(destroyed.error), { name: 'Refusal' });
  } finally {
    await api.close();
  }
}
