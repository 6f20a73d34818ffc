import type { BridgeStorage } from '@causeway/storage';
import type { Metrics } from './metrics.ts';
import { UNDER_WAY } from './orders/order-tracker.ts';
import type { Submitter } from './submit/submitter.ts';

/** What waits of the oracle transactions of one chain. */
export interface Backlog {
  /**
   * When the oldest one was reserved that no block is known to include, Unix milliseconds; Infinity when there is none.
   */
  readonly sinceMs: number;
  /** Number of destinations whose transaction needs a higher fee than the configured cap allows. */
  readonly atFeeCap: number;
}

/** The backlog of one chain, by the submitters of its destinations. */
export const backlogOf = (submitters: readonly Pick<Submitter, 'waiting' | 'atFeeCap'>[]): Backlog => ({
  sinceMs: Math.min(...submitters.flatMap(({ waiting }) => waiting.map(({ sinceMs }) => sinceMs))),
  atFeeCap: submitters.filter(({ atFeeCap }) => atFeeCap).length,
});

/** Sets the gauges of what waits: orders by state, and the oracle transactions of each chain by its name. */
export async function measureBacklog(
  metrics: Metrics,
  orders: BridgeStorage['orders'],
  backlogs: ReadonlyMap<string, Backlog | undefined>,
  nowMs: number,
): Promise<void> {
  const ageOf = (sinceMs = Number.POSITIVE_INFINITY): number => Math.max(0, nowMs - sinceMs) / 1_000;
  const counts = await orders.countByState();
  for (const state of UNDER_WAY) {
    metrics.orders.set({ state }, counts[state]);
    // Of its creation: an order that is proposed again and again enters the same states anew.
    const [oldest] = counts[state] > 0 ? await orders.inStates([state], 1) : [];
    metrics.oldestOrder.set({ state }, ageOf(oldest?.createdAtMs));
  }
  for (const [chain, backlog] of backlogs) {
    metrics.oldestSubmission.set({ chain }, ageOf(backlog?.sinceMs));
    metrics.atFeeCap.set({ chain }, backlog?.atFeeCap ?? 0);
    metrics.gapsClosed.inc({ chain }, 0);
  }
}
