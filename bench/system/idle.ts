// npm run bench:idle: the cost of an idle system, here and at another commit, measured in turn on this machine.
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { numberOption } from '@causeway/config';
import { Command, Option } from 'commander';
import { compareTable, hereAndMachine, type Metric, type Row, rowJson, show, withBase } from './lib/compare.ts';
import { IDLE_PARTS, type IdleFacts } from './lib/measure-idle.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const BASE = join(ROOT, '.causeway', 'bench-idle');

const HELP = `
First npm start, once its order is completed and nothing is left to do; then a relayer alone on the five local chains with a
block every 0.1 s, behind endpoints that count its requests. The processor time is from /proc, so this needs Linux; 100 % is
one processor. The other commit is checked out and installed below .causeway, and removed in the end. Everything that this
starts has ended when it ends.`;

const HALF = { bar: { ratio: 0.5 } } as const;

const METRICS: readonly Metric<keyof IdleFacts>[] = [
  { key: 'startCpu', title: 'npm start, idle: CPU of everything', unit: '%', ...HALF },
  { key: 'startChainsCpu', title: '  the five nodes', unit: '%' },
  { key: 'startItselfCpu', title: '  npm start and its RPC endpoints', unit: '%' },
  { key: 'startRelayerCpu', title: '  relayer', unit: '%' },
  { key: 'startSignersCpu', title: '  five signers', unit: '%' },
  { key: 'startApiCpu', title: '  API', unit: '%' },
  { key: 'relayerCpu', title: 'relayer alone, 0.1 s blocks: CPU', unit: '%', ...HALF },
  { key: 'evmRequestsPerBlock', title: '  requests a block and EVM chain', unit: '', ...HALF },
  { key: 'solanaRequestsPerBlock', title: '  requests a block, Solana', unit: '', ...HALF },
  { key: 'evmRequestsPerSecond', title: '  requests a second and EVM chain', unit: '' },
  { key: 'solanaRequestsPerSecond', title: '  requests a second, Solana', unit: '' },
  { key: 'radixRequestsPerSecond', title: '  requests a second, Radix', unit: '', ...HALF },
];

interface Options {
  readonly base?: string;
  readonly seconds: number;
  readonly only?: keyof typeof IDLE_PARTS;
  readonly json?: true;
}

const PARTS = ['start', 'relayer'] as const;

const program = new Command('npm run bench:idle --')
  .description('measures what an idle system costs, here and at another commit')
  .option('--base <commit>', 'the commit to compare with; without it, only this one is measured')
  .option('--seconds <n>', 'how long each is measured', numberOption({ least: 1, most: 3_600 }), 60)
  .addOption(new Option('--only <part>', 'only this part').choices(PARTS))
  .option('--json', 'print one line of JSON')
  .addHelpText('after', HELP)
  .parse();
const { base, seconds, only, json } = program.opts<Options>();

async function measure(name: string, root: string): Promise<Partial<IdleFacts>> {
  const facts: Partial<IdleFacts> = {};
  for (const part of only === undefined ? PARTS : [only]) Object.assign(facts, await IDLE_PARTS[part](root, seconds));
  const figures = measured(facts).map(({ title, unit, value }) => `${title.trim()} ${show(value, unit)}`);
  process.stderr.write(`${name}: ${figures.join(', ')}; load ${loadavg()[0]?.toFixed(1)}\n`);
  return facts;
}

const measured = (facts: Partial<IdleFacts>) =>
  METRICS.flatMap((metric) => {
    const value = facts[metric.key];
    return value === undefined ? [] : [{ ...metric, value }];
  });

async function measureBoth(): Promise<readonly Row<keyof IdleFacts>[]> {
  const before = await measure('base', BASE);
  const here = await measure('here', ROOT);
  return measured(here).map(({ value, ...metric }) => ({
    metric,
    base: before[metric.key] ?? Number.NaN,
    here: value,
  }));
}

if (base === undefined) {
  const facts = await measure('here', ROOT);
  const lines = measured(facts).map(({ title, unit, value }) => `${title.padEnd(40)} ${show(value, unit)}`);
  console.log(json ? JSON.stringify({ ...hereAndMachine(ROOT), seconds, facts }) : lines.join('\n'));
} else {
  const rows = await withBase(ROOT, BASE, base, measureBoth);
  const { commit, machine } = hereAndMachine(ROOT);
  if (json) console.log(JSON.stringify({ base, commit, seconds, machine, rows: rows.map(rowJson) }));
  else console.log(`${seconds} s each, in turn, at ${commit}, ${machine}\n\n${compareTable(rows)}`);
}
