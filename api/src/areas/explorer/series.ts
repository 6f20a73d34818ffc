import { type Domain, formatDecimal, ok } from '@causeway/protocol';
import type { Clock } from '@causeway/runtime';
import { type Page, pageBy } from '@causeway/storage';
import { EVERY_CHAIN, type FiguresRow, type Interval, STAGES } from '@causeway/storage/series';
import type { Catalogue } from '../../bridge/catalogue.ts';
import { findNetwork } from '../../bridge/route.ts';
import type { Answer } from '../../http/errors/errors.ts';
import { iso } from '../../http/requests/times.ts';
import { refuse } from './errors.ts';
import { countOf, percentile } from './rules/histogram.ts';
import { INTERVAL_RULES, oldestOf, startOf } from './rules/intervals.ts';
import type { SeriesStorage } from './rules/series-storage.ts';
import type { SeriesBucket, SeriesQuery } from './schemas.ts';

/** Most buckets of one series. */
export const MOST_BUCKETS = 1_500;

const LONGER: Readonly<Record<Interval, Interval | null>> = { minute: 'hour', hour: 'day', day: null };

export interface SeriesDeps {
  readonly series: Pick<SeriesStorage, 'between'>;
  readonly catalogue: Catalogue;
  readonly clock: Clock;
}

/** Start times of buckets: from the first one to before the last, Unix milliseconds. */
export interface Range {
  readonly fromMs: number;
  readonly toMs: number;
}

/** A series that may be read. */
export interface Series {
  /** The buckets after the one that starts at `after` (Unix milliseconds, decimal), oldest first. */
  read(after: string | null): Promise<Page<SeriesBucket>>;
  /** Up to when the buckets that were read are whole, Unix milliseconds; null before the first reading. */
  readonly asOfMs: number | null;
}

/** The whole buckets that a query names. Fails with the codes of SERIES_ERRORS, which say what to ask for instead. */
export function rangeOf({ interval, from, to }: SeriesQuery, nowMs: number): Answer<Range> {
  const { ms, usual } = INTERVAL_RULES[interval];
  const longerInterval = LONGER[interval];
  const endMs = startOf(interval, nowMs) + ms;
  const toMs = to === undefined ? endMs : Math.ceil(Date.parse(to) / ms) * ms;
  const fromMs = from === undefined ? toMs - usual * ms : startOf(interval, Date.parse(from));
  const instead = longerInterval === null ? '' : `, or for the interval ${longerInterval}`;
  if (toMs > endMs || fromMs >= endMs) {
    return refuse(
      'SERIES_RANGE_IN_FUTURE',
      `the present ${interval} ends at ${iso(endMs)}: ask for a range up to then`,
    );
  }
  if (fromMs >= toMs) return refuse('SERIES_RANGE_EMPTY', 'to: give a time after from');
  const buckets = (toMs - fromMs) / ms;
  if (buckets > MOST_BUCKETS) {
    const message = `these are ${buckets} buckets of a ${interval}: ask for ${MOST_BUCKETS} at most${instead}`;
    return refuse('SERIES_RANGE_TOO_LONG', message, { facts: { mostBuckets: MOST_BUCKETS, longerInterval } });
  }
  const oldestMs = oldestOf(interval, nowMs);
  if (fromMs < oldestMs) {
    const keptSince = iso(oldestMs);
    const message = `buckets of a ${interval} are kept since ${keptSince}: ask for a later range${instead}`;
    return refuse('SERIES_RANGE_NOT_KEPT', message, { facts: { keptSince, longerInterval } });
  }
  return ok({ fromMs, toMs });
}

/** The series that `query` names. Fails with CHAIN_UNKNOWN and the codes of SERIES_ERRORS. */
export function seriesOf({ series, catalogue, clock }: SeriesDeps, query: SeriesQuery): Answer<Series> {
  const range = rangeOf(query, clock.now());
  if (!range.ok) return range;
  const source = endOf(catalogue, query.fromChain);
  if (!source.ok) return source;
  const destination = endOf(catalogue, query.toChain);
  if (!destination.ok) return destination;
  const { interval } = query;
  const { ms } = INTERVAL_RULES[interval];
  const { fromMs, toMs } = range.value;
  const lane = { interval, source: source.value, destination: destination.value };
  let asOfMs: number | null = null;
  return ok({
    get asOfMs() {
      return asOfMs;
    },
    async read(after) {
      const nextMs = after === null ? fromMs : Math.max(fromMs, Number(after) + ms);
      const counted = await series.between(lane, nextMs, toMs);
      asOfMs = counted.asOfMs;
      const rows = new Map(counted.rows.map((row) => [row.startMs, row]));
      const starts = Array.from({ length: Math.max(0, (toMs - nextMs) / ms) }, (_, at) => nextMs + at * ms);
      const buckets = starts.map((startMs) => bucketOf(catalogue, startMs, rows.get(startMs)));
      return pageBy(buckets, buckets.length, ({ start }) => String(Date.parse(start)));
    },
  });
}

/** The chain of a name, or every chain. */
function endOf(catalogue: Catalogue, name: string | undefined): Answer<Domain> {
  if (name === undefined) return ok(EVERY_CHAIN);
  const network = findNetwork(catalogue, name);
  return network.ok ? ok(network.value.deployment.domain) : network;
}

/** A bucket as it is answered; without a row nothing happened in it. */
function bucketOf(catalogue: Catalogue, startMs: number, row: FiguresRow | undefined): SeriesBucket {
  return {
    start: iso(startMs),
    orders: { created: row?.created ?? 0, completed: row?.completed ?? 0, rolledBack: row?.rolledBack ?? 0 },
    volume: Object.entries(row?.volume ?? {})
      .map(([asset, wireAmount]) => amountOf(catalogue, asset, BigInt(wireAmount)))
      .sort((a, b) => (a.asset < b.asset ? -1 : 1)),
    stages: STAGES.flatMap((stage) => {
      const bins = new Map(Object.entries(row?.stages[stage] ?? {}).map(([bin, count]) => [Number(bin), count]));
      const [p50Ms, p95Ms] = [percentile(bins, 0.5), percentile(bins, 0.95)];
      return p50Ms === null || p95Ms === null ? [] : [{ stage, count: countOf(bins), p50Ms, p95Ms }];
    }),
  };
}

/** An amount in whole units; in wire units for an asset that is not configured any more. */
function amountOf(catalogue: Catalogue, key: string, wireAmount: bigint): SeriesBucket['volume'][number] {
  const [home = '', family = ''] = key.split('/');
  const network = catalogue.networkOf(Number(home));
  const asset = network && catalogue.assetAt(network, family);
  if (!asset) return { asset: `unknown asset of ${network?.name ?? home}`, amount: wireAmount.toString() };
  return { asset: asset.symbol, amount: formatDecimal(wireAmount, asset.wireDecimals) };
}
