import type { Clock } from '@causeway/chains';
import type { Duty } from '@causeway/outbox';
import { ok } from '@causeway/protocol';
import type { Logger } from 'pino';
import type { Bridges, ReadBridge } from './bridges.ts';
import type { RelayerConfig } from './config.ts';
import { Invariants } from './invariants.ts';
import type { Metrics } from './metrics.ts';
import type { OrderTracker } from './orders/order-tracker.ts';
import { Loop, type OnFailure } from './view/loop.ts';

export interface UpkeepDeps {
  readonly bridges: Bridges<ReadBridge>;
  /** Guarded by this duty's lease. */
  readonly tracker: OrderTracker;
  readonly intervals: RelayerConfig['relayer']['intervals'];
  readonly onFailure: (loop: string) => OnFailure;
  readonly clock: Clock;
  readonly random: () => number;
  readonly metrics: Metrics;
  readonly log: Logger;
}

/**
 * The work of one relayer for all chains: it ends orders whose lock did not arrive, compares orders with the chain view
 * again, and checks the invariants.
 */
export async function beginUpkeep(deps: UpkeepDeps): Promise<Duty> {
  const { bridges, tracker, intervals, onFailure, clock, random, metrics, log } = deps;
  await tracker.sweepEnded();
  const every = (name: string, fallbackMs: number, work: () => Promise<void>): Loop => {
    const step = async () => {
      await work();
      return ok(undefined);
    };
    return new Loop({ step, fallbackMs, clock, random, onFailure: onFailure(name) });
  };
  const invariants = new Invariants(bridges, metrics, log);
  const loops = [
    every('sweep', intervals.sweepMs, () => tracker.expire()),
    every('reconcile', intervals.reconcileMs, () => tracker.sweep()),
    new Loop({
      step: () => invariants.check(),
      fallbackMs: intervals.invariantsMs,
      clock,
      random,
      onFailure: onFailure('invariants'),
    }),
  ];
  for (const loop of loops) loop.start();
  return {
    async stop() {
      await Promise.all(loops.map((loop) => loop.stop()));
    },
  };
}
