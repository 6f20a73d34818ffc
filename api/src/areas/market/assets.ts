import type { LastingFacts, Network } from '@causeway/chains';
import { formatDecimal, toLocalAmount } from '@causeway/protocol';
import type { Clock } from '@causeway/runtime';
import type { PlatformStorage } from '@causeway/storage';
import type { Asset, Catalogue } from '../../bridge/catalogue.ts';
import { afterReading, type Known, timeOf } from '../../bridge/last-known.ts';
import { sharedReading } from '../../bridge/shared-readings.ts';
import type { AssetView, RemoteView } from './asset-schemas.ts';
import { type CarriedAsset, carriedAssets, type HomeFigures, type RemoteFigures, readBacking } from './backing.ts';
import { type RecordedLanes, readRecord } from './recorded-lanes.ts';

/** How long a reading is reused, milliseconds. */
const LIFETIME_MS = 5_000;

/** The backing of every asset. */
export interface AssetService {
  list(): Promise<readonly AssetView[]>;
}

/** What is known of an asset's bridges. */
interface KnownAsset {
  readonly home: Known<HomeFigures>;
  readonly remotes: ReadonlyMap<Network, Known<RemoteFigures>>;
}

/**
 * Reads the chains when somebody asks and the last reading began five seconds ago or earlier, once for any number of
 * callers; nothing is read while nobody asks.
 */
export function createAssetService(
  catalogue: Catalogue,
  storage: Pick<PlatformStorage, 'comparisons' | 'chainView'>,
  clock: Clock,
): AssetService {
  const assets = carriedAssets(catalogue);
  const lasting: LastingFacts = new WeakMap();
  const known = new Map<Asset, KnownAsset>();

  const read = async (): Promise<readonly AssetView[]> => {
    const found = await readBacking(assets, lasting, clock);
    // Read after the chains, so that their differences have been recorded rather than not.
    const record = await readRecord(storage, assets);
    const atMs = clock.now();
    return assets.map((carried) => {
      const { asset, remotes } = carried;
      const before = known.get(asset);
      const now = found.get(asset);
      const after: KnownAsset = {
        home: afterReading(before?.home, now?.home, atMs),
        remotes: new Map(
          remotes.map(({ network }) => [
            network,
            afterReading(before?.remotes.get(network), now?.remotes.get(network), atMs),
          ]),
        ),
      };
      known.set(asset, after);
      return viewOf(catalogue, carried, after, record);
    });
  };

  return { list: sharedReading(clock, LIFETIME_MS, read) };
}

type Judged = Pick<RemoteView, 'verdict' | 'reason' | 'unknownSince' | 'checkedAt'>;

/** The verdict about what is known, with `breach`, the sentence about what is broken in the newest figures. */
function judge({ last, unknownSinceMs }: Known<unknown>, breach: string | null, unreadable: string): Judged {
  const times = { unknownSince: timeOf(unknownSinceMs), checkedAt: timeOf(last?.atMs) };
  if (unknownSinceMs === undefined) return { verdict: breach === null ? 'backed' : 'broken', reason: breach, ...times };
  const reason = breach === null ? unreadable : `${unreadable}; when they were read last: ${breach}`;
  return { verdict: 'unknown', reason, ...times };
}

const UNREADABLE = 'the chains cannot be read at present';

function remoteViewOf(
  catalogue: Catalogue,
  { asset }: CarriedAsset,
  network: Network,
  known: Known<RemoteFigures>,
  record: RecordedLanes,
): RemoteView {
  const figures = known.last?.found;
  const token = catalogue.token(asset, network);
  const amount = (units: bigint | undefined) =>
    figures === undefined || units === undefined ? null : formatDecimal(units, figures.decimals);
  const wire = figures && record.inFlight(asset, network);
  const inFlight =
    figures === undefined || wire === undefined ? undefined : toLocalAmount(wire, figures.decimals, asset.wireDecimals);
  const difference =
    figures === undefined || inFlight === undefined ? undefined : figures.outstanding - figures.supply - inFlight;
  return {
    chain: network.name,
    token: { symbol: token?.symbol ?? asset.symbol, address: token?.address ?? null },
    ...judge(known, breachOf(figures, record.differs(asset, network)), UNREADABLE),
    outstanding: amount(figures?.outstanding),
    supply: amount(figures?.supply),
    inFlight: amount(inFlight),
    difference: amount(difference),
    block: figures?.block ?? null,
    homeBlock: figures?.homeBlock ?? null,
  };
}

/** What is broken of a remote, in a sentence. */
function breachOf(figures: RemoteFigures | undefined, differs: boolean): string | null {
  if (figures && !figures.holds) return 'more was minted than is outstanding at home';
  if (figures && !figures.noncesHold) return 'messages were committed that were never sent';
  return differs ? 'a root or an execution is no message of its source' : null;
}

function viewOf(
  catalogue: Catalogue,
  carried: CarriedAsset,
  { home, remotes }: KnownAsset,
  record: RecordedLanes,
): AssetView {
  const { asset } = carried;
  const figures = home.last?.found;
  const amount = (units: bigint | undefined) =>
    figures === undefined || units === undefined ? null : formatDecimal(units, figures.decimals);
  const shown = [...remotes].map(([network, known]) => remoteViewOf(catalogue, carried, network, known, record));
  const own = judge(home, figures && !figures.holds ? 'the bridge holds less than it owes' : null, UNREADABLE);
  const token = catalogue.token(asset, asset.home);
  return {
    symbol: asset.symbol,
    homeChain: asset.home.name,
    token: { symbol: asset.symbol, name: token?.name ?? asset.symbol, address: token?.address ?? null },
    decimals: token?.decimals ?? asset.wireDecimals,
    ...overall(own, shown),
    escrow: amount(figures?.holdings),
    outstanding: amount(figures?.outstanding),
    credits: amount(figures?.credits),
    surplus: amount(figures && figures.holdings - figures.outstanding - figures.credits),
    homeBlock: figures?.homeBlock ?? null,
    remotes: shown,
  };
}

/** The verdict of the whole asset: broken where any part is, else unknown where any part is. */
function overall(own: Judged, remotes: readonly RemoteView[]): Judged {
  const parts = [{ where: '', ...own }, ...remotes.map((remote) => ({ ...remote, where: `${remote.chain}: ` }))];
  const worst = parts.find(({ verdict }) => verdict === 'broken') ?? parts.find(({ verdict }) => verdict === 'unknown');
  if (!worst) return own;
  const since = parts.flatMap(({ unknownSince }) => unknownSince ?? []).sort();
  return {
    verdict: worst.verdict,
    reason: `${worst.where}${worst.reason}`,
    unknownSince: since[0] ?? null,
    checkedAt: own.checkedAt,
  };
}
