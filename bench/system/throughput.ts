// npm run bench:throughput: the cost of many deliveries at once, here and at another commit, measured in turn on this
// machine.
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { numberOption } from '@causeway/config';
import { Command, Option } from 'commander';
import { compareTable, hereAndMachine, type Metric, type Row, rowJson, show, withBase } from './lib/compare.ts';
import {
  DESTINATIONS,
  type Destination,
  type Measured,
  measureThroughput,
  type ThroughputFacts,
} from './lib/measure-throughput.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const BASE = join(ROOT, '.causeway', 'bench-throughput');

const HELP = `
All locks are sent at once on one local EVM chain, and delivered on another, or on Solana or Radix, by a relayer and five signers of
their own processes, beside an API. EVM chains make a block every 0.1 s, Solana a slot every 0.4 s, Radix a round every 0.5 s. With
--block and --together the destination is slower, and all locks turn final in one moment, from which the time counts. Every process
has three endpoints of its own for each chain, which count its calls; a batch of 50 calls is 50. Counts, processor time and the rate are from the first lock to the
last completed order. The processor time is from /proc, so this needs Linux. The other commit is checked out and installed below
.causeway, and removed in the end. Everything that this starts has ended when it ends.`;

const METRICS: readonly Metric<keyof ThroughputFacts>[] = [
  { key: 'ordersPerSecond', title: 'orders a second', unit: '', bar: { leastRatio: 1.3 } },
  { key: 'requests', title: 'RPC requests an order', unit: '', bar: { most: 1 } },
  { key: 'sourceRequests', title: '  to the source chain', unit: '' },
  { key: 'destinationRequests', title: '  to the destination chain', unit: '' },
  { key: 'cpu', title: 'CPU of relayer and signers an order', unit: 'ms', bar: { ratio: 1 } },
  { key: 'relayerCpu', title: '  relayer', unit: 'ms' },
  { key: 'signerCpu', title: '  each of five signers', unit: 'ms' },
  { key: 'apiCpu', title: 'CPU of the API an order', unit: 'ms' },
];

interface Options {
  readonly base?: string;
  readonly locks: number;
  readonly to: Destination;
  readonly block: number;
  readonly together?: true;
  readonly calls?: true;
  readonly json?: true;
}

const program = new Command('npm run bench:throughput --')
  .description('measures what it costs to deliver many orders at once, here and at another commit')
  .option('--base <commit>', 'the commit to compare with; without it, only this one is measured')
  .option('--locks <n>', 'orders that are locked at once', numberOption({ least: 1, most: 10_000 }), 1_000)
  .addOption(new Option('--to <chain>', 'the destination').choices(DESTINATIONS).default('polygon'))
  .option('--block <seconds>', 'time between two blocks of an EVM destination', Number, 0.1)
  .option('--together', 'all locks turn final in one moment')
  .option('--calls', 'show the calls an order by process, chain and method too')
  .option('--json', 'print one line of JSON')
  .addHelpText('after', HELP)
  .parse();
const { base, locks, to, block, together = false, calls, json } = program.opts<Options>();
const load = { locks, destination: to, blockSeconds: block, together };

async function measure(name: string, root: string): Promise<Measured> {
  const measured = await measureThroughput(root, load);
  process.stderr.write(`${name}: ${lines(measured.facts).join(', ')}; load ${loadavg()[0]?.toFixed(1)}\n`);
  return measured;
}

const lines = (facts: ThroughputFacts): readonly string[] =>
  METRICS.map(({ key, title, unit }) => `${title.trim()} ${show(facts[key], unit)}`);

/** The calls an order of `measured`, most frequent first. */
const callLines = ({ calls: counts }: Measured): readonly string[] =>
  Object.entries(counts)
    .filter(([, count]) => count > 0)
    .sort(([, a], [, b]) => b - a)
    .map(([key, count]) => `${(count / locks).toFixed(3).padStart(8)}  ${key}`);

if (base === undefined) {
  const measured = await measure('here', ROOT);
  if (json) console.log(JSON.stringify({ ...hereAndMachine(ROOT), ...load, ...measured }));
  else console.log([...lines(measured.facts), ...(calls ? callLines(measured) : [])].join('\n'));
} else {
  const [before, here] = await withBase(ROOT, BASE, base, async () => [
    await measure('base', BASE),
    await measure('here', ROOT),
  ]);
  const rows = METRICS.map(
    (metric): Row<keyof ThroughputFacts> => ({
      metric,
      base: before?.facts[metric.key] ?? Number.NaN,
      here: here?.facts[metric.key] ?? Number.NaN,
    }),
  );
  const { commit, machine } = hereAndMachine(ROOT);
  if (json) console.log(JSON.stringify({ base, commit, ...load, machine, rows: rows.map(rowJson) }));
  else {
    console.log(`${locks} locks, in turn, at ${commit}, ${machine}\n\n${compareTable(rows)}`);
    for (const [name, measured] of [
      ['base', before],
      ['here', here],
    ] as const) {
      if (calls && measured) console.log(`\ncalls an order, ${name}\n${callLines(measured).join('\n')}`);
    }
  }
}
