import type { SeriesBucket } from '@causeway/client';
import { useSignal } from '@preact/signals';
import { decimal, duration, integer, list, named, shortAmount, timeMs } from '../../lib/format.ts';
import { useResource } from '../../lib/resource.ts';
import { place, setQuery } from '../../lib/router.ts';
import { api } from '../../lib/service.ts';
import { Chart } from '../../parts/chart.tsx';
import { Select } from '../../parts/form.tsx';
import { Show } from '../../parts/loaded.tsx';
import { Amount, Time } from '../../parts/values.tsx';
import { activity as words } from '../../text/chart.ts';

type Interval = keyof typeof words.intervals;
type Stage = SeriesBucket['stages'][number]['stage'];

/** Milliseconds between two requests while the page is open. */
const EVERY_MS = 10_000;
const INTERVALS = Object.entries(words.intervals) as readonly (readonly [Interval, string])[];
const STAGES = Object.entries(words.stages) as readonly (readonly [Stage, string])[];

const startTimes: Readonly<Record<Interval, Intl.DateTimeFormat>> = {
  minute: new Intl.DateTimeFormat('en-GB', { timeStyle: 'short' }),
  hour: new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' }),
  // Days are days of UTC.
  day: new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' }),
};

/** What everybody's orders did by minute, hour or day, between two of `chains` or between all. The address has the choice. */
export function Activity({ chains }: { readonly chains: readonly string[] }) {
  const { query } = place.value;
  const interval = INTERVALS.find(([name]) => name === query.get('by'))?.[0] ?? 'hour';
  const [fromChain, toChain] = (['from', 'to'] as const).map((end) => chains.find((name) => name === query.get(end)));
  const loaded = useResource(
    `series ${interval} ${fromChain} ${toChain}`,
    () => api.explorer.series({ interval, ...(fromChain && { fromChain }), ...(toChain && { toChain }) }),
    { everyMs: EVERY_MS },
  );
  const ends = [['', words.all], ...chains.map((name) => [name, named(name)] as const)] as const;
  return (
    <>
      <div class="row">
        <Select
          name="by"
          label={words.interval}
          value={interval}
          options={INTERVALS}
          onInput={(by) => setQuery({ by })}
        />
        <Select
          name="from"
          label={words.from}
          value={fromChain ?? ''}
          options={ends}
          onInput={(from) => setQuery({ from })}
        />
        <Select name="to" label={words.to} value={toChain ?? ''} options={ends} onInput={(to) => setQuery({ to })} />
      </div>
      <Show of={loaded} lines={12}>
        {({ buckets, asOf }) => (
          <>
            <Charts buckets={list(buckets)} interval={interval} />
            <p class="soft">
              {asOf === null ? (
                words.counting
              ) : (
                <>
                  {words.countedUntil} <Time iso={asOf} />
                </>
              )}
            </p>
          </>
        )}
      </Show>
    </>
  );
}

interface ChartsProps {
  readonly buckets: readonly SeriesBucket[];
  readonly interval: Interval;
}

function Charts({ buckets, interval }: ChartsProps) {
  const shared = {
    timesS: buckets.map(({ start }) => timeMs(start) / 1_000),
    timeName: (timeS: number) => startTimes[interval].format(timeS * 1_000),
  };
  const count = (name: string, of: keyof SeriesBucket['orders']) => ({
    name,
    values: buckets.map(({ orders }) => integer(orders[of])),
    exact: (at: number) => String(buckets[at]?.orders[of] ?? 0),
  });
  return (
    <div class="columns">
      <Chart
        {...shared}
        title={words.orders}
        axisValue={wholes}
        lines={[
          count(words.created, 'created'),
          count(words.completed, 'completed'),
          count(words.rolledBack, 'rolledBack'),
        ]}
      />
      <Volume {...shared} buckets={buckets} />
      <Times {...shared} buckets={buckets} />
    </div>
  );
}

/** Whole numbers only, because there is no half order. */
const wholes = (value: number): string => (Number.isInteger(value) ? String(value) : '');

type PartProps = Pick<ChartsProps, 'buckets'> & {
  readonly timesS: readonly number[];
  readonly timeName: (timeS: number) => string;
};

/** The volume of one asset, because amounts of two have no common scale. */
function Volume({ buckets, ...shared }: PartProps) {
  const chosen = useSignal('');
  const assets = [...new Set(buckets.flatMap(({ volume }) => list(volume).map(({ asset }) => asset)))].sort();
  const asset = assets.find((name) => name === chosen.value) ?? assets[0];
  if (asset === undefined) return <p class="soft">{words.noVolume}</p>;
  const amounts = buckets.map(({ volume }) => volume.find((one) => one.asset === asset)?.amount ?? '0');
  return (
    <div>
      {assets.length > 1 && (
        <Select
          name="asset"
          label={words.asset}
          value={asset}
          options={assets.map((name) => [name, named(name)])}
          onInput={(value) => {
            chosen.value = value;
          }}
        />
      )}
      <Chart
        {...shared}
        title={words.volume(named(asset))}
        axisValue={(value) => shortAmount(plain(value))}
        lines={[
          {
            name: named(asset),
            values: amounts.map((amount) => Number(decimal(amount))),
            exact: (at) => <Amount value={amounts[at] ?? '0'} />,
          },
        ]}
      />
    </div>
  );
}

/** A number of an axis without an exponent. */
const plain = (value: number): string => value.toFixed(6).replace(/\.?0+$/, '');

/** How long half and nearly all orders were in one stage. */
function Times({ buckets, ...shared }: PartProps) {
  const stage = useSignal<Stage>('total');
  const times = buckets.map(({ stages }) => list(stages).find((one) => one.stage === stage.value));
  const quantile = (name: string, of: 'p50Ms' | 'p95Ms') => ({
    name,
    values: times.map((time) => (time ? integer(time[of]) / 1_000 : null)),
    exact: (at: number) => (times[at] ? duration(times[at][of]) : words.noneThen),
  });
  return (
    <div>
      <Select
        name="stage"
        label={words.stage}
        value={stage.value}
        options={STAGES}
        onInput={(value) => {
          stage.value = STAGES.find(([name]) => name === value)?.[0] ?? 'total';
        }}
      />
      {times.some(Boolean) ? (
        <Chart
          {...shared}
          title={words.times(words.stages[stage.value])}
          axisValue={(seconds) => (seconds === 0 ? '0' : duration(seconds * 1_000))}
          lines={[quantile(words.p50, 'p50Ms'), quantile(words.p95, 'p95Ms')]}
        />
      ) : (
        <p class="soft">{words.noTimes}</p>
      )}
    </div>
  );
}
