import {
  type CountedOrder,
  EVERY_CHAIN,
  type FiguresKey,
  type FiguresRow,
  INTERVALS,
  STAGES,
  type Stage,
} from '@causeway/storage/series';
import type { Figures } from './figures.ts';
import { binOf } from './histogram.ts';
import { oldestOf, startOf } from './intervals.ts';

/** What is added to one row; numbers below zero take something back. */
interface Change {
  readonly key: FiguresKey;
  created: number;
  completed: number;
  rolledBack: number;
  readonly volume: Map<string, bigint>;
  readonly stages: Map<Stage, Map<number, number>>;
}

/** The name of an order's asset in the volume of a row: `home/family`. */
export const assetKeyOf = ({ assetHome, family }: Pick<CountedOrder, 'assetHome' | 'family'>): string =>
  `${assetHome}/${family}`;

/** What several orders change in the figures of buckets. */
export class Changes {
  readonly #changes = new Map<string, Change>();
  /** The oldest start of each interval that is kept: what is older is not counted there any more. */
  readonly #oldest: Readonly<Record<FiguresKey['interval'], number>>;

  constructor(nowMs: number) {
    const oldest = INTERVALS.map((interval) => [interval, oldestOf(interval, nowMs)] as const);
    this.#oldest = Object.fromEntries(oldest) as Record<FiguresKey['interval'], number>;
  }

  /** The rows to change. */
  get keys(): readonly FiguresKey[] {
    return [...this.#changes.values()].map(({ key }) => key);
  }

  /** Counts an order's figures once, or takes them back with a `sign` of -1. */
  add(order: CountedOrder, figures: Figures, sign: 1 | -1): void {
    const { seenAtMs, completedAtMs, totalMs, rolledBackAtMs, deliveredAtMs, stages } = figures;
    this.#at(order, seenAtMs, (change) => {
      const asset = assetKeyOf(order);
      change.created += sign;
      change.volume.set(asset, (change.volume.get(asset) ?? 0n) + BigInt(sign) * order.wireAmount);
    });
    this.#at(order, completedAtMs, (change) => {
      change.completed += sign;
      if (totalMs !== null) addTime(change, 'total', totalMs, sign);
    });
    this.#at(order, rolledBackAtMs, (change) => {
      change.rolledBack += sign;
    });
    this.#at(order, deliveredAtMs, (change) => {
      for (const [stage, ms] of stages) addTime(change, stage, ms, sign);
    });
  }

  /** The rows with the changes, from the rows before them in the order of `keys`. */
  rows(before: readonly (FiguresRow | undefined)[]): readonly FiguresRow[] {
    return [...this.#changes.values()].map((change, at) => merged(change, before[at]));
  }

  /** Calls `apply` for each row that counts what an order did at `atMs`; for none when it has not done it. */
  #at(order: CountedOrder, atMs: number | null, apply: (change: Change) => void): void {
    if (atMs === null) return;
    for (const interval of INTERVALS) {
      const startMs = startOf(interval, atMs);
      if (startMs < this.#oldest[interval]) continue;
      for (const source of [order.source, EVERY_CHAIN]) {
        for (const destination of [order.destination, EVERY_CHAIN]) {
          apply(this.#changeOf({ interval, source, destination, startMs }));
        }
      }
    }
  }

  #changeOf(key: FiguresKey): Change {
    const name = `${key.interval} ${key.source} ${key.destination} ${key.startMs}`;
    const known = this.#changes.get(name);
    if (known) return known;
    const change: Change = { key, created: 0, completed: 0, rolledBack: 0, volume: new Map(), stages: new Map() };
    this.#changes.set(name, change);
    return change;
  }
}

function addTime(change: Change, stage: Stage, ms: number, sign: number): void {
  const bins = change.stages.get(stage) ?? new Map<number, number>();
  const bin = binOf(ms);
  bins.set(bin, (bins.get(bin) ?? 0) + sign);
  change.stages.set(stage, bins);
}

function merged({ key, created, completed, rolledBack, volume, stages }: Change, before?: FiguresRow): FiguresRow {
  const amounts = new Map(Object.entries(before?.volume ?? {}).map(([asset, amount]) => [asset, BigInt(amount)]));
  for (const [asset, amount] of volume) amounts.set(asset, (amounts.get(asset) ?? 0n) + amount);
  return {
    ...key,
    created: created + (before?.created ?? 0),
    completed: completed + (before?.completed ?? 0),
    rolledBack: rolledBack + (before?.rolledBack ?? 0),
    volume: Object.fromEntries(
      [...amounts].filter(([, amount]) => amount !== 0n).map(([asset, amount]) => [asset, amount.toString()]),
    ),
    stages: Object.fromEntries(
      STAGES.flatMap((stage) => {
        const bins = mergedBins(before?.stages[stage], stages.get(stage));
        return bins.length === 0 ? [] : [[stage, Object.fromEntries(bins)]];
      }),
    ),
  };
}

function mergedBins(before: Readonly<Record<string, number>> = {}, added: ReadonlyMap<number, number> = new Map()) {
  const counts = new Map(Object.entries(before).map(([bin, count]) => [Number(bin), count]));
  for (const [bin, count] of added) counts.set(bin, (counts.get(bin) ?? 0) + count);
  return [...counts].filter(([, count]) => count !== 0);
}
