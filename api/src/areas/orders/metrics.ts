import type { Waiting } from '@causeway/outbox';
import type { Domain } from '@causeway/protocol';
import type { Clock } from '@causeway/runtime';
import type { OrderRepository, OrderRow } from '@causeway/storage';
import { Gauge, type Registry } from 'prom-client';

export interface CustodyMetricsSources {
  readonly orders: Pick<OrderRepository, 'inStates' | 'unlocked'>;
  /** What this process has sent from custodial wallets, and no block is known to include. */
  readonly waiting: () => readonly Waiting[];
  /** The name of each connected network. */
  readonly networks: ReadonlyMap<Domain, string>;
  readonly clock: Clock;
}

/** Adds the metrics of what waits of custodial wallets: orders without a lock, and transactions without a block. */
export function custodyMetrics(registry: Registry, sources: CustodyMetricsSources): void {
  const { orders, waiting, networks, clock } = sources;
  const registers = [registry];
  const ageOf = (sinceMs = Number.POSITIVE_INFINITY): number => Math.max(0, clock.now() - sinceMs) / 1_000;
  new Gauge({
    registers,
    name: 'causeway_custody_oldest_order_seconds',
    help: 'Age of the oldest order whose lock the service has to send (created) or has sent (locking); 0 when there is none',
    labelNames: ['state'],
    async collect() {
      const oldest = async (rows: Promise<readonly OrderRow[]>) => ageOf((await rows)[0]?.createdAtMs);
      this.set({ state: 'created' }, await oldest(orders.unlocked(null, 1)));
      this.set({ state: 'locking' }, await oldest(orders.inStates(['locking'], 1)));
    },
  });
  const perChain = (name: string, help: string, measured: (rows: readonly Waiting[]) => number) =>
    new Gauge({
      registers,
      name,
      help,
      labelNames: ['chain'],
      collect() {
        const rows = waiting();
        for (const [domain, chain] of networks)
          this.set({ chain }, measured(rows.filter((row) => row.domain === domain)));
      },
    });
  perChain(
    'causeway_custody_oldest_submission_seconds',
    'Age of the oldest transaction of a custodial wallet that no block is known to include; 0 when there is none',
    (rows) => ageOf(Math.min(...rows.map(({ sinceMs }) => sinceMs))),
  );
  perChain(
    'causeway_custody_fee_at_cap',
    'Transactions of custodial wallets that need a higher fee than the configured cap allows',
    (rows) => rows.filter(({ atFeeCap }) => atFeeCap).length,
  );
}
