import { DEPLOYMENT_DIFFERS } from '@causeway/chains';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';

const SECONDS = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1_800];

/** The metrics of one solver, in a separate registry. */
export class Metrics {
  readonly registry = new Registry();
  readonly #of = { registers: [this.registry] };

  readonly deploymentDiffers = new Gauge({ ...this.#of, ...DEPLOYMENT_DIFFERS });
  readonly fills = new Counter({
    ...this.#of,
    name: 'causeway_solver_fills_total',
    help: 'Swaps that were filled, before or after their delivery',
    labelNames: ['lane', 'when'],
  });
  readonly misses = new Counter({
    ...this.#of,
    name: 'causeway_solver_misses_total',
    help: 'Swaps of a lane that were not filled, by reason',
    labelNames: ['lane', 'reason'],
  });
  readonly settled = new Counter({
    ...this.#of,
    name: 'causeway_solver_settled_total',
    help: 'Swaps whose input this solver got for its fill',
    labelNames: ['lane'],
  });
  readonly finished = new Counter({
    ...this.#of,
    name: 'causeway_solver_finished_total',
    help: 'Swaps of anybody that were given back for their fee',
    labelNames: ['chain'],
  });
  readonly fillSeconds = new Histogram({
    ...this.#of,
    name: 'causeway_solver_fill_seconds',
    help: 'From the decision to fill until a block includes it',
    labelNames: ['chain'],
    buckets: SECONDS,
  });
  readonly underWay = new Gauge({
    ...this.#of,
    name: 'causeway_solver_swaps',
    help: 'Swaps that the solver knows, by stage',
    labelNames: ['stage'],
  });
  readonly inventory = new Gauge({
    ...this.#of,
    name: 'causeway_solver_inventory',
    help: 'What may be promised of an asset, whole units',
    labelNames: ['chain', 'asset'],
  });
  readonly profit = new Gauge({
    ...this.#of,
    name: 'causeway_solver_profit_dollars',
    help: 'Income less cost and gas of the filled swaps of a lane, at the prices of their fills',
    labelNames: ['lane'],
  });
  readonly offered = new Gauge({
    ...this.#of,
    name: 'causeway_solver_lane_offered',
    help: '1 while the lane is on offer',
    labelNames: ['lane'],
  });
  readonly failures = new Counter({
    ...this.#of,
    name: 'causeway_solver_failures_total',
    help: 'Failed turns and calls',
    labelNames: ['loop', 'code'],
  });
}
