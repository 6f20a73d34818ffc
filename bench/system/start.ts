// npm run bench:start: compares the cost of `npm start` here and at another commit, measured in turn on this machine.
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { numberOption } from '@causeway/config';
import { Command } from 'commander';
import { compareTable, hereAndMachine, type Metric, type Row, rowJson, show, withBase } from './lib/compare.ts';
import { measureStart, median, type StartFacts } from './lib/measure-start.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const BASE = join(ROOT, '.causeway', 'bench-start');

const HELP = `
Both are started once without counting, so that each has its modules compiled; then in turn, as often as --runs says, and
the medians are shown. The other commit is checked out and installed below .causeway, and removed in the end. Everything
that this starts has ended when it ends. RSS counts a page that several processes share once for each of them, PSS once.`;

type StartMetric = Metric<keyof StartFacts>;

const METRICS: readonly StartMetric[] = [
  { key: 'serviceCpuSeconds', title: 'CPU of the seven services until ready', unit: 's', bar: { ratio: 0.5 } },
  { key: 'serviceRssBytes', title: 'RSS of the seven services', unit: 'MB', bar: { ratio: 0.5 } },
  { key: 'servicePssBytes', title: 'PSS of the seven services', unit: 'MB' },
  { key: 'urlsSeconds', title: 'npm start to the printed URLs', unit: 's', bar: { ratio: 0.5 } },
  { key: 'readySeconds', title: 'npm start to all services ready', unit: 's' },
  { key: 'allCpuSeconds', title: 'CPU of everything until ready', unit: 's' },
  { key: 'helpSeconds', title: 'causeway --help', unit: 's', bar: { most: 0.3 } },
  { key: 'ordersSeconds', title: 'causeway orders', unit: 's', bar: { most: 0.8 } },
];

const program = new Command('npm run bench:start --')
  .description('measures npm start here and at another commit')
  .requiredOption('--base <commit>', 'the commit to compare with')
  .option('--runs <n>', 'how often each is measured', numberOption({ least: 1, most: 100 }), 3)
  .option('--json', 'print one line of JSON')
  .addHelpText('after', HELP)
  .parse();
const { base, runs, json } = program.opts<{ base: string; runs: number; json?: true }>();
const say = (line: string) => process.stderr.write(`${line}\n`);

async function measureBoth(): Promise<readonly Row<keyof StartFacts>[]> {
  const facts: Record<'base' | 'here', StartFacts[]> = { base: [], here: [] };
  for (let run = 0; run <= runs; run += 1) {
    for (const [name, root] of [['base', BASE] as const, ['here', ROOT] as const]) {
      const measured = await measureStart(root);
      say(`${run === 0 ? 'warm-up' : `run ${run}`} ${name}: ${describe(measured)}, load ${loadavg()[0]?.toFixed(1)}`);
      if (run > 0) facts[name].push(measured);
    }
  }
  const of = (name: 'base' | 'here', { key }: StartMetric) => median(facts[name].map((one) => one[key]));
  return METRICS.map((metric) => ({ metric, base: of('base', metric), here: of('here', metric) }));
}

const describe = (facts: StartFacts): string =>
  METRICS.map(({ key, unit, title }) => `${title} ${show(facts[key], unit)}`).join(', ');

const rows = await withBase(ROOT, BASE, base, measureBoth);
const { commit, machine } = hereAndMachine(ROOT);
if (json) console.log(JSON.stringify({ base, commit, runs, machine, rows: rows.map(rowJson) }));
else console.log(`Medians of ${runs} runs each, in turn, at ${commit}, ${machine}\n\n${compareTable(rows)}`);
