import { findProfile } from '@causeway/networks';
import type { ChainConfig } from '../config/config.ts';
import type { Deployment } from '../config/deployment.ts';
import { servesType, walletTypes } from './wallet-types.ts';

/**
 * Symbol of the coin in which a network takes its fees: what its own bridges call it, else its profile, else the
 * provider type of its wallets; null when none of them names it.
 */
export function nativeCoin({
  config,
  deployment,
}: {
  readonly config: Pick<ChainConfig, 'profile'>;
  readonly deployment: Deployment;
}): string | null {
  const assets = Object.values(deployment.bridges).map(({ canonicalAsset }) => canonicalAsset);
  const own = assets.find(({ address }) => address === null);
  if (own !== undefined) return own.symbol;
  const profile = findProfile(config.profile);
  return profile?.coin ?? walletTypes().find((type) => servesType(deployment, type))?.coin.symbol ?? null;
}
