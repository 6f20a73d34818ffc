// npm run bench:start: compares the cost of `npm start` here and at another commit, measured in turn on this machine.
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { numberOption } from '@causeway/chains';
import { Command } from 'commander';
import { measureStart, median, type StartFacts } from './lib/bench/measure-start.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const BASE = join(ROOT, '.causeway', 'bench-start');

const HELP = `
Both are started once without counting, so that each has its modules compiled; then in turn, as often as --runs says, and
the medians are shown. The other commit is checked out and installed below .causeway, and removed in the end. Everything
that this starts has ended when it ends. RSS counts a page that several processes share once for each of them, PSS once.`;

interface Metric {
  readonly key: keyof StartFacts;
  readonly title: string;
  readonly unit: 's' | 'MB';
  /** The upper bound: a fraction of the base, or a figure. */
  readonly bar?: { readonly ratio: number } | { readonly most: number };
}

const METRICS: readonly Metric[] = [
  { key: 'serviceCpuSeconds', title: 'CPU of the seven services until ready', unit: 's', bar: { ratio: 0.5 } },
  { key: 'serviceRssBytes', title: 'RSS of the seven services', unit: 'MB', bar: { ratio: 0.5 } },
  { key: 'servicePssBytes', title: 'PSS of the seven services', unit: 'MB' },
  { key: 'urlsSeconds', title: 'npm start to the printed URLs', unit: 's', bar: { ratio: 0.5 } },
  { key: 'readySeconds', title: 'npm start to all services ready', unit: 's' },
  { key: 'allCpuSeconds', title: 'CPU of everything until ready', unit: 's' },
  { key: 'helpSeconds', title: 'causeway --help', unit: 's', bar: { most: 0.3 } },
  { key: 'ordersSeconds', title: 'causeway orders', unit: 's', bar: { most: 0.8 } },
];

interface Row {
  readonly metric: Metric;
  readonly base: number;
  readonly here: number;
}

const program = new Command('npm run bench:start --')
  .description('measures npm start here and at another commit')
  .requiredOption('--base <commit>', 'the commit to compare with')
  .option('--runs <n>', 'how often each is measured', numberOption({ least: 1, most: 100 }), 3)
  .option('--json', 'print one line of JSON')
  .addHelpText('after', HELP)
  .parse();
const { base, runs, json } = program.opts<{ base: string; runs: number; json?: true }>();
const say = (line: string) => process.stderr.write(`${line}\n`);
const git = (...args: string[]) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim();

async function measureBoth(): Promise<readonly Row[]> {
  const facts: Record<'base' | 'here', StartFacts[]> = { base: [], here: [] };
  for (let run = 0; run <= runs; run += 1) {
    for (const [name, root] of [['base', BASE] as const, ['here', ROOT] as const]) {
      const measured = await measureStart(root);
      say(`${run === 0 ? 'warm-up' : `run ${run}`} ${name}: ${describe(measured)}, load ${loadavg()[0]?.toFixed(1)}`);
      if (run > 0) facts[name].push(measured);
    }
  }
  const of = (name: 'base' | 'here', { key }: Metric) => median(facts[name].map((one) => one[key]));
  return METRICS.map((metric) => ({ metric, base: of('base', metric), here: of('here', metric) }));
}

const describe = (facts: StartFacts): string =>
  METRICS.map(({ key, unit, title }) => `${title} ${show(facts[key], unit)}`).join(', ');
const show = (value: number, unit: Metric['unit']): string =>
  unit === 's' ? `${value.toFixed(2)} s` : `${Math.round(value / 1e6)} MB`;

function verdict({ metric: { bar, unit }, base, here }: Row): string {
  if (bar === undefined) return '';
  const most = 'ratio' in bar ? bar.ratio * base : bar.most;
  return `${here <= most ? 'met' : 'missed'}: at most ${show(most, unit)}`;
}

function table(rows: readonly Row[]): string {
  const cells = rows.map((row) => [
    row.metric.title,
    show(row.base, row.metric.unit),
    show(row.here, row.metric.unit),
    (row.here / row.base).toFixed(2),
    verdict(row),
  ]);
  const all = [['', base, 'here', 'ratio', 'bar'], ...cells];
  const widths = [0, 1, 2, 3, 4].map((column) => Math.max(...all.map((line) => line[column]?.length ?? 0)));
  return all
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

rmSync(BASE, { recursive: true, force: true });
git('worktree', 'prune');
mkdirSync(join(ROOT, '.causeway'), { recursive: true });
git('worktree', 'add', '--detach', BASE, base);
try {
  say(`installing ${base} …`);
  // Every Causeway command first installs missing packages.
  execFileSync('npm', ['--silent', 'run', 'causeway', '--', '--version'], { cwd: BASE, stdio: ['ignore', 2, 2] });
  const rows = await measureBoth();
  const machine = `${cpus().length} processors, ${cpus()[0]?.model}`;
  const commit = `${git('rev-parse', '--short', 'HEAD')}${git('status', '--porcelain') === '' ? '' : ' and changes'}`;
  if (json) console.log(JSON.stringify({ base, commit, runs, machine, rows: rows.map(toJson) }));
  else console.log(`Medians of ${runs} runs each, in turn, at ${commit}, ${machine}\n\n${table(rows)}`);
} finally {
  git('worktree', 'remove', '--force', BASE);
}

function toJson({ metric: { key }, base, here }: Row) {
  return { metric: key, base, here, ratio: here / base };
}
