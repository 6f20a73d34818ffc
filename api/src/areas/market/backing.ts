import {
  type BackingRound,
  backingRound,
  type ChainProvider,
  type Escrow,
  type LastingFacts,
  type Network,
  type ReadFailure,
  type RemoteBacking,
  readEscrow,
  readNonces,
  readRemoteBacking,
} from '@causeway/chains';
import { fail, ok, type Result } from '@causeway/protocol';
import type { Clock } from '@causeway/runtime';
import type { Asset, Catalogue } from '../../bridge/catalogue.ts';
import { inTime } from '../../bridge/in-time.ts';

/** The home's side of an asset. */
export interface HomeFigures extends Escrow {
  readonly homeBlock: number;
}

/** One remote's side of an asset. */
export interface RemoteFigures extends RemoteBacking {
  /** Nothing was committed in either direction that was not sent. */
  readonly noncesHold: boolean;
  readonly block: number;
  readonly homeBlock: number;
}

/** A network with a bridge of an asset's family, beside its home. */
export interface Remote {
  readonly network: Network;
  readonly provider: ChainProvider;
}

/** An asset with the bridges that carry it. */
export interface CarriedAsset {
  readonly asset: Asset;
  readonly home: ChainProvider;
  readonly remotes: readonly Remote[];
}

/** Every asset that at least one remote carries. */
export const carriedAssets = (catalogue: Catalogue): readonly CarriedAsset[] =>
  catalogue.assets.flatMap((asset) => {
    const home = asset.home.providers[asset.family];
    const remotes = catalogue.networks.flatMap((network) => {
      const provider = network.providers[asset.family];
      const isRemote = network !== asset.home && catalogue.token(asset, network) !== undefined;
      return provider && isRemote ? [{ network, provider }] : [];
    });
    return home && remotes.length > 0 ? [{ asset, home, remotes }] : [];
  });

/** What one round found of an asset; undefined where a chain did not answer in time. */
export interface AssetReading {
  readonly home: HomeFigures | undefined;
  readonly remotes: ReadonlyMap<Network, RemoteFigures | undefined>;
}

/**
 * Reads the backing of `assets`, each fact once and all at once, as the relayer checks its invariants. When a chain
 * does not answer, only the readings that need it are undefined.
 */
export async function readBacking(
  assets: readonly CarriedAsset[],
  lasting: LastingFacts,
  clock: Clock,
): Promise<ReadonlyMap<Asset, AssetReading>> {
  const round = backingRound(lasting);
  const heads = new Map<number, Promise<Result<number, ReadFailure>>>();
  const headOf = (provider: ChainProvider) => {
    const known = heads.get(provider.domain) ?? headNumber(provider);
    heads.set(provider.domain, known);
    return known;
  };
  const readings = assets.map(async ({ asset, home, remotes }): Promise<[Asset, AssetReading]> => {
    const figures = remotes.map(
      async ({ network, provider }) =>
        [network, await inTime(clock, readRemote(round, headOf, home, provider))] as const,
    );
    const own = inTime(clock, readHome(round, headOf, home, remotes));
    return [asset, { home: await own, remotes: new Map(await Promise.all(figures)) }];
  });
  return new Map(await Promise.all(readings));
}

const headNumber = async (provider: ChainProvider): Promise<Result<number, ReadFailure>> => {
  const head = await provider.head();
  return head.ok ? ok(head.value.number) : head;
};

type HeadOf = (provider: ChainProvider) => Promise<Result<number, ReadFailure>>;

async function readHome(
  round: BackingRound,
  headOf: HeadOf,
  home: ChainProvider,
  remotes: readonly Remote[],
): Promise<Result<HomeFigures, ReadFailure>> {
  const others = remotes.map(({ provider }) => provider);
  const [head, escrow] = await Promise.all([headOf(home), round.decide((of) => readEscrow(of(home), others))]);
  if (!head.ok) return head;
  return escrow.ok ? ok({ ...escrow.value, homeBlock: head.value }) : escrow;
}

async function readRemote(
  round: BackingRound,
  headOf: HeadOf,
  home: ChainProvider,
  remote: ChainProvider,
): Promise<Result<RemoteFigures, ReadFailure>> {
  const [homeHead, head, backing, ...nonces] = await Promise.all([
    headOf(home),
    headOf(remote),
    round.decide((of) => readRemoteBacking(of(home), of(remote))),
    round.decide((of) => readNonces(of(home), of(remote))),
    round.decide((of) => readNonces(of(remote), of(home))),
  ]);
  if (!homeHead.ok) return homeHead;
  if (!head.ok) return head;
  if (!backing.ok) return backing;
  if (!backing.value) return fail('UnknownRemote', `${remote.name} has no registration of ${home.name}`);
  for (const lane of nonces) if (!lane.ok) return lane;
  const noncesHold = nonces.every((lane) => lane.ok && lane.value.holds);
  return ok({ ...backing.value, noncesHold, block: head.value, homeBlock: homeHead.value });
}
