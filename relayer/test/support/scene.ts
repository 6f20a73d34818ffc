import type { ExpiringMemoryChain, MemoryChain } from '@causeway/chains/test-support';
import type { Hex } from '@causeway/protocol';
import { type TestRelayer, World } from './world.ts';

/** A recipient that some tests make special. */
export const BAD: Hex = `0x${'00'.repeat(30)}bad0`;

/** A world with its first two chains and a relayer. */
export interface Scene<Beta extends MemoryChain = MemoryChain> {
  world: World<Beta>;
  alpha: MemoryChain;
  beta: Beta;
  relayer: TestRelayer;
}

export async function sceneOf<Beta extends MemoryChain>(made: Promise<World<Beta>>): Promise<Scene<Beta>> {
  const world = await made;
  const [alpha, beta] = world.chains;
  return { world, alpha, beta, relayer: await world.relayer() };
}

/** Worlds whose destination's transactions expire. */
export const EXPIRING: Readonly<Record<string, () => Promise<World<ExpiringMemoryChain>>>> = {
  'with one call per transaction': () => World.apart(),
  'whose blocks are final at once': () => World.instant(),
};

/** Worlds with each kind of destination; the source has blocks that can vanish. */
export const EVERY_KIND: Readonly<Record<string, () => Promise<World>>> = {
  'whose transactions can be replaced': () => World.packing(),
  ...EXPIRING,
};
