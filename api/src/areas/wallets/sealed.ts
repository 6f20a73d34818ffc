import type { SealedSecrets } from '../../sealed.ts';
import { rewrapSeeds } from './rewrap.ts';
import { seedContext } from './vault.ts';

/** The seeds of avatars, which may be many: a start opens one under each master key. */
export const walletSecrets: SealedSecrets = {
  needed: async ({ wallets: { wallets } }) =>
    (await wallets.seedOfEachKey()).map(({ avatarId, sealed }) => ({
      name: `the seed of avatar ${avatarId}`,
      before: sealed,
      rewrapped: (sealer) => sealer.rewrap(sealed, seedContext(avatarId)),
    })),
  isBehind: async ({ wallets: { wallets } }, masterKey) => (await wallets.seedsNotUnder(masterKey, null, 1)).length > 0,
  async rewrap({ wallets: { wallets } }, sealer) {
    const { done, failed } = await rewrapSeeds(wallets, sealer);
    return { done, failed: failed.map(({ avatarId, failure }) => ({ name: `avatar ${avatarId}`, failure })) };
  },
};
