import { memoryKey } from '@causeway/chains/test-support';
import type { Running } from '@causeway/process';
import { systemClock } from '@causeway/runtime';
import {
  type RelayerConfig,
  relayerConfig,
  type SignerConfig,
  signerConfig,
  type WatchConfig,
  watchConfig,
} from '../../src/config.ts';
import { startRelayer } from '../../src/relayer.ts';
import { startSigner } from '../../src/signer/start.ts';
import { startWatch, type WatchDeps } from '../../src/watch/start.ts';
import { identityOf, RELAYER } from './identities.ts';
import { bridgeOf, SILENT, type World } from './world.ts';

/** A configuration without chains: its keys are parsed, and no test opens them. */
export const SHARED = { database: 'x.db', deployments: 'deployments', chains: {}, delayAbove: {}, baseDir: '.' };
export const IDENTITY = { env: 'NOT_SET' };

/**
 * A relayer over the chains and the database of `world`, which asks the signers at `urls`; without any, one that is not
 * there.
 */
export async function startTestRelayer(world: World, urls: readonly string[], settings: object = {}): Promise<Running> {
  const asked = urls.length > 0 ? urls : ['http://127.0.0.1:1'];
  const section = relayerConfig.shape.relayer.parse({
    http: { port: 0 },
    payers: {},
    identity: IDENTITY,
    signers: await Promise.all(
      asked.map(async (url, index) => ({ url, identity: (await identityOf(11 + index)).name })),
    ),
    ...settings,
  });
  const config: RelayerConfig = { ...SHARED, relayer: section };
  return startRelayer(config, {
    bridges: world.chains.map((chain) => bridgeOf(chain)),
    storage: world.storage,
    payers: { evm: memoryKey(99) },
    identity: RELAYER,
    // The time of the world's storage stands still.
    clock: systemClock,
    log: SILENT,
  });
}

/** The signer with that number over the chains of `world` and its own database. */
export async function startTestSigner(world: World, number = 1, settings: object = {}): Promise<Running> {
  const section = signerConfig.shape.signer.parse({
    http: { port: 0 },
    keys: { evm: { keystore: 'x.json', password: { env: 'NOT_SET' } } },
    identity: IDENTITY,
    relayers: [RELAYER.name],
    pollMs: 50,
    ...settings,
  });
  const config: SignerConfig = { ...SHARED, signer: section };
  return startSigner(config, {
    bridges: world.chains.map((chain) => bridgeOf(chain)),
    storage: (world.signers[number - 1] as (typeof world.signers)[number]).storage,
    keys: { evm: memoryKey(number) },
    identity: await identityOf(10 + number),
    clock: systemClock,
    log: SILENT,
  });
}

/** A watch over the chains of `world`, with what is given. */
export function startTestWatch(
  world: World,
  { storage, record, keys = {} }: Required<Pick<WatchDeps, 'storage' | 'record'>> & Pick<WatchDeps, 'keys'>,
  settings: object = {},
): Promise<Running> {
  const section = watchConfig.shape.watch.parse({ http: { port: 0 }, pollMs: 50, invariantsMs: 100, ...settings });
  const config: WatchConfig = { ...SHARED, watch: section };
  return startWatch(config, {
    bridges: world.chains.map((chain) => bridgeOf(chain)),
    ...{ storage, record, keys },
    clock: systemClock,
    log: SILENT,
  });
}
