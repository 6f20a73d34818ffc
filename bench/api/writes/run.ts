import { existsSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { withBase } from '../../system/lib/compare.ts';
import { collect, printJson } from '../report.ts';
import { ordersBesideSweeps, streamsBesideIdleWriters } from './beside.ts';
import { type Cell, measureCells, type Plan } from './cells.ts';
import type { Round } from './measure.ts';
import { WORKS, type WorkName } from './work.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

const HELP = `npm run bench:writes -- [options]

Writes a second of the API on PostgreSQL: orders, orders of custodial wallets, messages, and tasks that are submitted,
claimed and completed. One process and four, over the server's own socket and through a proxy that delays each answer of
the database. With --base, alternating with another checkout. A cell takes a few seconds; all of them ten minutes with
a base. The busy processors stand in each row: where all of the machine's are, these are the limit, not the database.

  --base <commit|folder>  another commit, which is checked out and installed below .causeway and removed in the end; or
                          the folder of an installed checkout
  --sweeps                instead: what an import and a prune add to the time of an order
  --streams               instead: the lag of 2,000 streams of two processes while other sessions leave writes open
  --works <names>         some of ${Object.keys(WORKS).join(',')}; all if absent
  --processes <numbers>   1,4 if absent
  --delays <ms>           0,1,5 if absent; 0 is the server's socket. A delay of 1 is a round trip of about 1.2 ms
  --flows <number>        requests under way, 128 if absent
  --ms <number>           length of a round after its warm-up, 2000 if absent
  --rounds <number>       rounds of each side in a cell, of which the best counts; 2 if absent
  --json                  print the cells as JSON, at the end
  --help                  print this text

Example: npm run bench:writes -- --base HEAD~1 --works orders,messages --delays 0,5
`;

const text = { type: 'string' } as const;
const { values } = parseArgs({
  options: {
    ...{ base: text, works: text, processes: text, delays: text, flows: text, ms: text, rounds: text },
    json: { type: 'boolean' },
    sweeps: { type: 'boolean' },
    streams: { type: 'boolean' },
    help: { type: 'boolean' },
  },
});

const numbers = (list: string): readonly number[] =>
  list.split(',').map((number) => {
    if (!/^\d+$/.test(number)) throw new Error(`${number} is no whole number`);
    return Number(number);
  });

function namesOf(list: string | undefined): readonly WorkName[] {
  const all = Object.keys(WORKS) as readonly WorkName[];
  const named = list?.split(',') ?? all;
  const wrong = named.find((name) => !all.some((one) => one === name));
  if (wrong !== undefined) throw new Error(`${wrong} is none of ${all}`);
  return all.filter((name) => named.includes(name));
}

const plan: Plan = {
  works: namesOf(values.works),
  processes: numbers(values.processes ?? '1,4'),
  delays: numbers(values.delays ?? '0,1,5'),
  flows: numbers(values.flows ?? '128')[0] as number,
  ms: numbers(values.ms ?? '2000')[0] as number,
  rounds: numbers(values.rounds ?? '2')[0] as number,
};

const COLUMNS = [26, 5, 8, 9, 9, 7, 10, 10, 34, 10] as const;
const line = (...cells: readonly string[]): string =>
  cells
    .map((cell, column) => cell.padEnd(COLUMNS[column] ?? 0))
    .join(' ')
    .trimEnd();

/** The delay whose rate is compared with the socket's, milliseconds. */
const NEAR_MS = 1;
const BOUND = 0.9;
const boundOf = ({ machine }: Round): string => (machine >= BOUND * cpus().length ? 'processors' : 'waiting');

function lineOf({ work, processes, tripMs, here, base }: Cell): string {
  const busy = `${here.machine.toFixed(1)}: ${[here.services, here.database, here.proxy, here.load].map((share) => share.toFixed(2)).join(', ')}`;
  return line(
    WORKS[work].name,
    String(processes),
    `${tripMs.toFixed(2)} ms`,
    base ? base.perSecond.toFixed(0) : '–',
    here.perSecond.toFixed(0),
    base ? (here.perSecond / base.perSecond).toFixed(2) : '–',
    `${here.p50.toFixed(0)}/${here.p99.toFixed(0)} ms`,
    base ? `${base.p50.toFixed(0)}/${base.p99.toFixed(0)} ms` : '–',
    busy,
    boundOf(here),
  );
}

async function run(base: string | undefined): Promise<void> {
  const say = (words: string): void => (values.json ? console.error(words) : console.log(words));
  say(`${cpus().length} processors, load ${loadavg()[0]?.toFixed(1)}; ${plan.flows} requests under way`);
  say(
    line(
      ...['writes a second', 'proc.', 'trip', 'base', 'here', 'ratio', 'p50/p99', 'base'],
      ...['busy: services, database, proxy, load', 'limit'],
    ),
  );
  const cells = await measureCells(ROOT, base, plan, (cell) => say(lineOf(cell)));
  for (const work of plan.works) {
    const of = (delay: number) =>
      cells.find((cell) => cell.work === work && cell.delay === delay && cell.processes === 4)?.here.perSecond;
    const [socket, far] = [of(0), of(NEAR_MS)];
    if (socket === undefined || far === undefined) continue;
    say(
      `${WORKS[work].name}, four processes, ${NEAR_MS} ms late: ${((100 * far) / socket).toFixed(0)} % of the socket's`,
    );
  }
  say(`load ${loadavg()[0]?.toFixed(1)} at the end`);
  if (values.json) console.log(JSON.stringify(cells, null, 2));
}

if (values.help) console.log(HELP);
else if (values.sweeps || values.streams) {
  if (values.json) collect();
  if (values.sweeps) await ordersBesideSweeps(ROOT);
  if (values.streams) await streamsBesideIdleWriters(ROOT);
  if (values.json) printJson();
} else if (values.base === undefined) await run(undefined);
else if (existsSync(join(values.base, 'package.json'))) await run(resolve(values.base));
else {
  const folder = join(ROOT, '.causeway', 'bench-writes');
  await withBase(ROOT, folder, values.base, () => run(folder));
}
