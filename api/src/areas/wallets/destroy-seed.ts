import type { OperatedArea } from '../../area.ts';
import type { Wallets } from './wallets.ts';

/** The seed to destroy: every address below it is named, so that nobody loses what they did not mean. */
export interface SeedToDestroy {
  readonly avatarId: string;
  readonly addresses: readonly string[];
}

/**
 * Destroys an avatar's seed and the deleted wallets below it, for good. Throws a refusal that names the addresses when
 * the given ones are others, when one of the wallets is not deleted, or when an order can still end at one.
 */
export async function destroySeed(
  wallets: Pick<OperatedArea<Wallets>, 'withApi'>,
  { avatarId, addresses }: SeedToDestroy,
): Promise<void> {
  await wallets.withApi(async ({ removal }) => {
    const destroyed = await removal.destroySeed(avatarId, addresses);
    if (!destroyed.ok) throw Object.assign(new Error(destroyed.error), { name: 'Refusal' });
  });
}
