import type { LeaderTask } from '@causeway/outbox';
import { ok } from '@causeway/protocol';
import type { Clock, PeriodicTask } from '@causeway/runtime';
import type { Logger } from 'pino';
import type { Bridges, ReadBridge } from './bridges.ts';
import type { RelayerConfig } from './config.ts';
import { Invariants } from './invariants.ts';
import type { Metrics } from './metrics.ts';
import type { OrderTracker } from './orders/order-tracker.ts';
import { type OnFailure, type TurnOptions, turnsOf } from './view/turns.ts';

export interface MaintenanceDeps {
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
export async function beginMaintenance(deps: MaintenanceDeps): Promise<LeaderTask> {
  const { bridges, tracker, intervals, onFailure, clock, random, metrics, log } = deps;
  await tracker.sweepEnded();
  const every = (name: string, everyMs: number, step: TurnOptions['step']): PeriodicTask => {
    const task = turnsOf({ step, clock, random, onFailure: onFailure(name) });
    void task.start(everyMs);
    return task;
  };
  const done = (work: () => Promise<void>) => () => work().then(() => ok(undefined));
  const invariants = new Invariants(bridges, metrics, log);
  const tasks = [
    every(
      'sweep',
      intervals.sweepMs,
      done(() => tracker.expire()),
    ),
    every(
      'reconcile',
      intervals.reconcileMs,
      done(() => tracker.sweep()),
    ),
    every('invariants', intervals.invariantsMs, () => invariants.check()),
  ];
  return {
    async stop() {
      await Promise.all(tasks.map((task) => task.stop()));
    },
  };
}
