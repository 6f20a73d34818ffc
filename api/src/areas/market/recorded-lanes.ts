import type { Network } from '@causeway/chains';
import type { Domain } from '@causeway/protocol';
import type { PlatformStorage } from '@causeway/storage';
import type { Asset } from '../../bridge/catalogue.ts';
import type { CarriedAsset } from './backing.ts';

/** What the relayer recorded of the lanes between an asset's home and a remote. */
export interface RecordedLanes {
  /** Wire units of `asset` on their way between the two; undefined while nobody records both chains faithfully. */
  inFlight(asset: Asset, remote: Network): bigint | undefined;
  /** True when a root or an execution on one of them is no message of the other. */
  differs(asset: Asset, remote: Network): boolean;
}

const key = (...parts: readonly (string | number)[]): string => parts.join(' ');

/** Reads the record of all lanes of `assets`. */
export async function readRecord(
  { comparisons, chainView }: Pick<PlatformStorage, 'comparisons' | 'chainView'>,
  assets: readonly CarriedAsset[],
): Promise<RecordedLanes> {
  const bridges = new Map<string, { readonly family: string; readonly domain: Domain }>();
  for (const { home, remotes } of assets) {
    for (const { family, domain } of [home, ...remotes.map(({ provider }) => provider)]) {
      bridges.set(key(family, domain), { family, domain });
    }
  }
  const [differences, broken, ...sums] = await Promise.all([
    comparisons.differences(),
    chainView.broken(),
    ...[...bridges.values()].map(async ({ family, domain }) => {
      const [cursor, rows] = await Promise.all([
        chainView.cursor(family, domain),
        comparisons.inFlight(family, domain),
      ]);
      return { family, domain, isRecorded: cursor !== undefined, rows };
    }),
  ]);
  const differing = new Set(
    differences.map(({ lane: { family, source, destination } }) => key(family, source, destination)),
  );
  const faithful = new Set(
    sums.filter(({ isRecorded }) => isRecorded).map(({ family, domain }) => key(family, domain)),
  );
  for (const { family, domain } of broken) faithful.delete(key(family, domain));
  const moving = new Map(
    sums.flatMap(({ family, domain, rows }) =>
      rows.map(({ source, assetHome, wireAmount }) => [key(family, source, domain, assetHome), wireAmount] as const),
    ),
  );
  const endsOf = ({ family, home }: Asset, remote: Network) =>
    [family, home.deployment.domain, remote.deployment.domain] as const;
  return {
    inFlight(asset, remote) {
      const [family, home, away] = endsOf(asset, remote);
      if (!faithful.has(key(family, home)) || !faithful.has(key(family, away))) return undefined;
      return (moving.get(key(family, home, away, home)) ?? 0n) + (moving.get(key(family, away, home, home)) ?? 0n);
    },
    differs(asset, remote) {
      const [family, home, away] = endsOf(asset, remote);
      return differing.has(key(family, home, away)) || differing.has(key(family, away, home));
    },
  };
}
