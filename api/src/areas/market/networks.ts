import type { Network } from '@causeway/chains';
import { finalityKnown, MAIN_FAMILY } from '@causeway/chains';
import type { Clock } from '@causeway/runtime';
import { type BlockTimes, standsStill } from '../../bridge/block-times.ts';
import type { Catalogue } from '../../bridge/catalogue.ts';
import { afterReading, type Known, timeOf } from '../../bridge/last-known.ts';
import type { NetworkView } from './schemas.ts';

/** How long a probe's result is reused, milliseconds. */
const LIFETIME_MS = 2_000;

/** The configured networks with their live state. */
export interface NetworkService {
  list(): Promise<readonly NetworkView[]>;
}

/**
 * Probes every network at most every two seconds, for any number of callers. `dappDefinitions` are the accounts of this
 * service by network.
 */
export function createNetworkService(
  catalogue: Catalogue,
  blockTimes: BlockTimes,
  clock: Clock,
  dappDefinitions: Readonly<Record<string, string>> = {},
): NetworkService {
  let probe: { readonly atMs: number; readonly networks: Promise<readonly NetworkView[]> } | undefined;
  const known = new Map<Network, Known<true>>();
  const view = async (network: Network, nowMs: number): Promise<NetworkView> => {
    const state = await stateOf(network, catalogue, blockTimes);
    const now = afterReading(known.get(network), state.status === 'down' ? undefined : true, nowMs);
    known.set(network, now);
    return { ...state, downSince: timeOf(now.unknownSinceMs), dappDefinition: dappDefinitions[network.name] ?? null };
  };
  return {
    list() {
      const nowMs = clock.now();
      if (!probe || Math.abs(nowMs - probe.atMs) >= LIFETIME_MS) {
        probe = { atMs: nowMs, networks: Promise.all(catalogue.networks.map((network) => view(network, nowMs))) };
      }
      return probe.networks;
    },
  };
}

async function stateOf(
  network: Network,
  catalogue: Catalogue,
  blockTimes: BlockTimes,
): Promise<Omit<NetworkView, 'downSince' | 'dappDefinition'>> {
  const { name, deployment, providers } = network;
  const family = deployment.bridges[MAIN_FAMILY] ? MAIN_FAMILY : (Object.keys(deployment.bridges)[0] as string);
  const bridge = deployment.bridges[family] as NonNullable<(typeof deployment.bridges)[string]>;
  const provider = providers[family] as NonNullable<(typeof providers)[string]>;
  const [endpoints, pace] = await Promise.all([provider.health(), blockTimes.pace(provider)]);
  const up = endpoints.filter((endpoint) => endpoint.up);
  const heads = up.flatMap(({ head }) => (head === null ? [] : [head])).sort((a, b) => a - b);
  const { symbol, name: assetName, decimals, address } = bridge.canonicalAsset;
  return {
    name,
    symbol,
    network: deployment.chainId,
    domain: deployment.domain,
    kind: deployment.kind,
    status: up.length === 0 ? 'down' : up.length < endpoints.length ? 'degraded' : 'healthy',
    endpoints: { up: up.length, configured: endpoints.length },
    finality: {
      blocks: provider.finalityBlocks,
      rule: provider.finalityRule,
      blocksNow: pace?.blocksToFinal ?? null,
      expectedSeconds: pace && Math.ceil(pace.secondsPerBlock * pace.blocksToFinal),
      standsStill: standsStill(network, pace),
      exception: finalityKnown(network.config).exception,
    },
    bridgeAddress: bridge.address,
    nativeAsset: { symbol, name: assetName, decimals, address },
    feeToken: catalogue.feeToken(network),
    // The median, so that one endpoint that lies about its head is not shown.
    latestBlock: heads[Math.floor((heads.length - 1) / 2)] ?? null,
  };
}
