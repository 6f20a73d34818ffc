import {
  type CancelAfter,
  openProviders,
  oracleOf,
  originsOf,
  requireOrigins,
  type SharedConfig,
} from '@causeway/chains';
import { ConfigError } from '@causeway/config';
import { type Identity, openIdentity, type SigningKeySource } from '@causeway/keys';
import { type KeyedChain, type Keys, openKeys, required } from '@causeway/process';
import type { ChainKind } from '@causeway/protocol';
import type { Logger } from 'pino';
import type { Bridge, Bridges, NamedBridge } from './bridges.ts';
import type { RelayerConfig, SignerConfig, WatchConfig } from './config.ts';
import { unknownLanes } from './plan/refunds.ts';

type Located = SharedConfig & { readonly baseDir: string };

/** Every bridge on a configured chain; `log` gets what to settle. Throws ConfigError when one cannot be used. */
export async function openBridges(config: Located, log?: Pick<Logger, 'warn'>): Promise<readonly Bridge[]> {
  const registry = required(await openProviders(config, config.baseDir));
  for (const advice of registry.advice) log?.warn(advice);
  return registry.networks.flatMap(({ name, config: chain, deployment, providers }) =>
    Object.entries(providers).map(([family, provider]) => {
      const record = deployment.bridges[family];
      if (!record) throw new Error(`${name} has no bridge of family ${family}`);
      const { deployedAtBlock, wireDecimals, remotes } = record;
      const oracle = oracleOf(deployment, family);
      return {
        ...{ provider, chain, deployedAtBlock, oracle, wireDecimals },
        remotes: Object.values(remotes).map(({ domain }) => domain),
      };
    }),
  );
}

/** The payer for every configured kind of chain. Throws ConfigError when one is missing or cannot be opened. */
export const openPayers = ({ relayer, baseDir }: RelayerConfig, bridges: Bridges<NamedBridge>): Promise<Keys> =>
  openKeys('relayer.payers', relayer.payers, 'that pays', keyedChains(bridges), baseDir);

/** The signer's key for every configured kind of chain. Throws ConfigError like openPayers. */
export const openSignerKeys = ({ signer, baseDir }: SignerConfig, bridges: Bridges<NamedBridge>): Promise<Keys> =>
  openKeys('signer.keys', signer.keys, 'of the member', keyedChains(bridges), baseDir);

/** The guardian's key for each configured kind of chain that has one. Throws ConfigError when one cannot be opened. */
export function openGuardians({ watch, baseDir }: WatchConfig, bridges: Bridges<NamedBridge>): Promise<Keys> {
  const guarded = keyedChains(bridges).filter(({ kind }) => watch.keys[kind]);
  return openKeys('watch.keys', watch.keys, 'of the guardian', guarded, baseDir);
}

/** The addresses of `keys`, by kind of chain. */
export const addressesOf = (keys: Keys): Readonly<Partial<Record<ChainKind, string>>> =>
  Object.fromEntries(Object.entries(keys).map(([kind, key]) => [kind, key?.address]));

const keyedChains = (bridges: Bridges<NamedBridge>): readonly KeyedChain[] =>
  bridges.all.map(({ provider, oracle }) => ({ kind: provider.kind, address: oracle.address }));

/** A process's identity towards its peers. Throws ConfigError when it cannot be opened. */
export async function openPeerIdentity(
  section: 'relayer' | 'signer',
  source: SigningKeySource,
  baseDir: string,
): Promise<Identity> {
  const identity = await openIdentity(source, baseDir);
  if (identity.ok) return identity.value;
  const advice = identity.error.code.startsWith('KEY_') || identity.error.code === 'KEYS_MISSING';
  throw new ConfigError(
    `${section}.identity: ${identity.error.message}${advice ? '; `causeway identity FILE` makes one' : ''}`,
  );
}

/** Throws ConfigError when `rule` names a lane between unconfigured chains. */
export function checkLanes(section: string, rule: CancelAfter, bridges: Bridges<NamedBridge>): void {
  const unknown = unknownLanes(rule, bridges);
  if (unknown.length === 0) return;
  throw new ConfigError(
    `${section}.cancelAfterSeconds.lanes: ${unknown.join(', ')}: a lane joins two of the configured chains (${namesOf(bridges).join(', ')})`,
  );
}

const namesOf = (bridges: Bridges<NamedBridge>): readonly string[] => [
  ...new Set(bridges.all.map(({ provider }) => provider.name)),
];

/** Throws ConfigError when the setting `at` names a chain that is not configured. */
export function checkChains(
  at: string,
  setting: Readonly<Record<string, unknown>>,
  bridges: Bridges<NamedBridge>,
): void {
  const names = namesOf(bridges);
  const unknown = Object.keys(setting).filter((name) => !names.includes(name));
  if (unknown.length > 0) throw new ConfigError(`${at}: ${unknown.join(', ')}: the chains are ${names.join(', ')}`);
}

/** Throws ConfigError when one endpoint, or half of them, could decide what a signer reads on a network of value. */
export function checkOrigins(bridges: Bridges<NamedBridge>): void {
  for (const { provider, chain } of bridges.all) required(requireOrigins(provider.name, chain));
}

/** The number of distinct RPC origins by chain. Only the number: whoever reads it may be an attacker. */
export const originCounts = (bridges: Bridges<NamedBridge>): Readonly<Record<string, number>> =>
  Object.fromEntries(bridges.all.map(({ provider, chain }) => [provider.name, originsOf(chain.rpc).length]));
