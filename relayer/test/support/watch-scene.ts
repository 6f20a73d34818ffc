import type { ChainProvider } from '@causeway/chains';
import { type MemoryChain, memoryKey } from '@causeway/chains/test-support';
import { type BridgeStorage, openBridgeStorage } from '@causeway/storage';
import { Comparison } from '../../src/account/comparison.ts';
import { Bridges } from '../../src/bridges.ts';
import { Metrics } from '../../src/metrics.ts';
import { Watcher } from '../../src/view/watcher.ts';
import type { Pause } from '../../src/watch/decisions.ts';
import { Guard, type WatchedBridge } from '../../src/watch/guard.ts';
import { Shortfalls } from '../../src/watch/shortfalls.ts';
import { settled } from './fake-clock.ts';
import { MemoryAdministration } from './memory-administration.ts';
import { bridgeOf, SILENT, type World } from './world.ts';

export const GUARDIAN = memoryKey(77);

/** The chains of a world with an administration each. */
export const administered = (world: World): ReadonlyMap<MemoryChain, MemoryAdministration> =>
  new Map(
    world.chains.map((chain) => {
      const administration = new MemoryAdministration(chain, GUARDIAN);
      Object.assign(chain, { administration });
      return [chain, administration];
    }),
  );

export interface WatchOptions {
  readonly providers?: readonly ChainProvider[];
  readonly hasKey?: boolean;
  readonly perHour?: number;
  readonly isArmed?: () => boolean;
  /** What is kept through a kill. */
  readonly kept?: Kept;
}

/** The files of a watch. */
export class Kept {
  readonly storage: BridgeStorage;
  pauses: readonly Pause[] = [];
  /** Thrown by each write, as a full disk does. */
  full: Error | undefined;

  private constructor(storage: BridgeStorage) {
    this.storage = storage;
  }

  static async open({ clock }: Pick<World, 'clock'>): Promise<Kept> {
    return new Kept(await openBridgeStorage(':memory:', { clock }));
  }

  keep(pauses: readonly Pause[]): void {
    this.pauses = pauses;
    if (this.full) throw this.full;
  }
}

/** A watch in this process that polls on request, in virtual time. */
export async function watchOf(world: World, options: WatchOptions = {}) {
  const { providers = world.chains, hasKey = true, perHour = 4, isArmed = () => true } = options;
  const kept = options.kept ?? (await Kept.open(world));
  const { storage } = kept;
  const { chainView: view, comparisons } = storage;
  const bridges = new Bridges<WatchedBridge>(providers.map((provider) => bridgeOf(provider)));
  const metrics = new Metrics();
  const common = { bridges, clock: world.clock, metrics, log: SILENT };
  const watchers = bridges.all.map((bridge) => new Watcher(bridge, view));
  const comparison = new Comparison({ ...common, view, comparisons });
  const shortfalls = new Shortfalls(common);
  const guard = new Guard({
    ...{ ...common, comparisons, shortfalls, record: kept, isArmed, perHour },
    keys: hasKey ? { evm: GUARDIAN, solana: GUARDIAN, radix: GUARDIAN } : {},
    wake: () => {},
  });
  /** One poll of every chain, without new blocks. */
  const look = async () => {
    for (const watcher of watchers) {
      const advanced = await watcher.advance();
      await comparison.compare(watcher.bridge);
      if (advanced.ok && watcher.head) guard.looked(watcher.bridge, watcher.head);
    }
    const judged = await shortfalls.look();
    if (judged.ok) guard.held(judged.value);
    const result = await guard.step();
    await settled();
    return result;
  };
  /** Polls, each after a second and a block of every chain. Returns the codes of failed steps. */
  const poll = async (times = 1): Promise<readonly string[]> => {
    const codes: string[] = [];
    for (let time = 0; time < times; time += 1) {
      for (const chain of world.chains) chain.mine();
      world.clock.tick(1_000);
      const result = await look();
      if (!result.ok) codes.push(result.error.code);
    }
    return codes;
  };
  return { kept, guard, shortfalls, metrics, look, poll };
}
export type WatchScene = Awaited<ReturnType<typeof watchOf>>;
